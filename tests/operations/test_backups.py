"""Backups and restores: whole, of one time, into an empty site only, and damage is found before."""

import os
import shutil
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy import func, insert, select

from awards_site.core.crypto import FILE as KEY
from awards_site.core.database.engine import engine
from awards_site.core.database.sessions import writing
from awards_site.core.files.disk import MEGABYTE
from awards_site.core.files.storage import storage
from awards_site.features.nominees.entity import Nominee
from awards_site.features.photos.entity import Photo
from awards_site.operations import data_folder
from awards_site.operations.backups.backup import configured_database
from awards_site.operations.backups.folder import FILE, Manifest, describe_files
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


def data_files() -> set[str]:
    """Return what is in the data folder of the settings."""
    if not settings().data_dir.exists():
        return set()
    return {path.name for path in settings().data_dir.iterdir()} - {data_folder.FILE}


def assert_nothing_was_restored() -> None:
    assert data_files() == set()
    assert configured_database().is_empty()


def first_upload(backup: Path) -> Path:
    return min((backup / "uploads").iterdir())


def flip_a_byte(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def database_of(backup: Path) -> Path:
    [path] = backup.glob("database.*")
    return path


DAMAGES: dict[str, Callable[[Path], object]] = {
    "is damaged": lambda backup: flip_a_byte(first_upload(backup)),
    "secret-key is damaged": lambda backup: (backup / KEY).write_text("short"),
    "is missing": lambda backup: first_upload(backup).unlink(),
    "secret-key is missing": lambda backup: (backup / KEY).unlink(),
    "uploads/more.png is not in the manifest": lambda backup: (
        backup / "uploads" / "more.png"
    ).write_bytes(b"x"),
    "notes is not in the manifest": lambda backup: (backup / "notes").symlink_to("/etc/hostname"),
    "database": lambda backup: flip_a_byte(database_of(backup)),
    "is not intact": lambda backup: database_of(backup).unlink(),
    "is not a backup": lambda backup: (backup / FILE).unlink(),
    "manifest.json is damaged": lambda backup: os.truncate(backup / FILE, 100),
    "newer version": lambda backup: (backup / FILE).write_text(
        (backup / FILE).read_text().replace('"format": 1', '"format": 2')
    ),
}


@pytest.mark.parametrize("message", DAMAGES)
def test_damage_is_found_and_a_damaged_backup_is_not_restored(backup: Path, message: str) -> None:
    assert "is intact" in succeed("verify-backup", backup)
    DAMAGES[message](backup)
    assert message in fail("verify-backup", backup)
    assert message in fail("restore", backup)
    assert_nothing_was_restored()


def forge_checksums(backup: Path) -> None:
    manifest = Manifest.model_validate_json((backup / FILE).read_bytes())
    changed = manifest.model_copy(update={"files": describe_files(backup)})
    (backup / FILE).write_text(changed.model_dump_json())


def test_a_database_that_does_not_open_is_found_despite_its_checksum(backup: Path) -> None:
    path = database_of(backup)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])
    if path.suffix == ".dump":  # pg_restore lists what the dump's beginning names.
        path.write_bytes(b"PGDMP")
    forge_checksums(backup)
    assert f"{path.name} is damaged" in fail("verify-backup", backup)


def test_a_failed_restore_leaves_nothing_and_can_be_repeated(backup: Path) -> None:
    with full_disk(200_000):
        assert "Check the space" in fail("restore", backup)
    assert_nothing_was_restored()
    succeed("restore", backup)


def test_a_restore_needs_an_empty_data_folder(backup: Path) -> None:
    settings().data_dir.mkdir(exist_ok=True)
    (settings().data_dir / "notes.txt").write_text("mine")
    assert "is not empty (notes.txt)" in fail("restore", backup)
    assert data_files() == {"notes.txt"}


def test_a_restore_needs_an_empty_database(backup: Path, tmp_path: Path, sites: Sites) -> None:
    succeed("migrate")
    full = settings().database_url
    before = rows()
    site = sites.new("sqlite")
    sites.use(site, DATABASE_URL=full)
    assert "database is not empty" in fail("restore", backup)
    assert data_files() == set()
    assert rows() == before


def test_a_restore_and_an_import_refuse_while_the_site_runs(backup: Path, tmp_path: Path) -> None:
    succeed("restore", backup)
    succeed("export-data", tmp_path / "export")
    with data_folder.serving():
        assert "The site is running" in fail("restore", backup)
        assert "The site is running" in fail("import-data", tmp_path / "export")


def test_a_backup_of_another_engine_is_refused(
    sites: Sites, backup_path: Path, tmp_path: Path
) -> None:
    sites.new("sqlite")
    sites.fill()
    succeed("backup", backup_path)
    site = sites.new("sqlite")
    sites.use(site, DATABASE_URL="postgresql://localhost:1/nowhere")
    assert "import-data" in fail("restore", backup_path)


def test_a_backup_of_an_older_version_is_migrated(backup: Path, sites: Sites) -> None:
    sites.add_migration("UPDATE sponsors SET name = 'Migrated'")
    succeed("restore", backup)
    assert [each["name"] for each in rows()["sponsors"]] == ["Migrated"] * 2


OTHER_VERSIONS = {
    "9999": "is of a newer version of the site",
    "0042": "is at migration 0042, from before version 1.0: first restore it with version 0.1",
}


@pytest.mark.parametrize("revision", OTHER_VERSIONS)
def test_a_backup_of_another_version_is_refused(backup: Path, revision: str) -> None:
    manifest = Manifest.model_validate_json((backup / FILE).read_bytes())
    changed = manifest.model_copy(update={"revision": revision})
    (backup / FILE).write_text(changed.model_dump_json())
    assert f"The backup {OTHER_VERSIONS[revision]}" in fail("restore", backup)
    assert_nothing_was_restored()


def test_a_restored_site_never_gives_an_id_twice(
    filled_site: None, backup_path: Path, sites: Sites, engine_name: str
) -> None:
    row = Nominee(**nominee_body(), id=9).model_dump()
    with engine().begin() as connection:
        connection.execute(insert(Nominee).values(row))
        connection.execute(Nominee.__table__.delete())  # type: ignore[attr-defined]
        if engine_name == "postgresql":
            connection.execute(select(func.setval("nominees_id_seq", 9)))
    succeed("backup", backup_path)
    sites.new(engine_name)
    succeed("restore", backup_path)
    with writing() as session:
        nominee = Nominee(**nominee_body())
        session.add(nominee)
        session.flush()
        assert nominee.id == 10


def test_what_is_written_reaches_the_disk_before_it_gets_its_name(
    sites: Sites, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sites.new("sqlite")
    sites.fill()
    synced: list[str] = []
    descriptors = Path("/proc/self/fd")
    monkeypatch.setattr(
        "os.fsync", lambda fd: synced.append(str((descriptors / str(fd)).readlink()))
    )
    rename = Path.rename

    def rename_after_sync(path: Path, to: Path) -> Path:
        written = {str(each) for each in (path, *path.rglob("*"))}
        assert written <= set(synced)
        return rename(path, to)

    monkeypatch.setattr(Path, "rename", rename_after_sync)
    succeed("backup", tmp_path / "backup")
    assert synced[-1] == str(tmp_path)


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


@pytest.mark.usefixtures("filled_site")
def test_a_database_that_does_not_fit_is_reported_and_nothing_is_left(
    tmp_path: Path, engine_name: str
) -> None:
    storage().delete(*(file.name for file in storage().originals()))
    with full_disk(20_000):
        error = fail("backup", tmp_path / "backup")
    failed = {"sqlite": "The database could not be copied", "postgresql": "pg_dump failed"}
    assert failed[engine_name] in error
    assert leftovers(tmp_path) == set()


def test_a_database_that_cannot_be_restored_leaves_no_files(
    sites: Sites, engine_name: str, backup_path: Path
) -> None:
    sites.new_migrated(engine_name)
    upload()
    succeed("backup", backup_path)
    if engine_name == "postgresql":  # pg_restore lists a dump whose end is missing.
        os.truncate(database_of(backup_path), database_of(backup_path).stat().st_size - 50)
        forge_checksums(backup_path)
    sites.new(engine_name)
    with full_disk(20_000):
        error = fail("restore", backup_path)
    assert ("pg_restore failed" if engine_name == "postgresql" else "Check the space") in error
    assert_nothing_was_restored()


def test_all_damage_is_reported_at_once(backup: Path) -> None:
    for path in (backup / "uploads").iterdir():
        path.unlink()
    (backup / KEY).unlink()
    assert fail("verify-backup", backup).count("is missing") == 3
