"""Sizes and variants of images, as pages need them for responsive images.

`awards_site/uploads/image_variants.py` generates the variants and describes them in a JSON file, so
that pages only refer to variants that exist.
"""

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import TypedDict

from PIL import Image, UnidentifiedImageError

from awards_site.core.invalidation.content_version import UPLOADS
from awards_site.core.invalidation.reads import record_read
from awards_site.core.presentation import media_details
from awards_site.core.presentation.views import ImageVariants, ResponsiveImage
from awards_site.core.storage.file_names import UPLOADS_URL, VARIANTS_DIR, is_original
from awards_site.core.storage.files import storage

BUNDLED_IMAGES_URL = "/people"
"""The URL path of the images that ship with the default content blocks."""

_BUNDLED = Path(__file__).parents[3] / "assets" / BUNDLED_IMAGES_URL.strip("/")
_VIEW_BOX = re.compile(r'viewBox="[\d.+-]+[ ,]+[\d.+-]+[ ,]+([\d.]+)[ ,]+([\d.]+)"')
_MAX_SVG_HEADER = 2048
"""How many characters of an SVG file are searched for its size."""


class VariantsProblem(TypedDict):
    """Why an image has no variants."""

    problem: str


def responsive_image(url: str | None) -> ResponsiveImage:
    """Return the image at a URL of this site or another one.

    This reads files of this host only: pages with many images must not wait for object storage.
    """
    src = url or ""
    path = _path(src)
    image = _image(src, _original(0, 0) if path is None else _variants(path))
    image.update(media_details.find(src))  # type: ignore[typeddict-item] # It has some of the keys.
    return image


def _image(src: str, variants: ImageVariants) -> ResponsiveImage:
    return {
        "src": src,
        "width": variants["width"],
        "height": variants["height"],
        "avif": variants["avif"],
        "webp": variants["webp"],
        "tint": variants["tint"],
    }


def _variants(path: Path) -> ImageVariants:
    try:
        return _described(path)
    except FileNotFoundError:
        return _undescribed(path)


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


def _undescribed(path: Path) -> ImageVariants:
    record_read(UPLOADS)
    try:
        return _original(*_size(path))
    except FileNotFoundError:
        return _original(0, 0)


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
