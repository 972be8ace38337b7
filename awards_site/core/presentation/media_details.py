"""What the media library has about uploaded images, as responses need it, by URL.

Responses are serialized in the event loop, without a database session, so the details are in
memory: they are read once, and then follow the changes that the caches are notified of.
"""

import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import column, or_, select, table
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from typing_extensions import TypedDict

from awards_site.core.database.sessions import reading
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.changes import ALL_TABLES, Change
from awards_site.core.invalidation.read_recorder import record_media_details, unrecorded
from awards_site.core.storage.file_names import UPLOADS_URL

MAX_AGE_SECONDS = 1.0
"""How old the details may be while this process may miss writes of others."""

SHOWN_COLUMNS = ("alt_text", "credit", "focal_x", "focal_y")
"""The columns of the table of media items that responses show."""

_TABLE = table("media_items", *(column(name) for name in ("url", *SHOWN_COLUMNS)))
_CENTRE = 50


class MediaDetails(TypedDict, total=False):
    """The details of an image that are set, as in a `ResponsiveImage`."""

    alt: str
    credit: str
    position: str


class _Cache:
    """The details of all images that have some, as of the last read and the changes since."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._details: dict[str, MediaDetails] = {}
        self._changes = 0
        self._is_complete = False
        self._read_at = 0.0

    def get(self, url: str) -> MediaDetails:
        return self._details.get(url, {})

    def is_outdated(self) -> bool:
        age = time.monotonic() - self._read_at
        return not self._is_complete or (age > MAX_AGE_SECONDS and not content_version.is_current())

    def read(self) -> None:
        """Read the details of all images, again if they change meanwhile."""
        while not self._read_once():
            pass

    def _read_once(self) -> bool:
        changes, read_at = self._changes, time.monotonic()
        has_details = or_(*(_TABLE.c[name].is_not(None) for name in SHOWN_COLUMNS))
        with unrecorded(), reading() as session:
            rows = session.execute(select(_TABLE).where(has_details)).mappings().all()
        details = {row["url"]: _details(dict(row)) for row in rows}
        with self._lock:
            if changes != self._changes:
                return False
            self._details, self._read_at, self._is_complete = details, read_at, True
        return True

    def apply(self, changes: Sequence[Change]) -> None:
        """Follow the changes of a write; called in the writing thread."""
        relevant = [each for each in changes if each.table in (_TABLE.name, ALL_TABLES)]
        if not relevant:
            return
        with self._lock:
            self._changes += 1
            for change in relevant:
                self._apply(change)

    def _apply(self, change: Change) -> None:
        if change.before is None and change.after is None:
            # Whatever is computed until it is read again is not cached.
            self._is_complete = False
        for values in (change.before, change.after):
            if values:
                self._details.pop(values["url"], None)
        if change.after and (details := _details(change.after)):
            self._details[change.after["url"]] = details


_cache = _Cache()
content_version.subscribe(_cache.apply)


def find(url: str) -> MediaDetails:
    """Return the details of an uploaded file that are set."""
    if not url.startswith(f"{UPLOADS_URL}/"):
        return {}
    record_media_details(_TABLE.name, frozenset(SHOWN_COLUMNS), url)
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
        x, y = (_CENTRE if each is None else each for each in point)
        details["position"] = f"{x}% {y}%"
    return details
