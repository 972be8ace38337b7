"""All data moves between database engines unchanged, and ids go on where they were."""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, text
from sqlalchemy.exc import SQLAlchemyError

from awards_site.core.crypto import FILE as KEY
from awards_site.core.database.engine import engine, head_revision
from awards_site.features.nominees.entity import Nominee
from awards_site.operations.backups.folder import FILE, Manifest, describe_files
from awards_site.operations.tables import metadata
from awards_site.settings import settings
from tests.command_line import fail, succeed
from tests.operations.sites import ENGINES, Sites, full_disk, row, rows, uploads

ROUTES = [(source, target) for source in ENGINES for target in ENGINES]


@pytest.fixture
def export(sites: Sites, engine_name: str, tmp_path: Path) -> Path:
    """An export of a filled site; the settings are those of a new site with empty tables."""
    sites.new(engine_name)
    sites.fill()
    succeed("export-data", tmp_path / "export")
    sites.new_migrated(engine_name)
    return tmp_path / "export"


def next_id(table_name: str) -> int:
    """Add a row to a table and return the id that the database gave it."""
    table = metadata.tables[table_name]
    values = {name: value for name, value in row(table, 1000).items() if name != "id"}
    values |= {key.parent.name: None for key in table.foreign_keys if key.parent.nullable}
    # What may be referenced once refers to the row that this function has added before.
    required = [key.parent for key in table.foreign_keys if not key.parent.nullable]
    values |= {column.name: 3 if column.unique else 1 for column in required}
    with engine().begin() as connection:
        [key] = connection.execute(insert(table).values(values)).inserted_primary_key or [0]
    return int(key)


@pytest.mark.parametrize(("source", "target"), ROUTES)
def test_an_import_has_the_same_rows_and_files_by_value(
    sites: Sites, tmp_path: Path, source: str, target: str
) -> None:
    sites.new(source)
    sites.fill()
    expected = rows(), uploads(), (settings().data_dir / KEY).read_text()
    assert "Exported" in succeed("export-data", tmp_path / "export")
    sites.new_migrated(target)
    assert "Imported" in succeed("import-data", tmp_path / "export")
    assert (rows(), uploads(), (settings().data_dir / KEY).read_text()) == expected
    assert {len(each) for each in expected[0].values()} == {2}
    # Exporting again gives the same: also the types, and JSON's 1 and true, are the same.
    succeed("export-data", tmp_path / "again")
    first, second = (files_of(tmp_path / name) for name in ("export", "again"))
    assert first == second


def files_of(export: Path) -> dict[str, bytes]:
    return {
        path.relative_to(export).as_posix(): path.read_bytes()
        for path in export.rglob("*")
        if path.is_file() and path.name != FILE
    }


@pytest.mark.parametrize(("source", "target"), ROUTES)
@pytest.mark.parametrize("emptied", [False, True])
def test_the_ids_of_deleted_records_are_not_given_again(
    sites: Sites, tmp_path: Path, source: str, target: str, emptied: bool
) -> None:
    sites.new_migrated(source)
    assert [next_id("nominees") for _ in range(4)] == [1, 2, 3, 4]
    table: Any = Nominee
    with engine().begin() as connection:
        connection.execute(delete(table) if emptied else delete(table).where(table.id > 2))
    succeed("export-data", tmp_path / "export")
    sites.new_migrated(target)
    succeed("import-data", tmp_path / "export")
    assert next_id("nominees") == 5
    assert next_id("sponsors") == 1


def test_the_audit_log_is_append_only_after_an_import(export: Path) -> None:
    succeed("import-data", export)
    with pytest.raises(SQLAlchemyError, match="append-only"), engine().begin() as connection:
        connection.execute(text("UPDATE audit_entries SET name = ''"))


def test_uploaded_files_that_are_there_already_stay(
    sites: Sites, engine_name: str, tmp_path: Path
) -> None:
    """The usual move to another engine keeps the data folder."""
    site = sites.new(engine_name)
    sites.fill()
    before = rows(), uploads()
    succeed("export-data", tmp_path / "export")
    other = sites.new(engine_name)
    sites.use(other, AWARDS_DATA_DIR=str(site.data_dir), DATABASE_URL=settings().database_url)
    succeed("import-data", tmp_path / "export")
    assert (rows(), uploads()) == before


def test_another_file_of_the_same_name_is_not_replaced(export: Path) -> None:
    name = next((export / "uploads").iterdir()).name
    settings().uploads_dir.mkdir(parents=True)
    (settings().uploads_dir / name).write_bytes(b"other")
    assert f"{name} is another file" in fail("import-data", export)
    assert uploads() == {name: b"other"}
    assert set(map(len, rows().values())) == {0}


def test_an_import_needs_an_empty_database(export: Path) -> None:
    succeed("import-data", export)
    before = rows()
    assert "database is not empty (" in fail("import-data", export)
    assert rows() == before


def test_an_import_needs_the_same_revision(export: Path) -> None:
    content = (export / FILE).read_text()
    [line] = [line for line in content.splitlines() if '"revision"' in line]
    (export / FILE).write_text(content.replace(line, '  "revision": "0001",'))
    assert "0001" in fail("import-data", export)


def test_a_database_of_another_revision_is_not_exported(
    sites: Sites, engine_name: str, tmp_path: Path
) -> None:
    sites.new_migrated(engine_name)
    revision = head_revision()
    sites.add_migration("SELECT 1")
    assert f"The database has revision {revision}" in fail("export-data", tmp_path / "export")
    assert not (tmp_path / "export").exists()


def test_a_damaged_export_and_a_backup_are_not_imported(export: Path, tmp_path: Path) -> None:
    path = export / "tables" / "users.jsonl"
    path.write_bytes(path.read_bytes()[:-1])
    assert "users.jsonl is damaged" in fail("import-data", export)
    assert set(map(len, rows().values())) == {0}
    assert not settings().uploads_dir.exists()
    succeed("backup", tmp_path / "backup")
    assert "is a backup, not a data export" in fail("import-data", tmp_path / "backup")
    assert "is a data export, not a backup" in fail("restore", export)


def test_a_failed_import_changes_nothing_and_can_be_repeated(export: Path) -> None:
    path = export / "tables" / "photos.jsonl"
    content = path.read_bytes()
    bad = json.loads(content.splitlines()[0]) | {"id": 3, "nominee_id": 99}
    path.write_bytes(content + json.dumps(bad).encode() + b"\n")
    forge_checksums(export)
    assert "photos could not be imported" in fail("import-data", export)
    assert set(map(len, rows().values())) == {0}
    assert not settings().uploads_dir.exists()
    path.write_bytes(content)
    forge_checksums(export)
    succeed("import-data", export)


def forge_checksums(export: Path) -> None:
    manifest = Manifest.model_validate_json((export / FILE).read_bytes())
    changed = manifest.model_copy(update={"files": describe_files(export)})
    (export / FILE).write_text(changed.model_dump_json())


@pytest.mark.parametrize(("source", "target"), ROUTES)
def test_every_table_continues_after_its_highest_id(
    sites: Sites, tmp_path: Path, source: str, target: str
) -> None:
    sites.new(source)
    sites.fill()
    succeed("export-data", tmp_path / "export")
    sites.new_migrated(target)
    succeed("import-data", tmp_path / "export")
    names = [table.name for table in metadata.sorted_tables]
    assert {name: next_id(name) for name in names} == dict.fromkeys(names, 3)


def test_a_disk_that_runs_full_during_an_import_is_reported(export: Path) -> None:
    with full_disk(200_000):
        assert "Check the space" in fail("import-data", export)
    assert not settings().uploads_dir.exists()
