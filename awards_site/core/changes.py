"""The version of what visitors may see: another one after every change, in whichever process.

Whatever is kept of public content (answers, pages) is kept with the version that was read before
the content was, and is fresh as long as that is still the version.
"""

import logging
import os
import time
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from sqlmodel import SQLModel

from awards_site.settings import settings

log = logging.getLogger(__name__)

T = TypeVar("T", bound=type[SQLModel])

_PRIVATE = "never_public"


def never_public(table: T) -> T:
    """Declare a table of which no visitor sees anything: writes to it change nothing public."""
    vars(table)["__table__"].info[_PRIVATE] = True
    return table


def is_public(table: Any) -> bool:
    """Tell whether visitors may see something of a table (SQLAlchemy's)."""
    return _PRIVATE not in table.info


def version() -> int:
    """Return the version of public content, for the price of one look at a file's times.

    It is the same in all processes that share AWARDS_DATA_DIR, and 0 before the first change.
    """
    try:
        return _file(settings().data_dir).stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def announce() -> None:
    """Give public content a higher version: a write was committed, or time has changed it.

    A folder that cannot be written to is logged and raises nothing: what was committed, is.
    """
    path = _file(settings().data_dir)
    try:
        before = version()
        path.touch()
        # A file system counts its own times in milliseconds, within which two changes may fall,
        # and a clock that is set right may go back.
        now = max(time.time_ns(), before + 1)
        os.utime(path, ns=(now, now))
    except OSError:
        log.exception("Cannot write %s: pages may show old content; make it writable", path)


@cache
def _file(data_dir: Path) -> Path:
    return data_dir.resolve() / "content-version"
