"""Makes and verifies backups of the site's data."""

from pathlib import Path

from sqlalchemy import make_url

from awards_site.backups.folder import verify_folder, write_folder
from awards_site.backups.manifest import BackupFailed, Manifest
from awards_site.backups.postgresql import PostgresqlDatabase
from awards_site.backups.sqlite import SqliteDatabase
from awards_site.settings import settings

Database = SqliteDatabase | PostgresqlDatabase


def configured_database() -> Database:
    """Return the database of the settings; raise BackupFailed for one of another engine."""
    url = make_url(settings().database_url)
    return _database_type(url.get_backend_name())(url)


def back_up(target: Path) -> Manifest:
    """Write a backup into a new folder, also while the site runs, and return its manifest.

    Raises BackupFailed if that fails, or if the copy of the database is damaged; the target then
    does not exist.
    """
    database = configured_database()
    database.check_exists()
    database.check_tools()

    def write(folder: Path) -> None:
        copy = folder / database.file_name
        database.dump(copy)
        problem = database.problem(copy)
        if problem:
            raise BackupFailed(
                f"The database is damaged: {problem}. Keep the older backups, and restore one"
            )

    return write_folder(target, "backup", database.size, write)


def verify_backup(source: Path) -> Manifest:
    """Return the manifest of a backup; raise BackupFailed with all that is wrong with it."""
    manifest = verify_folder(source, "backup")
    database = _database_type(manifest.engine)
    problem = database.problem(source / database.file_name)
    if problem:
        raise BackupFailed(f"{source / database.file_name} is damaged: {problem}")
    return manifest


def _database_type(engine: str) -> type[Database]:
    for each in (SqliteDatabase, PostgresqlDatabase):
        if each.engine == engine:
            return each
    raise BackupFailed(f"Databases of {engine} cannot be backed up; use the engine's own tools")
