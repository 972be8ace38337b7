"""Resolves a path to a page: a fixed page, a record's page, a redirect, or none."""

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol
from urllib.parse import parse_qsl

from awards_site.core.http.caching.cached_response import CachedResponse
from awards_site.core.invalidation.changes import Reads
from awards_site.public_pages import find_page
from awards_site.ui.lists.editions import MAX_AT_ONCE, Editions
from awards_site.ui.pages.public_page import Head, PublicPage
from awards_site.ui.pages.record_page import NOT_FOUND_STATUSES


class Responses(Protocol):
    """Where the API's anonymous responses come from, such as the response cache."""

    async def fetch(self, url: str) -> CachedResponse:
        """Return the response at a path and query of the API."""


class LookupFailed(Exception):
    """The API call that a page needs failed; the message names the URL."""


@dataclass(frozen=True)
class NegativeEntry:
    """A path without a page; `location` is the path to redirect to, or "" for a 404.

    This changes at `changes_at` without a write.
    """

    reads: Reads = field(default_factory=Reads)
    location: str = ""
    changes_at: datetime | None = None


@dataclass(frozen=True)
class FoundPage:
    """An existing page and its head, with the reads and the expiry time of the head's record."""

    page: PublicPage
    head: Head
    reads: Reads = field(default_factory=Reads)
    changes_at: datetime | None = None


async def look_up(path: str, responses: Responses) -> FoundPage | NegativeEntry:
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
    if response.status in NOT_FOUND_STATUSES:
        return NegativeEntry(response.reads, changes_at=response.changes_at)
    record = match.page.records.schema.from_json(json.loads(response.body))
    if record.path != path:
        return NegativeEntry(response.reads, record.path, response.changes_at)
    head = match.page.head_of(record)
    return FoundPage(match.page, head, response.reads, response.changes_at)


async def find_long_lists(page: PublicPage, responses: Responses) -> list[str]:
    """Return the routes of the lists that a page reads by edition. Raises LookupFailed."""
    return [each.route for each in page.editions if await _counts(each, responses)]


def key_of(path: str, query: bytes) -> str:
    """Return the path, with the parameter of the query that chooses an edition, if any."""
    editions = _editions_at(path) if query else None
    if editions is None:
        return path
    value = dict(parse_qsl(query.decode("latin-1"))).get(editions.param)
    return f"{path}?{editions.param}={value}" if value else path


async def is_part(key: str, responses: Responses) -> bool:
    """Return whether a key of `key_of` names an edition of a long list. Raises LookupFailed."""
    path, _, chosen = key.partition("?")
    editions = _editions_at(path)
    if editions is None or not chosen:
        return False
    years = {each["year"] for each in await _counts(editions, responses)} - {None}
    return any(chosen == f"{editions.param}={year}" for year in years)


def _editions_at(path: str) -> Editions | None:
    """Return the editions of the list on the page at a path, if it has one."""
    match = find_page(path)
    found = match.page.editions if match else ()
    return next((each for each in found if each.route == path), None)


async def _counts(editions: Editions, responses: Responses) -> list[dict[str, Any]]:
    """Return the numbers of records by year and category; none if the list is not long."""
    response = await fetch(editions.url, responses)
    counts: list[dict[str, Any]] = json.loads(response.body)
    return counts if sum(each["count"] for each in counts) > MAX_AT_ONCE else []


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
