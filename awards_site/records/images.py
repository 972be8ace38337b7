"""Images as pages show them: variants, and what the media library says of them.

Responses are serialized in the event loop, without a database session, so the details are in
memory. They are read again when the media library has changed.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NotRequired

from sqlalchemy import column, or_, select, table
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from typing_extensions import TypedDict

from awards_site.core.database.sessions import reading
from awards_site.core.files.file_names import UPLOADS_URL
from awards_site.core.files.image_descriptions import ImageVariants, describe_image
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


def details_of(url: str) -> MediaDetails:
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


class ResponsiveImage(ImageVariants):
    """An image at the URL `src`, which may be empty, with its existing variants.

    Width and height are 0 for images on other sites. The media library may have an alternative
    text and a credit for it, and its focal point as a CSS `object-position`.
    """

    src: str
    alt: NotRequired[str]
    credit: NotRequired[str]
    position: NotRequired[str]


def responsive_image(url: str | None) -> ResponsiveImage:
    """Return the image at a URL of this site or another one, without waiting for other hosts."""
    src = url or ""
    return {"src": src, **describe_image(src), **details_of(src)}


def images_of(texts: Any) -> dict[str, ResponsiveImage]:
    """Return the images that texts refer to under the key `image`, by URL."""
    return {url: responsive_image(url) for url in _image_urls(texts)}


def _image_urls(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if value.get("image"):
            yield value["image"]
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _image_urls(each)
