"""Sizes and variants of images, as pages need them for responsive images.

`awards_site/uploads/image_variants.py` generates the variants and describes them in a JSON file, so
that pages only refer to variants that exist.
"""

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, NotRequired

from PIL import Image, UnidentifiedImageError
from typing_extensions import TypedDict

from awards_site.core.files import UPLOADS_URL, VARIANTS_DIR, stored_path
from awards_site.core.read_recorder import record_missing_variants

BUNDLED_IMAGES_URL = "/people"
"""The URL path of the images that ship with the default content blocks."""

_ASSETS = Path(__file__).parents[2] / "assets"
_VIEW_BOX = re.compile(r'viewBox="[\d.+-]+[ ,]+[\d.+-]+[ ,]+([\d.]+)[ ,]+([\d.]+)"')
_MAX_SVG_HEADER = 2048
"""How many characters of an SVG file are searched for its size."""


class ImageSize(NamedTuple):
    """The size of an image in pixels."""

    width: int
    height: int


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


class VariantsProblem(TypedDict):
    """Why an image has no variants."""

    problem: str


class ResponsiveImage(ImageVariants):
    """An image at the URL `src`, which may be empty, with its existing variants.

    Width and height are 0 for images on other sites. `early` marks images above the fold: 1, or 2
    for the largest one, which is loaded first.
    """

    src: str
    early: NotRequired[int]


class VariantsUnavailable(Exception):
    """An image has no variants; the message is the reason in its description."""


def responsive_image(url: str | None) -> ResponsiveImage:
    """Return the image at a URL of this site or another one."""
    src = url or ""
    variants = _describe(src)
    return ResponsiveImage(
        src=src,
        width=variants["width"],
        height=variants["height"],
        avif=variants["avif"],
        webp=variants["webp"],
        tint=variants["tint"],
    )


_NO_VARIANTS = ImageVariants(width=0, height=0, avif=[], webp=[], tint="")
"""The variants of images on other sites and of missing images."""


def _describe(url: str) -> ImageVariants:
    try:
        return _variants(url)
    except (FileNotFoundError, VariantsUnavailable) as error:
        path = _path(url)
        if path is None:
            return _NO_VARIANTS
        if isinstance(error, FileNotFoundError):
            record_missing_variants(path.stem)
        width, height = _size(path) or (0, 0)
        return ImageVariants(width=width, height=height, avif=[], webp=[], tint="")


def image_size(url: str) -> ImageSize | None:
    """Return the size of a stored image, or None if it is not stored here or not an image."""
    path = stored_path(url)
    return _size(path) if path else None


def _path(url: str) -> Path | None:
    folder, _, name = url.rpartition("/")
    bundled = _ASSETS / BUNDLED_IMAGES_URL.strip("/") / name
    if folder == BUNDLED_IMAGES_URL and name and bundled.is_file():
        return bundled
    return stored_path(url)


# Stored files never change: a new image gets a new name. Exceptions are not cached, so variants are
# found as soon as they exist.
@lru_cache(maxsize=8192)
def _variants(url: str) -> ImageVariants:
    if url.rpartition("/")[0] not in {UPLOADS_URL, BUNDLED_IMAGES_URL}:
        return _NO_VARIANTS
    path = _path(url)
    if path is None:
        raise FileNotFoundError(url)
    description = json.loads((path.parent / VARIANTS_DIR / f"{path.stem}.json").read_bytes())
    if "problem" in description:
        raise VariantsUnavailable(description["problem"])
    variants: ImageVariants = description
    return variants


@lru_cache(maxsize=8192)
def _size(path: Path) -> ImageSize | None:
    if path.suffix == ".svg":
        found = _VIEW_BOX.search(path.read_text(errors="replace")[:_MAX_SVG_HEADER])
        return ImageSize(*(round(float(each)) for each in found.groups())) if found else None
    try:
        with Image.open(path) as image:
            return ImageSize(*image.size)
    except (UnidentifiedImageError, OSError):
        return None
