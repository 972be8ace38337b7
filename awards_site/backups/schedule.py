"""Scheduled backups in AWARDS_BACKUP_DIR, of which the oldest are deleted."""

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy.exc import SQLAlchemyError

from awards_site.backups.backup import back_up
from awards_site.backups.folder import PARTIAL
from awards_site.backups.manifest import FILE, BackupFailed
from awards_site.core import clock
from awards_site.core.logs.logger import get_logger
from awards_site.settings import settings

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
        _check_exists(folder)
        with FileLock(folder / LOCK, mode=0o600, blocking=False):
            if _is_due():
                _back_up_into(folder)
    except Timeout:
        log.info("scheduled backup skipped: another one is being made", folder=folder)
    except (BackupFailed, SQLAlchemyError, OSError) as error:
        log.error("scheduled backup failed; retrying in an hour", error=error)


def _folder() -> Path | None:
    return Path(settings().backup_dir) if settings().backup_dir else None


def _check_exists(folder: Path) -> None:
    """Raise BackupFailed for a missing folder, which may be that of a disk that is not mounted."""
    if not folder.is_dir():
        raise BackupFailed(
            f"AWARDS_BACKUP_DIR={folder} does not exist; create the folder, or mount its disk"
        )


def _is_due() -> bool:
    newest = newest_backup()
    # A backup of the future shows that the clock was set back, and says nothing.
    return newest is None or not timedelta() <= clock.now() - newest < _interval()


def _interval() -> timedelta:
    return timedelta(hours=settings().backup_hours)


def _back_up_into(folder: Path) -> None:
    # What an interrupted backup or deletion has left.
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
