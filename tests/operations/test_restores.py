"""A backup is restored whole, into an empty site only, and damage is found before."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command

from awards_site import cli
from awards_site.core.crypto import FILE as KEY
from awards_site.core.database.engine import alembic_config
from awards_site.operations import data_files as data_folder_lock
from awards_site.operations.backups.backup import configured_database
from awards_site.operations.backups.manifest import FILE, Manifest, describe_files
from awards_site.settings import settings
from tests.command_line import fail, succeed
from tests.operations.sites import Sites, full_disk, rows, upload


def data_files() -> set[str]:
    """Return what is in the data folder of the settings."""
    if not settings().data_dir.exists():
        return set()
    return {path.name for path in settings().data_dir.iterdir()} - {data_folder_lock.FILE}


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


def test_a_restore_and_an_import_refuse_while_the_site_runs(
    backup: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    succeed("restore", backup)
    succeed("export-data", tmp_path / "export")
    errors: list[str] = []

    def serve(_build_dir: Path) -> None:
        errors.append(fail("restore", backup))
        errors.append(fail("import-data", tmp_path / "export"))

    monkeypatch.setattr(cli, "ensure_built", lambda: tmp_path)
    monkeypatch.setattr(cli, "serve_build", serve)
    succeed("serve")
    assert ["The site is running" in each for each in errors] == [True, True]


def test_the_site_does_not_start_during_a_restore(
    backup: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cli, "ensure_built", lambda: tmp_path)
    with data_folder_lock.replacing():
        assert "is being restored" in fail("serve")
    assert_nothing_was_restored()


def test_a_backup_of_another_engine_is_refused(
    sites: Sites, backup_path: Path, tmp_path: Path
) -> None:
    sites.new("sqlite")
    sites.fill()
    succeed("backup", backup_path)
    site = sites.new("sqlite")
    sites.use(site, DATABASE_URL="postgresql://localhost:1/nowhere")
    assert "import-data" in fail("restore", backup_path)


def test_an_older_backup_is_migrated(sites: Sites, engine_name: str, backup_path: Path) -> None:
    sites.new(engine_name)
    settings().data_dir.mkdir(exist_ok=True)
    command.upgrade(alembic_config(), "0012")
    succeed("backup", backup_path)
    assert '"revision": "0012"' in (backup_path / FILE).read_text()
    sites.new(engine_name)
    succeed("restore", backup_path)
    assert {len(each) for each in rows().values()} == {0}


def test_a_newer_backup_is_refused(backup: Path) -> None:
    text = (backup / FILE).read_text()
    [line] = [line for line in text.splitlines() if '"revision"' in line]
    (backup / FILE).write_text(text.replace(line, '  "revision": "9999",'))
    assert "newer version of the site" in fail("restore", backup)
    assert_nothing_was_restored()
