"""Which page there is at a path: a fixed one, that of a record, or none."""

import json
from dataclasses import dataclass, field
from datetime import datetime

from awards_site.core.changes import Reads
from awards_site.core.http.response_cache import CachedResponse, ResponseCache
from awards_site.public_pages import find_page
from awards_site.ui.pages.public_page import Head, PublicPage
from awards_site.ui.pages.record_page import NONE_SUCH


class LookupFailed(Exception):
    """The API could not answer what a page is made from; the message tells which call."""


@dataclass(frozen=True)
class NegativeEntry:
    """A path without a page of its own: another one is right, or none."""

    reads: Reads = field(default_factory=Reads)
    location: str = ""


@dataclass(frozen=True)
class FoundPage:
    """A page that exists: its head, and what that was made from."""

    page: PublicPage
    head: Head
    reads: Reads = field(default_factory=Reads)
    changes_at: datetime | None = None


async def look_up(path: str, responses: ResponseCache) -> FoundPage | NegativeEntry:
    """Return the page at `path`. Raises LookupFailed."""
    match = find_page(path)
    if match is None:
        return NegativeEntry()
    if match.page.records is None:
        return FoundPage(match.page, match.page.head_of(None))
    url = match.page.records.url_of(match.key)
    if url is None:
        return NegativeEntry()
    response = await fetch(url, responses)
    if response.status in NONE_SUCH:
        return NegativeEntry(response.reads)
    record = json.loads(response.body)
    if record["path"] != path:
        return NegativeEntry(response.reads, record["path"])
    head = match.page.head_of(record)
    return FoundPage(match.page, head, response.reads, response.changes_at)


async def fetch(url: str, responses: ResponseCache) -> CachedResponse:
    """Return what the API answers any visitor at a URL, if that is JSON or that there is none.

    Raises LookupFailed.
    """
    try:
        response = await responses.fetch(url)
    except Exception as error:
        raise LookupFailed(f"{url} could not be read: {error!r}") from error
    if response.status not in {200, *NONE_SUCH}:
        raise LookupFailed(f"{url} was answered with {response.status}")
    return response
