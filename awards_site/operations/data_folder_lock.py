"""A lock that keeps the site from serving a data folder that is being restored."""

from collections.abc import Iterator
from contextlib import contextmanager

from filelock import ReadWriteLock, Timeout

from awards_site.backups.manifest import BackupFailed
from awards_site.operations.private_files import protect
from awards_site.settings import settings

FILE = ".data-lock"
"""The lock's file in the data folder, which stays there when the lock is released."""


class DataFolderLocked(Exception):
    """The data folder is being restored; the message says what to do."""


@contextmanager
def serving() -> Iterator[None]:
    """Hold the lock together with other servers; raise DataFolderLocked during a restore."""
    try:
        with _lock().read_lock(blocking=False):
            yield
    except Timeout as error:
        raise DataFolderLocked(
            f"{settings().data_dir} is being restored; start the site when that is done"
        ) from error


@contextmanager
def replacing() -> Iterator[None]:
    """Hold the lock alone; raise BackupFailed while the site runs."""
    try:
        with _lock().write_lock(blocking=False):
            yield
    except Timeout as error:
        raise BackupFailed(
            f"The site is running with {settings().data_dir}; stop it first"
        ) from error


def _lock() -> ReadWriteLock:
    protect(settings().data_dir)
    return ReadWriteLock(settings().data_dir / FILE, is_singleton=False)
