"""What a page needs to know of a picture: its size, and the smaller copies that stand beside it.

The copies are made by `awards_site/uploads/image_variants.py` and described in a file of their own, so that
no page names a copy that does not exist yet.
"""

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, NotRequired

from PIL import Image, UnidentifiedImageError
from typing_extensions import TypedDict

from awards_site.core.changes import note_missing_variants
from awards_site.core.files import ADDRESS, SIZES, stored_path

SHIPPED = "/people"
"""Where the pictures are served that come with the fixed texts."""

_ASSETS = Path(__file__).parents[2] / "assets"
_VIEW_BOX = re.compile(r'viewBox="[\d.+-]+[ ,]+[\d.+-]+[ ,]+([\d.]+)[ ,]+([\d.]+)"')
_START = 2048
"""The characters of an SVG file among which its size is looked for."""


class ImageSize(NamedTuple):
    """A picture's extent, in pixels."""

    width: int
    height: int


class ImageVariants(TypedDict):
    """The smaller copies of a picture: their widths in pixels by kind, ascending.

    A width of the picture's own kind that is its own width stands for the picture itself. `tint`
    is the picture's colours from top to bottom, as the stops of a CSS gradient; it is empty for
    one that can be seen through. Width and height are the picture's own.
    """

    width: int
    height: int
    avif: list[int]
    webp: list[int]
    tint: str


class Problem(TypedDict):
    """Why a picture has no smaller copies."""

    problem: str


class ResponsiveImage(ImageVariants):
    """A picture at the address `src`, with the copies of it that exist; `src` may be empty.

    Width and height are 0 when the picture stands elsewhere. `early` says that it is above the
    fold: 1, or 2 for the one that is largest there and comes before all others.
    """

    src: str
    early: NotRequired[int]


class NoImageVariants(Exception):
    """A picture has no smaller copies, for the reason that its description gives."""


def responsive_image(address: str | None) -> ResponsiveImage:
    """Return the picture at an address, whether it is one of ours or not."""
    src = address or ""
    known = _known(src)
    return ResponsiveImage(
        src=src,
        width=known["width"],
        height=known["height"],
        avif=known["avif"],
        webp=known["webp"],
        tint=known["tint"],
    )


_UNKNOWN = ImageVariants(width=0, height=0, avif=[], webp=[], tint="")
"""What is said of a picture that stands elsewhere, or nowhere."""


def _known(address: str) -> ImageVariants:
    try:
        return _variants(address)
    except (FileNotFoundError, NoImageVariants) as error:
        path = _path(address)
        if path is None:
            return _UNKNOWN
        if isinstance(error, FileNotFoundError):
            note_missing_variants(path.stem)
        width, height = _size(path) or (0, 0)
        return ImageVariants(width=width, height=height, avif=[], webp=[], tint="")


def image_size(address: str) -> ImageSize | None:
    """Return the size of a stored picture, or None when it is none of ours or has no pixels."""
    path = stored_path(address)
    return _size(path) if path else None


def _path(address: str) -> Path | None:
    folder, _, name = address.rpartition("/")
    shipped = _ASSETS / SHIPPED.strip("/") / name
    if folder == SHIPPED and name and shipped.is_file():
        return shipped
    return stored_path(address)


# A stored file never changes: another picture gets another name. A failure is not kept, so that
# copies are found as soon as they are there.
@lru_cache(maxsize=8192)
def _variants(address: str) -> ImageVariants:
    if address.rpartition("/")[0] not in {ADDRESS, SHIPPED}:
        return _UNKNOWN
    path = _path(address)
    if path is None:
        raise FileNotFoundError(address)
    told = json.loads((path.parent / SIZES / f"{path.stem}.json").read_bytes())
    if "problem" in told:
        raise NoImageVariants(told["problem"])
    copies: ImageVariants = told
    return copies


@lru_cache(maxsize=8192)
def _size(path: Path) -> ImageSize | None:
    if path.suffix == ".svg":
        found = _VIEW_BOX.search(path.read_text(errors="replace")[:_START])
        return ImageSize(*(round(float(each)) for each in found.groups())) if found else None
    try:
        with Image.open(path) as image:
            return ImageSize(*image.size)
    except (UnidentifiedImageError, OSError):
        return None
