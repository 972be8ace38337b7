"""The space that the site may take up on the disk."""

import shutil

from awards_site.core.errors import InsufficientStorage
from awards_site.core.http.body_limit import MEGABYTE
from awards_site.settings import settings

NO_SPACE = "The site has no space left to store this. Please try again later."


def check_free_disk() -> None:
    """Raise InsufficientStorage if the data folder's disk has less free space than the floor."""
    if shutil.disk_usage(settings().data_dir).free < settings().min_free_disk_mb * MEGABYTE:
        raise InsufficientStorage(NO_SPACE)
