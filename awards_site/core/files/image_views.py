"""Images and media as pages show them.

Responses are serialized in the event loop, without a database session, so the details are in
memory. They are read again when the media library has changed.

`image_variants.py` generates the variants and describes them in a JSON file, so that pages only
refer to variants that exist.
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NotRequired

from PIL import Image, UnidentifiedImageError
from pydantic import BaseModel
from sqlalchemy import column, or_, select, table
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from typing_extensions import TypedDict

from awards_site.core.database.sessions import reading
from awards_site.core.files.file_names import UPLOADS_URL, VARIANTS_DIR, is_original
from awards_site.core.files.storage import storage
from awards_site.core.invalidation.content_version import UPLOADS
from awards_site.core.invalidation.reads import Reads, State, record_read, record_reads

SHOWN_COLUMNS = ("alt_text", "credit", "focal_x", "focal_y")
"""The columns of the table of media items that responses show."""

_TABLE = table("media_items", *(column(name) for name in ("url", *SHOWN_COLUMNS)))


class MediaDetails(TypedDict, total=False):
    """The details of an image that are set, as in a `ResponsiveImage`."""

    alt: str
    credit: str
    position: str


class _Cache:
    """The details of all images that have some, as they were last read."""

    def __init__(self) -> None:
        self._details: Mapping[str, MediaDetails] = {}
        self._reads: Reads | None = None

    def get(self, url: str) -> MediaDetails:
        return self._details.get(url, {})

    def is_outdated(self) -> bool:
        return self._reads is None or self._reads.state is not State.FRESH

    def read(self) -> None:
        has_details = or_(*(_TABLE.c[name].is_not(None) for name in SHOWN_COLUMNS))
        with record_reads() as reads, reading() as session:
            rows = session.execute(select(_TABLE).where(has_details)).mappings().all()
        self._details, self._reads = {row["url"]: _details(dict(row)) for row in rows}, reads


_cache = _Cache()


def find(url: str) -> MediaDetails:
    """Return the details of an uploaded file that are set."""
    if not url.startswith(f"{UPLOADS_URL}/"):
        return {}
    record_read(_TABLE.name)
    return _cache.get(url)


async def load_media_details() -> None:
    """Read the details before a response needs them; a dependency of routes that show images."""
    if _cache.is_outdated():
        # Without the database, the request fails where it needs it.
        with suppress(SQLAlchemyError):
            await run_in_threadpool(_cache.read)


def _details(row: Mapping[str, Any]) -> MediaDetails:
    details: MediaDetails = {}
    if row["alt_text"]:
        details["alt"] = row["alt_text"]
    if row["credit"]:
        details["credit"] = row["credit"]
    point = row["focal_x"], row["focal_y"]
    if point != (None, None):
        x, y = (50 if each is None else each for each in point)
        details["position"] = f"{x}% {y}%"
    return details


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


class ResponsiveImage(ImageVariants):
    """An image at the URL `src`, which may be empty, with its existing variants.

    Width and height are 0 for images on other sites. The media library may have an alternative
    text and a credit for it, and its focal point as a CSS `object-position`.
    """

    src: str
    alt: NotRequired[str]
    credit: NotRequired[str]
    position: NotRequired[str]


class PageLink(TypedDict):
    """A link to a page of this site."""

    name: str
    path: str


class PrevNext(BaseModel):
    """Links to the previous and next record; null at either end."""

    previous: PageLink | None
    next: PageLink | None


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
    variants = _original(0, 0) if path is None else _variants(path)
    return {"src": src, **variants, **find(src)}


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
