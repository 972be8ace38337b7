"""The data folder: for its user alone, and with a lock between servers and restores."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISLNK, S_ISREG

from filelock import ReadWriteLock, Timeout

from awards_site.core.logs import get_logger
from awards_site.operations import CommandFailed
from awards_site.settings import settings

log = get_logger(__name__)

_UMASK = 0o077
_PRIVATE_FOLDER, _PRIVATE_FILE = 0o700, 0o600


def protect(folder: Path) -> None:
    """Create the folder for this user alone, and take it and its files from other users.

    Files that this process creates from now on are private as well.
    """
    os.umask(_UMASK)
    folder.mkdir(parents=True, exist_ok=True)
    changed = sum(_make_private(path) for path in open_to_others(folder))
    if changed:
        log.warning("permissions of other users removed", folder=folder, count=changed)


@contextmanager
def previous_umask() -> Iterator[None]:
    """Restore the umask at the end of the block, for files that are not private."""
    previous = os.umask(_UMASK)
    try:
        yield
    finally:
        os.umask(previous)


def open_to_others(folder: Path) -> Iterator[Path]:
    """Yield the folder and the files in it on which other users have permissions."""
    for path in (folder, *folder.rglob("*")):
        with suppress(FileNotFoundError):  # Another process removed it.
            status = path.lstat()
            # The demo edition's image variants are hard links to files of the site's sources.
            is_shared = S_ISLNK(status.st_mode) or (S_ISREG(status.st_mode) and status.st_nlink > 1)
            if status.st_mode & _UMASK and not is_shared:
                yield path


def _make_private(path: Path) -> bool:
    """Remove the permissions of others; return whether that was possible."""
    try:
        path.chmod(_PRIVATE_FOLDER if path.is_dir() else _PRIVATE_FILE)
    except FileNotFoundError:  # Another process removed it.
        return False
    except PermissionError as error:
        log.warning("permissions of other users not removed", path=path, error=error.strerror)
        return False
    return True


FILE = ".data-lock"
"""The lock's file in the data folder, which stays there when the lock is released."""


@contextmanager
def serving() -> Iterator[None]:
    """Hold the lock together with other servers; raise CommandFailed during a restore."""
    try:
        with _lock().read_lock(blocking=False):
            yield
    except Timeout as error:
        raise CommandFailed(
            f"{settings().data_dir} is being restored; start the site when that is done"
        ) from error


@contextmanager
def replacing() -> Iterator[None]:
    """Hold the lock alone; raise CommandFailed while the site runs."""
    try:
        with _lock().write_lock(blocking=False):
            yield
    except Timeout as error:
        raise CommandFailed(
            f"The site is running with {settings().data_dir}; stop it first"
        ) from error


def _lock() -> ReadWriteLock:
    protect(settings().data_dir)
    return ReadWriteLock(settings().data_dir / FILE, is_singleton=False)
