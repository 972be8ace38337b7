"""The space that the site may take up on the disk."""

import shutil
from pathlib import Path

from awards_site.core.errors import NO_SPACE, InsufficientStorage
from awards_site.core.units import MEGABYTE
from awards_site.settings import settings


def has_free_disk(folder: Path) -> bool:
    """Return whether the disk of a folder has at least the free space of the settings."""
    return shutil.disk_usage(folder).free >= settings().min_free_disk_mb * MEGABYTE


def check_free_disk() -> None:
    """Raise InsufficientStorage if the data folder's disk has less free space than that."""
    if not has_free_disk(settings().data_dir):
        raise InsufficientStorage(NO_SPACE)
