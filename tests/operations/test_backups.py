"""A backup has all data as of one time, and is whole or does not exist."""

import shutil
import stat
import threading
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from awards_site.core.crypto import FILE as KEY
from awards_site.core.database.sessions import writing
from awards_site.core.files.files import storage
from awards_site.core.files.storage import MEGABYTE
from awards_site.features.nominees.entity import Nominee
from awards_site.features.photos.entity import Photo
from awards_site.operations.backups.backup import configured_database
from awards_site.operations.backups.manifest import FILE
from awards_site.settings import settings
from tests import database
from tests.command_line import fail, succeed
from tests.factories import nominee_body
from tests.operations.sites import Sites, full_disk, rows, upload, uploads


def test_a_restored_backup_has_the_same_rows_and_files(
    filled_site: None, backup_path: Path, sites: Sites, engine_name: str
) -> None:
    succeed("backup", backup_path)
    expected = rows(), uploads(), (settings().data_dir / KEY).read_bytes()
    sites.new(engine_name)
    assert "Restored" in succeed("restore", backup_path)
    assert (rows(), uploads(), (settings().data_dir / KEY).read_bytes()) == expected
    assert {len(each) for each in expected[0].values()} == {2}
    assert len(expected[1]) == 2


def test_a_backup_has_only_what_cannot_be_made_again_and_is_private(backup: Path) -> None:
    names = {path.relative_to(backup).parts[0] for path in backup.rglob("*")}
    assert names == {FILE, "uploads", KEY, configured_database().file_name}
    stored = list((backup / "uploads").iterdir())
    assert stored
    assert [path for path in stored if path.is_dir()] == []
    for path in (backup, *backup.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def write_until(stopped: threading.Event, written: threading.Semaphore) -> None:
    """Store a file, then a nominee and a photo with it in one transaction, again and again."""
    while not stopped.is_set():
        url = upload()
        with writing() as session:
            session.add(Nominee(**nominee_body(), image_url=url))
            session.add(Photo(title="Portrait", image_url=url))
        written.release()


def test_a_backup_taken_while_writers_write_is_consistent(
    sites: Sites, engine_name: str, tmp_path: Path
) -> None:
    sites.new_migrated(engine_name)
    stopped, written = threading.Event(), threading.Semaphore(0)
    writers = [threading.Thread(target=write_until, args=(stopped, written)) for _ in range(2)]
    for writer in writers:
        writer.start()
    try:
        for number in range(3):
            for _ in range(20):
                assert written.acquire(timeout=60)
            succeed("backup", tmp_path / str(number))
            assert written.acquire(timeout=60)
    finally:
        stopped.set()
        for writer in writers:
            writer.join()
    for number in range(3):
        sites.new(engine_name)
        succeed("restore", tmp_path / str(number))
        found = rows()
        nominees = [each["image_url"] for each in found["nominees"]]
        assert sorted(nominees) == sorted(each["image_url"] for each in found["photos"])
        assert len(nominees) >= 20 * (number + 1)
        assert {Path(url).name for url in nominees} <= uploads().keys()


@pytest.mark.parametrize("moment", ["before", "after"])
def test_no_record_of_a_backup_lacks_its_file_whatever_is_replaced_meanwhile(
    sites: Sites, engine_name: str, backup_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """A photo's file is replaced, and deleted, before or after the copy of the database."""
    sites.new_migrated(engine_name)
    with writing() as session:
        photo = Photo(title="Photo", image_url=upload())
        session.add(photo)

    def replace_file() -> None:
        old = photo.image_url
        photo.image_url = upload()
        with writing() as session:
            session.merge(photo)
        storage().delete(Path(old).name)

    database_type = type(configured_database())
    dump = database_type.dump

    def dump_and_replace(self: Any, copy: Path) -> None:
        if moment == "before":
            replace_file()
        dump(self, copy)
        if moment == "after":
            replace_file()

    monkeypatch.setattr(database_type, "dump", dump_and_replace)
    succeed("backup", backup_path)
    sites.new(engine_name)
    succeed("restore", backup_path)
    [url] = [each["image_url"] for each in rows()["photos"]]
    assert (url == photo.image_url) == (moment == "before")
    assert Path(url).name in uploads()


def test_a_damaged_database_is_not_backed_up(sites: Sites, backup_path: Path) -> None:
    site = sites.new("sqlite")
    sites.fill()
    database.close()
    path = site.data_dir / database.FILE
    content = bytearray(path.read_bytes())
    content[8192:16384] = b"\xff" * 8192
    path.write_bytes(content)
    assert f"the database file {path} is damaged" in fail("backup", backup_path)
    assert not backup_path.exists()


def leftovers(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if not path.name.startswith("site-")}


@pytest.mark.parametrize("verb", ["backup", "export-data"])
@pytest.mark.parametrize(
    ("destination", "message"),
    [
        ("file", "already exists"),
        ("folder", "already exists"),
        ("missing/backup", "No such file"),
        ("file/backup", "Not a directory"),
        ("/proc/backup", "was not written"),
    ],
)
@pytest.mark.usefixtures("filled_site")
def test_an_unusable_destination_is_reported_and_unchanged(
    tmp_path: Path, verb: str, destination: str, message: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    error = fail(verb, tmp_path / destination)
    assert message in error
    assert "folder" in error
    assert leftovers(tmp_path) == {"folder", "file"}
    assert list((tmp_path / "folder").iterdir()) == []


@pytest.mark.parametrize("verb", ["backup", "export-data"])
@pytest.mark.parametrize("max_bytes", [0, 5_000, 200_000])
@pytest.mark.usefixtures("filled_site")
def test_a_disk_that_runs_full_is_reported_and_nothing_is_left(
    tmp_path: Path, verb: str, max_bytes: int
) -> None:
    with full_disk(max_bytes):
        error = fail(verb, tmp_path / "backup")
    assert "File too large" in error
    assert "Check the space" in error
    assert leftovers(tmp_path) == set()
    succeed(verb, tmp_path / "backup")


@pytest.mark.usefixtures("filled_site")
def test_a_backup_leaves_the_space_that_the_site_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Mock(free=99 * MEGABYTE))
    error = fail("backup", tmp_path / "backup")
    assert "MB of free space" in error
    assert leftovers(tmp_path) == set()


def test_without_a_database_there_is_no_backup(sites: Sites, tmp_path: Path) -> None:
    site = sites.new("sqlite")
    for verb in ("backup", "export-data"):
        assert "There is no database" in fail(verb, tmp_path / "backup")
    assert not (site.data_dir / database.FILE).exists()


def test_without_the_tools_of_postgresql_the_error_says_how_to_install_them(
    sites: Sites, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = sites.new("sqlite")
    sites.use(site, DATABASE_URL="postgresql://localhost:1/nowhere")
    monkeypatch.setenv("PATH", str(tmp_path))
    error = fail("backup", tmp_path / "backup")
    assert "pg_dump not found" in error
    assert "postgresql-client" in error
