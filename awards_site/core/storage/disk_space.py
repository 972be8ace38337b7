"""The space that the site may take up on the disk."""

import shutil
from contextlib import suppress
from pathlib import Path

from awards_site.core.errors import NO_SPACE, InsufficientStorage
from awards_site.core.logs.logger import get_logger
from awards_site.core.storage.atomic_write import write_atomic
from awards_site.core.units import MEGABYTE
from awards_site.settings import settings

log = get_logger(__name__)

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
