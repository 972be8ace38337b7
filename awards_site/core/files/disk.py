"""The disk of this host: atomic writes, temporary files, and free space."""

import os
import re
import secrets
import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from awards_site.core.errors import NO_SPACE, InsufficientStorage
from awards_site.core.logs import get_logger
from awards_site.settings import settings

log = get_logger(__name__)

MEGABYTE = 1024 * 1024


LEFTOVER_SECONDS = 3600
"""The age at which a temporary file belongs to no running process: writing one takes seconds."""

_TEMPORARY_NAME = re.compile(r"\.[0-9a-f]{16}|[\w.-]+#\d+")
"""The names of `write_atomic`, and of `obstore` while it writes into a folder."""


def write_atomic(target: Path, content: bytes) -> None:
    """Write or replace a file in an existing folder; readers see the old or the new content."""
    temporary = target.with_name(f".{secrets.token_hex(8)}")
    try:
        temporary.write_bytes(content)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Write a file or the names in a folder through to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def delete_leftovers(folders: Iterable[Path]) -> int:
    """Delete the old temporary files in folders, which may be missing; return their number."""
    newest = time.time() - LEFTOVER_SECONDS
    old = [
        path
        for folder in folders
        for path in folder.glob("*")
        if _TEMPORARY_NAME.fullmatch(path.name) and _modified(path) < newest
    ]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # Its process has finished it meanwhile.
        return time.time()


RESERVE_BYTES = 8 * MEGABYTE
"""The size of the file that is given up on a full disk, so that staff can sign in and tidy up."""
MIN_FREE_BYTES = MEGABYTE
"""The free space below which the reserve is given up."""
MIN_FREE_MB = 100
"""The free space below which no form or upload is stored."""


def keep_reserve() -> None:
    """Write the reserve, unless it is there or the disk has little space."""
    reserve = _reserve()
    if not reserve.exists() and shutil.disk_usage(reserve.parent).free > 2 * RESERVE_BYTES:
        write_atomic(reserve, bytes(RESERVE_BYTES))


def release_reserve_if_full() -> None:
    """Give the reserve up if the disk has no space left."""
    reserve = _reserve()
    with suppress(OSError):
        if shutil.disk_usage(reserve.parent).free < MIN_FREE_BYTES:
            reserve.unlink()
            log.warning("disk full; the reserve is given up", file=reserve)


def _reserve() -> Path:
    return settings().data_dir / "reserve"


def has_free_disk(folder: Path) -> bool:
    """Return whether the disk of a folder has at least MIN_FREE_MB of free space."""
    return shutil.disk_usage(folder).free >= MIN_FREE_MB * MEGABYTE


def check_free_disk() -> None:
    """Raise InsufficientStorage if the data folder's disk has less free space than that."""
    if not has_free_disk(settings().data_dir):
        raise InsufficientStorage(NO_SPACE)


def modified_ns(path: Path) -> int:
    """Return the modification time of a file or folder in ns, or 0 if it does not exist."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0
