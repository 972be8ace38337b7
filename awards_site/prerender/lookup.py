"""Resolves a path to a page: a fixed page, a record's page, a redirect, or none."""

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl

from awards_site.core.http.caching.cached_response import CachedResponse
from awards_site.core.http.caching.response_cache import ResponseCache
from awards_site.core.invalidation.changes import Reads
from awards_site.public_pages import PUBLIC_PAGES, find_page
from awards_site.ui.pages.public_page import Head, PublicPage
from awards_site.ui.pages.record_page import NOT_FOUND_STATUSES

MAX_AT_ONCE = 100
"""The most records of a list that a page has at once."""


class LookupFailed(Exception):
    """The API call that a page needs failed; the message names the URL."""


@dataclass(frozen=True)
class NegativeEntry:
    """A path without a page; `location` is the path to redirect to, or "" for a 404."""

    reads: Reads = field(default_factory=Reads)
    location: str = ""


@dataclass(frozen=True)
class FoundPage:
    """An existing page and its head, with the reads and the expiry time of the head's record."""

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
    if response.status in NOT_FOUND_STATUSES:
        return NegativeEntry(response.reads)
    record = match.page.records.schema.from_json(json.loads(response.body))
    if record.path != path:
        return NegativeEntry(response.reads, record.path)
    head = match.page.head_of(record)
    return FoundPage(match.page, head, response.reads, response.changes_at)


async def find_long_lists(responses: ResponseCache) -> list[str]:
    """Return the paths of the pages whose lists are loaded in parts. Raises LookupFailed."""
    return [page.route for page in PUBLIC_PAGES if await _find_parts(page, responses)]


def key_of(path: str, query: bytes) -> str:
    """Return the path, with the parameter of the query that chooses a part of its list, if any."""
    match = find_page(path) if query else None
    param = match.page.part_param if match else ""
    value = dict(parse_qsl(query.decode("latin-1"))).get(param) if param else None
    return f"{path}?{param}={value}" if value else path


async def is_part(key: str, responses: ResponseCache) -> bool:
    """Return whether a key of `key_of` names a part of a long list. Raises LookupFailed."""
    path, _, chosen = key.partition("?")
    match = find_page(path)
    parts = await _find_parts(match.page, responses) if match and chosen else []
    return any(chosen == f"{param}={value}" for part in parts for param, value in part.items())


async def _find_parts(page: PublicPage, responses: ResponseCache) -> list[dict[str, Any]]:
    """Return the parts of a page's list with their numbers of records; none if it is not long."""
    if not page.sizes_url:
        return []
    response = await fetch(page.sizes_url, responses)
    parts: list[dict[str, Any]] = json.loads(response.body)
    return parts if sum(part["count"] for part in parts) > MAX_AT_ONCE else []


async def fetch(url: str, responses: ResponseCache) -> CachedResponse:
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
