"""Makes and verifies backups of the site's data."""

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from awards_site.core import clock
from awards_site.core.logs import get_logger
from awards_site.operations import CommandFailed
from awards_site.operations.backups.databases import PostgresqlDatabase, SqliteDatabase
from awards_site.operations.backups.folder import (
    FILE,
    PARTIAL,
    Manifest,
    verify_folder,
    write_folder,
)
from awards_site.settings import settings

Database = SqliteDatabase | PostgresqlDatabase


def configured_database() -> Database:
    """Return the database of the settings; raise CommandFailed for one of another engine."""
    url = make_url(settings().database_url)
    return _database_type(url.get_backend_name())(url)


def back_up(target: Path) -> Manifest:
    """Write a backup into a new folder, also while the site runs, and return its manifest.

    Raises CommandFailed if that fails, or if the copy of the database is damaged; the target then
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
            raise CommandFailed(
                f"The database is damaged: {problem}. Keep the older backups, and restore one"
            )

    return write_folder(target, "backup", database.size, write)


def verify_backup(source: Path) -> Manifest:
    """Return the manifest of a backup; raise CommandFailed with all that is wrong with it."""
    manifest = verify_folder(source, "backup")
    database = _database_type(manifest.engine)
    problem = database.problem(source / database.file_name)
    if problem:
        raise CommandFailed(f"{source / database.file_name} is damaged: {problem}")
    return manifest


def _database_type(engine: str) -> type[Database]:
    for each in (SqliteDatabase, PostgresqlDatabase):
        if each.engine == engine:
            return each
    raise CommandFailed(f"Databases of {engine} cannot be backed up; use the engine's own tools")


LOCK = ".backup-lock"
"""The file that keeps processes from making a scheduled backup at the same time."""

_PREFIX = "backup-"
_TIME = f"{_PREFIX}%Y%m%d-%H%M%S"
_NAME = re.compile(rf"{_PREFIX}\d{{8}}-\d{{6}}")

log = get_logger(__name__)


def newest_backup() -> datetime | None:
    """Return when the newest scheduled backup was begun, or None if there is none."""
    folder = _folder()
    return max(map(_begun_at, _backups(folder)), default=None) if folder else None


def back_up_if_due() -> None:
    """Make a scheduled backup if the newest is old enough, and delete the oldest ones.

    A failure is logged. Does nothing while another process makes one.
    """
    folder = _folder()
    if folder is None:
        return
    try:
        if not folder.is_dir():
            raise CommandFailed(
                f"AWARDS_BACKUP_DIR={folder} does not exist; create the folder, or mount its disk"
            )
        with FileLock(folder / LOCK, mode=0o600, blocking=False):
            if _is_due():
                _back_up_into(folder)
    except Timeout:
        log.info("scheduled backup skipped: another one is being made", folder=folder)
    except (CommandFailed, SQLAlchemyError, OSError) as error:
        log.error("scheduled backup failed; retrying in an hour", error=error)


def _folder() -> Path | None:
    return Path(settings().backup_dir) if settings().backup_dir else None


def _is_due() -> bool:
    newest = newest_backup()
    # A backup of the future shows that the clock was set back, and says nothing.
    interval = timedelta(hours=settings().backup_hours)
    return newest is None or not timedelta() <= clock.now() - newest < interval


def _back_up_into(folder: Path) -> None:
    # Leftovers of an interrupted backup or deletion.
    for path in folder.glob(f".{_PREFIX}*{PARTIAL}"):
        shutil.rmtree(path)
    target = folder / clock.now().strftime(_TIME)
    manifest = back_up(target)
    log.info("backup written", path=target, files=len(manifest.files), bytes=manifest.total_bytes)
    for path in sorted(_backups(folder), reverse=True)[settings().backup_keep :]:
        # Renamed first, so that a backup that is half deleted does not look whole.
        deleted = path.rename(path.with_name(f".{path.name}{PARTIAL}"))
        shutil.rmtree(deleted)
        log.info("backup deleted", path=path)


def _backups(folder: Path) -> Iterator[Path]:
    for path in folder.glob(f"{_PREFIX}*"):
        if _NAME.fullmatch(path.name) and (path / FILE).is_file():
            yield path


def _begun_at(backup: Path) -> datetime:
    return datetime.strptime(backup.name, _TIME).replace(tzinfo=UTC)
