"""Resolves a path to a page: a fixed page, a record's page, a redirect, or none."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from awards_site.core.http.response_store import CachedResponse
from awards_site.core.invalidation.content_version import Row
from awards_site.core.invalidation.reads import Reads
from awards_site.pages.public_pages import find_page
from awards_site.ui.pages import NOT_FOUND_STATUSES, Head, PublicPage


class Responses(Protocol):
    """A source of the API's anonymous responses, such as the response cache."""

    async def fetch(self, url: str) -> CachedResponse:
        """Return the response at a path and query of the API."""


class LookupFailed(Exception):
    """The API call that a page needs failed; the message names the URL."""


@dataclass(frozen=True)
class NoPage:
    """A path without a page; `location` is the path to redirect to, or "" for a 404."""

    location: str = ""


@dataclass(frozen=True)
class FoundPage:
    """An existing page and its head, with the row, the reads and the expiry of its record."""

    page: PublicPage
    head: Head
    row: Row | None = None
    reads: Reads = field(default_factory=Reads)
    expires: datetime | None = None


async def look_up(path: str, responses: Responses) -> FoundPage | NoPage:
    """Return the page at `path`. Raises LookupFailed."""
    match = find_page(path)
    if match is None:
        return NoPage()
    records = match.page.records
    if records is None:
        return FoundPage(match.page, match.page.head_of(None))
    url = records.url_of(match.key)
    if url is None:
        return NoPage()
    response = await fetch(url, responses)
    if response.status in NOT_FOUND_STATUSES:
        return NoPage()
    record = records.schema.from_json(json.loads(response.body))
    if record.path != path:
        return NoPage(record.path)
    found = match.page.head_of(record), (records.table, record.id)
    return FoundPage(match.page, *found, response.reads, response.expires)


async def fetch_all(urls: Iterable[str], responses: Responses) -> dict[str, CachedResponse]:
    """Return the API's anonymous responses by URL. Raises LookupFailed."""
    chosen = list(urls)
    found = await asyncio.gather(*(fetch(url, responses) for url in chosen))
    return dict(zip(chosen, found, strict=True))


async def fetch(url: str, responses: Responses) -> CachedResponse:
    """Return the API's anonymous response at a URL, which is a 200 or a "not found".

    Raises LookupFailed for other statuses and for errors.
    """
    try:
        response = await responses.fetch(url)
    except Exception as error:
        raise LookupFailed(f"reading {url} failed: {error!r}") from error
    if response.status not in {200, *NOT_FOUND_STATUSES}:
        raise LookupFailed(f"reading {url} failed: status {response.status}")
    return response
