"""Sizes and variants of images, as far as this host knows them.

`image_variants.py` makes the variants and describes them in a JSON file, so that pages refer only
to variants that exist.
"""

import json
import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from PIL import Image, UnidentifiedImageError
from typing_extensions import TypedDict

from awards_site.core.files.file_names import UPLOADS_URL, VARIANTS_DIR, is_original
from awards_site.core.files.storage import storage
from awards_site.core.invalidation.content_version import UPLOADS
from awards_site.core.invalidation.reads import record_read


class ImageVariants(TypedDict):
    """An image's size and the widths of its variants by format, all in pixels.

    The widths ascend. A width that equals the image's own, in the image's own format, stands for
    the image itself. `tint` has the image's colors from top to bottom as stops of a CSS gradient;
    it is empty for transparent images.
    """

    width: int
    height: int
    avif: list[int]
    webp: list[int]
    tint: str


BUNDLED_IMAGES_URL = "/people"
"""The URL path of the images that ship with the default content blocks."""

_BUNDLED = Path(__file__).parents[3] / "assets" / BUNDLED_IMAGES_URL.strip("/")
_VIEW_BOX = re.compile(r'viewBox="[\d.+-]+[ ,]+[\d.+-]+[ ,]+([\d.]+)[ ,]+([\d.]+)"')
_MAX_SVG_HEADER = 2048
"""The characters of an SVG file that are searched for its size."""


class VariantsProblem(TypedDict):
    """Why an image has no variants."""

    problem: str


def describe_image(url: str) -> ImageVariants:
    """Return the size and the variants of an image at a URL of this site or another one.

    This reads files of this host only: pages with many images must not wait for object storage.
    """
    path = _path(url)
    return _original(0, 0) if path is None else _variants(path)


def _variants(path: Path) -> ImageVariants:
    with suppress(FileNotFoundError):
        return _described(path)
    record_read(UPLOADS)
    with suppress(FileNotFoundError):
        return _original(*_size(path))
    return _original(0, 0)


def _path(url: str) -> Path | None:
    """Return where this host has what pages need of an image of this site."""
    folder, _, name = url.rpartition("/")
    if not is_original(name):
        return None
    if folder == UPLOADS_URL:
        return storage().local_folder / name
    return _BUNDLED / name if folder == BUNDLED_IMAGES_URL else None


# Stored files never change: a new image gets a new name. Exceptions are not cached, so variants are
# found as soon as they exist.
@lru_cache(maxsize=8192)
def _described(path: Path) -> ImageVariants:
    """Return the variants of an image. Raises FileNotFoundError until they are made."""
    description = json.loads((path.parent / VARIANTS_DIR / f"{path.stem}.json").read_bytes())
    if "problem" in description:
        return _original(*_size(path))
    variants: ImageVariants = description
    return variants


def _original(width: int, height: int) -> ImageVariants:
    """Return the description of an image without variants."""
    return ImageVariants(width=width, height=height, avif=[], webp=[], tint="")


@lru_cache(maxsize=8192)
def _size(path: Path) -> tuple[int, int]:
    """Return width and height of an image in pixels; 0 if they are unknown.

    Raises FileNotFoundError. The first HEAD_BYTES of an image are enough.
    """
    if path.suffix == ".svg":
        found = _VIEW_BOX.search(path.read_text(errors="replace")[:_MAX_SVG_HEADER])
        return (round(float(found[1])), round(float(found[2]))) if found else (0, 0)
    try:
        with Image.open(path) as image:
            return image.size
    except FileNotFoundError:
        raise
    except (UnidentifiedImageError, OSError):
        return 0, 0
