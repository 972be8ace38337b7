"""Restores a backup into an empty data folder and an empty database."""

from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import Connection, text

from awards_site.core.database.engine import head_revision, known_revisions, refuse_older
from awards_site.core.files.storage import storage
from awards_site.operations import CommandFailed, bootstrap, data_folder
from awards_site.operations.backups.backup import configured_database, verify_backup
from awards_site.operations.backups.folder import Manifest
from awards_site.operations.data_files import copied_files
from awards_site.operations.tables import metadata
from awards_site.settings import settings


def restore(source: Path) -> Manifest:
    """Verify a backup, restore it, and migrate it to this version; return its manifest.

    Raises CommandFailed if the backup is damaged, of a newer version or from before 1.0, if there
    is any data already, or while the site runs. A failed restore leaves no data behind.
    """
    manifest = verify_backup(source)
    _check_fits(manifest)
    with data_folder.replacing():
        _check_empty()
        database = configured_database()
        # The database comes last: until then the site would start as an empty one.
        with copied_files(source, manifest):
            database.load(source / database.file_name)
        bootstrap.migrate()
    return manifest


def _check_fits(manifest: Manifest) -> None:
    if manifest.engine != configured_database().engine:
        raise CommandFailed(
            f"The backup is of {manifest.engine}, and DATABASE_URL is of another engine; restore it"
            " with its own engine, then move the data with export-data and import-data"
        )
    if refused := refuse_older("The backup", manifest.revision, "restore it with"):
        raise CommandFailed(refused)
    if manifest.revision not in known_revisions():
        raise CommandFailed(
            f"The backup is of a newer version of the site (revision {manifest.revision}, this"
            f" version has {head_revision()}); restore it with that version"
        )


def _check_empty() -> None:
    data_dir = settings().data_dir
    found = sorted(path.name for path in data_dir.iterdir() if path.name != data_folder.FILE)
    if found:
        raise CommandFailed(
            f"{data_dir} is not empty ({', '.join(found[:5])}); move its content away, or set"
            " AWARDS_DATA_DIR to a new folder"
        )
    if storage().folder is None and storage().originals():
        raise CommandFailed(
            f"{settings().storage_url} has files already; set AWARDS_STORAGE_URL to an empty prefix"
        )
    if not configured_database().is_empty():
        raise CommandFailed("The database is not empty; set DATABASE_URL to a new one")


_POSTGRESQL_LAST = text(
    "SELECT name, pg_sequence_last_value(pg_get_serial_sequence(name, 'id')::regclass)"
    " FROM unnest(CAST(:names AS text[])) AS name"
)
_POSTGRESQL_CONTINUE = text(
    "SELECT setval(pg_get_serial_sequence(name, 'id'), last)"
    " FROM unnest(CAST(:names AS text[]), CAST(:ids AS bigint[])) AS given (name, last)"
)


def last_ids(connection: Connection) -> dict[str, int]:
    """Return the last id that the database remembers for each table, deleted rows included.

    Tables are missing of which it remembers none.
    """
    if connection.dialect.name == "sqlite":
        rows = connection.execute(text("SELECT name, seq FROM sqlite_sequence"))
    else:
        rows = connection.execute(_POSTGRESQL_LAST, {"names": list(metadata.tables)})
    return {name: last for name, last in rows if last and name in metadata.tables}


def continue_after(connection: Connection, ids: Mapping[str, int]) -> None:
    """Let each table continue after the given id, which is positive.

    On SQLite, tables that may give the id of a deleted row again have nothing to continue from.
    """
    if connection.dialect.name != "sqlite":
        given = {"names": list(ids), "ids": list(ids.values())}
        connection.execute(_POSTGRESQL_CONTINUE, given)
        return
    connection.execute(text("DELETE FROM sqlite_sequence"))
    rows = [
        {"name": table.name, "last": ids[table.name]}
        for table in metadata.sorted_tables
        if table.dialect_options["sqlite"]["autoincrement"] and table.name in ids
    ]
    if rows:
        connection.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :last)"), rows)
