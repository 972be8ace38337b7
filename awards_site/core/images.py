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

from awards_site.core.files import UPLOADS_URL, VARIANTS_DIR, stored_path
from awards_site.core.read_recorder import record_missing_variants
from awards_site.core.views import ImageVariants, ResponsiveImage

BUNDLED_IMAGES_URL = "/people"
"""The URL path of the images that ship with the default content blocks."""

_ASSETS = Path(__file__).parents[2] / "assets"
_VIEW_BOX = re.compile(r'viewBox="[\d.+-]+[ ,]+[\d.+-]+[ ,]+([\d.]+)[ ,]+([\d.]+)"')
_MAX_SVG_HEADER = 2048
"""How many characters of an SVG file are searched for its size."""


class VariantsProblem(TypedDict):
    """Why an image has no variants."""

    problem: str


def responsive_image(url: str | None) -> ResponsiveImage:
    """Return the image at a URL of this site or another one."""
    src = url or ""
    try:
        return {"src": src, **_described(src)}
    except FileNotFoundError:
        return {"src": src, **_undescribed(src)}


def _path(url: str) -> Path | None:
    folder, _, name = url.rpartition("/")
    bundled = _ASSETS / BUNDLED_IMAGES_URL.strip("/") / name
    if folder == BUNDLED_IMAGES_URL and name and bundled.is_file():
        return bundled
    return stored_path(url)


# Stored files never change: a new image gets a new name. Exceptions are not cached, so variants are
# found as soon as they exist.
@lru_cache(maxsize=8192)
def _described(url: str) -> ImageVariants:
    """Return the variants of an image. Raises FileNotFoundError until they are made."""
    if url.rpartition("/")[0] not in {UPLOADS_URL, BUNDLED_IMAGES_URL}:
        return _original(0, 0)
    path = _path(url)
    if path is None:
        raise FileNotFoundError(url)
    description = json.loads((path.parent / VARIANTS_DIR / f"{path.stem}.json").read_bytes())
    if "problem" in description:
        return _original(*_size(path))
    variants: ImageVariants = description
    return variants


def _undescribed(url: str) -> ImageVariants:
    path = _path(url)
    if path is None:
        return _original(0, 0)
    record_missing_variants(path.stem)
    return _original(*_size(path))


def _original(width: int, height: int) -> ImageVariants:
    """Return the description of an image without variants."""
    return ImageVariants(width=width, height=height, avif=[], webp=[], tint="")


@lru_cache(maxsize=8192)
def _size(path: Path) -> tuple[int, int]:
    """Return width and height of an image in pixels; 0 if they are unknown."""
    if path.suffix == ".svg":
        found = _VIEW_BOX.search(path.read_text(errors="replace")[:_MAX_SVG_HEADER])
        return (round(float(found[1])), round(float(found[2]))) if found else (0, 0)
    try:
        with Image.open(path) as image:
            return image.size
    except (UnidentifiedImageError, OSError):
        return 0, 0
