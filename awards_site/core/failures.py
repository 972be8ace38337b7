"""Failures of the database and of the disk, which pass: what a caller is told meanwhile."""

import errno
import sqlite3

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from awards_site.core.errors import NO_SPACE, ApiError, InsufficientStorage, ServiceUnavailable
from awards_site.core.logs import get_logger

log = get_logger(__name__)

_NOT_WRITABLE = (
    "The site cannot write to its disk at the moment. Please try again later, and tell an"
    " administrator if this continues."
)
_DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_DISK_FAILED = frozenset({errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO})
_SQLITE_FAILED = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN})
_POSTGRESQL_FULL = "53100"
DATABASE_ERRORS = (OperationalError, InterfaceError, PoolTimeoutError)


def unavailability(error: Exception) -> ApiError | None:
    """Return what to respond while the database or the disk fails; None for any other error."""
    if isinstance(error, OSError):
        if error.errno in _DISK_FULL:
            return _no_space(error)
        return _not_writable(error) if error.errno in _DISK_FAILED else None
    if not isinstance(error, DATABASE_ERRORS):
        return None
    cause = getattr(error, "orig", None)
    # The low byte is the kind of the error; others tell more.
    sqlite_error = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    sqlstate = getattr(cause, "sqlstate", None)
    if sqlite_error == sqlite3.SQLITE_FULL or sqlstate == _POSTGRESQL_FULL:
        return _no_space(error)
    if sqlite_error in _SQLITE_FAILED:
        return _not_writable(error)
    log.error("database unavailable", error=error)
    return ServiceUnavailable("The database is busy. Please try again in a moment.", retry_after=2)


def _no_space(error: Exception) -> ApiError:
    log.error("disk full", error=error)
    return InsufficientStorage(NO_SPACE)


def _not_writable(error: Exception) -> ApiError:
    log.error("disk not writable", error=error)
    return ServiceUnavailable(_NOT_WRITABLE, retry_after=30)
