"""The sizes of stored pictures, so that pages can keep a place for each before it has come."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, UnidentifiedImageError

from awards_site.core.files import ADDRESS, storage


class PictureSize(NamedTuple):
    """A picture's extent, in pixels."""

    width: int
    height: int


def picture_size(address: str) -> PictureSize | None:
    """Return the size of a stored picture, or None when it is none of ours or has no pixels."""
    folder, _, name = address.rpartition("/")
    path = storage().path(name) if folder == ADDRESS else None
    return _size(path) if path else None


# A stored file never changes: another picture gets another name.
@lru_cache(maxsize=4096)
def _size(path: Path) -> PictureSize | None:
    try:
        with Image.open(path) as image:
            return PictureSize(*image.size)
    except (UnidentifiedImageError, OSError):
        return None
