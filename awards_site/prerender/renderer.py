"""Rendering a page: its answers from the API, its content by Node.js, and its document."""

import asyncio
import logging
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b

from awards_site.core import clock, content_version, paths
from awards_site.core.changes import Reads
from awards_site.core.http.cached_response import CachedResponse
from awards_site.core.http.response_cache import ResponseCache
from awards_site.prerender.bundle import Bundle
from awards_site.prerender.html import page_html, site_values
from awards_site.prerender.lookup import FoundPage, NegativeEntry, fetch, look_up
from awards_site.prerender.page_cache import CachedPage, PageCache
from awards_site.prerender.page_response import PageResponse
from awards_site.prerender.ssr_worker import (
    NICENESS,
    Answer,
    RenderFailed,
    Rendering,
    SsrWorker,
)

log = logging.getLogger(__name__)

_MAX_ATTEMPTS = 5
"""How often a page is made again because of what is withdrawn while it is made."""
_MAX_PASSES = 5
"""How long a chain of queries may be, each of which needs the answer of the one before."""


def _give_way() -> None:
    # Elsewhere the whole process would stand back.
    if sys.platform == "linux":
        os.nice(NICENESS)


_compression = ThreadPoolExecutor(1, "compression", initializer=_give_way)


class Renderer:
    """Renders pages into a cache; static ones ask no API for anything, as there is none."""

    def __init__(
        self,
        bundle: Bundle,
        cache: PageCache,
        responses: ResponseCache,
        worker: SsrWorker,
        *,
        is_static: bool = False,
    ) -> None:
        self._bundle = bundle
        self._cache = cache
        self._responses = responses
        self._worker = worker
        self._is_static = is_static
        self._urls: dict[str, tuple[str, ...]] = {}
        """What each page has read last; with all of it at hand, it is rendered in one pass."""

    async def render(self, path: str) -> None:
        """Put the page at `path` into the cache, or that there is none.

        Raises LookupFailed and RenderFailed.
        """
        started = time.perf_counter()
        for _ in range(_MAX_ATTEMPTS):
            begun = content_version.current()
            found = await look_up(path, self._responses)
            if isinstance(found, NegativeEntry):
                self._urls.pop(path, None)
                self._cache.put_negative(path, begun, found)
                return
            page = await self._make(path, found)
            if self._cache.put(path, begun, page):
                passed = (time.perf_counter() - started) * 1000
                log.debug("Rendered %s in %.0f ms: %d bytes", path, passed, page.response.size)
                return
        raise RenderFailed(f"{path} was withdrawn {_MAX_ATTEMPTS} times while it was rendered")

    async def _make(self, path: str, found: FoundPage) -> CachedPage:
        page = {
            "path": path,
            "renderedAt": round(clock.now().timestamp() * 1000),
            "site": site_values(is_static=self._is_static),
        }
        rendering, responses = await self._render(path, found.page.route, page)
        reads = Reads()
        for each in (found.reads, *(response.reads for response in responses)):
            reads.update(each)
        moments = [found.changes_at, *(response.changes_at for response in responses)]
        shown = (rendering.head, rendering.body, rendering.queries, repr(found.head))
        digest = blake2b("\0".join(shown).encode(), digest_size=16).digest()
        before = self._cache.page(path)
        if before is not None and before.digest == digest:
            response = before.response
        else:
            modules = self._bundle.pages[found.page.route].modules
            html = page_html(found.head, path, page, rendering, modules, self._bundle.styles)
            status = 404 if path == paths.NOT_FOUND else 200
            loop = asyncio.get_running_loop()
            response = await loop.run_in_executor(_compression, PageResponse.make, html, status)
        return CachedPage(
            response,
            digest,
            reads,
            found.reads,
            min((moment for moment in moments if moment), default=None),
        )

    async def _render(
        self, path: str, route: str, page: dict[str, object]
    ) -> tuple[Rendering, list[CachedResponse]]:
        """Return the content of a page, and the API's responses that it was made from."""
        responses: dict[str, CachedResponse] = {}
        urls = self._urls.get(path, ())
        for _ in range(_MAX_PASSES):
            lacking = [url for url in urls if url not in responses]
            fetched = await asyncio.gather(*(fetch(url, self._responses) for url in lacking))
            responses |= zip(lacking, fetched, strict=True)
            answers = {url: _answer(response) for url, response in responses.items()}
            rendering = await self._worker.render(route, page, answers)
            urls = rendering.urls
            if all(url in responses for url in urls):
                self._urls[path] = urls
                return rendering, [responses[url] for url in urls]
        raise RenderFailed(f"{path} asks for more after {_MAX_PASSES} passes: {urls}")


def _answer(response: CachedResponse) -> Answer:
    tag = response.etags[0] if response.etags else ""
    return Answer(response.body if response.status == 200 else b"null", tag)
