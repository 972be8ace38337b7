"""Renders a page: fetches its API responses, renders it in Node.js, builds the HTML document."""

import asyncio
import os
import sys
import time
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from hashlib import blake2b

from awards_site.core import clock
from awards_site.core.http.content_coding import COMPRESSED, IDENTITY, Coding
from awards_site.core.http.response_cache import ResponseCache
from awards_site.core.http.response_store import (
    CachedResponse,
    JoinedResponse,
    ResponseStore,
)
from awards_site.core.http.security import UnknownCodeFound, check_code
from awards_site.core.invalidation.content_version import Row
from awards_site.core.invalidation.reads import Reads, State
from awards_site.core.logs import get_logger
from awards_site.prerender.build import Bundle
from awards_site.prerender.html import document_head, known_scripts, site_values
from awards_site.prerender.lookup import FoundPage, NoPage, Responses, fetch_all, look_up
from awards_site.prerender.ssr_worker import (
    NICENESS,
    ApiResponse,
    RenderFailed,
    Rendering,
    SsrWorker,
)
from awards_site.ui.pages import Head

log = get_logger(__name__)

_MAX_ATTEMPTS = 5
"""How often a page is rendered if its content changes during rendering."""
_MAX_PASSES = 5
"""The maximum depth of dependent queries: each level takes one render pass."""


def _lower_priority() -> None:
    # On Linux niceness applies to the calling thread; elsewhere to the whole process.
    if sys.platform == "linux":
        os.nice(NICENESS)


_compression = ThreadPoolExecutor(1, "compression", initializer=_lower_priority)


class RenderedPage(CachedResponse):
    """A rendered page; `content` identifies what it shows, and `row` is its own record.

    `sources` are the URLs that it was made from with the ETags of their responses.
    """

    content: bytes = b""
    row: Row | None = None
    head: Head
    sources: Mapping[str, str]


class Renderer:
    """Renders pages into a store."""

    def __init__(
        self,
        bundle: Bundle,
        pages: ResponseStore[str, RenderedPage],
        responses: ResponseCache,
        worker: SsrWorker,
    ) -> None:
        self._bundle = bundle
        self._pages = pages
        self._responses = responses
        self._worker = worker

    async def render(self, path: str) -> None:
        """Store the page at a path, or remove it if there is none any more.

        Raises LookupFailed and RenderFailed.
        """
        started = time.perf_counter()
        for attempt in range(_MAX_ATTEMPTS):
            found = await look_up(path, self._responses)
            if isinstance(found, NoPage):
                self._pages.drop(path)
                return
            page = await self._build(path, found)
            # A write that waits for this page finds its change there.
            worst = State.OUTDATED if attempt == _MAX_ATTEMPTS - 1 else State.FRESH
            if page.state <= worst:
                self._pages.put(path, page)
                elapsed_ms = round((time.perf_counter() - started) * 1000)
                log.debug("page prerendered", page=path, elapsed_ms=elapsed_ms)
                return
        raise RenderFailed(f"content withdrawn during {_MAX_ATTEMPTS} attempts to render {path}")

    async def _build(self, path: str, found: FoundPage) -> RenderedPage:
        page = {
            "path": path,
            "renderedAt": round(clock.now().timestamp() * 1000),
            "site": site_values(),
        }
        before = self._pages.get(path)
        if before is not None and before.head == found.head:
            responses = await fetch_all(before.sources, self._responses)
            if all(_etag(responses[url]) == etag for url, etag in before.sources.items()):
                return before.renewed(*_validity(found, responses.values()))
        rendering, responses = await render_content(
            self._worker,
            found.page.route,
            page,
            self._responses,
            before.sources if before is not None else (),
        )
        reads, expires = _validity(found, responses.values())
        sources = {url: _etag(response) for url, response in responses.items()}
        shown = (rendering.head, rendering.body, rendering.queries, repr(found.head).encode())
        content = blake2b(b"\0".join(shown), digest_size=16).digest()
        if before is not None and before.content == content:
            made = before.renewed(reads, expires)
            made.sources = sources
            return made
        page["renderedAt"] = rendering.rendered_at
        html = self._bundle.html(found, path, page, rendering)
        codings = before.asked if before is not None and before.asked else COMPRESSED[:1]
        run = asyncio.get_running_loop().run_in_executor
        made = await run(_compression, self._respond, html, path, reads, expires, tuple(codings))
        made.content, made.row, made.head, made.sources = content, found.row, found.head, sources
        return made

    def _respond(
        self,
        html: bytes,
        path: str,
        reads: Reads,
        expires: datetime | None,
        codings: Collection[Coding],
    ) -> RenderedPage:
        """Return the response of a document; raise RenderFailed if it contains unknown code."""
        # The styles are most of the document, and in all of them the same.
        varying = html.replace(self._bundle.styles.elements, b"")
        try:
            check_code(varying.decode(), known_scripts())
        except UnknownCodeFound as error:
            raise RenderFailed(str(error)) from error
        status, headers = document_head(path, self._bundle.policy)
        return RenderedPage(status, headers, html, reads, expires, codings)


async def render_content(
    worker: SsrWorker,
    route: str,
    page: Mapping[str, object],
    responses: Responses,
    urls: Collection[str] = (),
) -> tuple[Rendering, dict[str, CachedResponse]]:
    """Return the rendered content of a page and the API responses it uses, by URL.

    `urls` are those that it is expected to use. Raises LookupFailed and RenderFailed.
    """
    found: dict[str, CachedResponse] = {}
    for _ in range(_MAX_PASSES):
        found |= await fetch_all([url for url in urls if url not in found], responses)
        rendering = await worker.render(
            route, page, {url: _api_response(each) for url, each in found.items()}
        )
        urls = rendering.urls
        if all(url in found for url in urls):
            return rendering, {url: found[url] for url in urls}
    raise RenderFailed(f"{route} requests further URLs after {_MAX_PASSES} passes: {urls}")


def _validity(
    found: FoundPage, responses: Iterable[CachedResponse]
) -> tuple[Reads, datetime | None]:
    """Return the reads and the expiry of a page."""
    parts: list[FoundPage | CachedResponse] = [found, *responses]
    expires = [each.expires for each in parts if each.expires is not None]
    return Reads.joined(*(each.reads for each in parts)), min(expires, default=None)


def _api_response(response: CachedResponse) -> ApiResponse:
    if isinstance(response, JoinedResponse):
        parts = [_api_response(each) for each in response.parts]
        return ApiResponse(b"", _etag(response), parts)
    return ApiResponse(response.body if response.status == 200 else b"null", _etag(response))


def _etag(response: CachedResponse) -> str:
    return response.etags.get(IDENTITY, "")
