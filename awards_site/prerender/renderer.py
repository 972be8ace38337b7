"""Renders a page: fetches its API responses, renders it in Node.js, builds the HTML document."""

import asyncio
import os
import sys
import time
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b

from awards_site.core import clock, paths
from awards_site.core.http.caching.cached_response import CachedResponse
from awards_site.core.http.caching.content_encoding import Coding
from awards_site.core.http.caching.response_cache import ResponseCache
from awards_site.core.http.security.inline_code import UnknownCodeFound, check_code
from awards_site.core.invalidation import content_version
from awards_site.core.logs.logger import get_logger
from awards_site.prerender.bundle import Bundle
from awards_site.prerender.html import known_scripts, site_values
from awards_site.prerender.lookup import (
    FoundPage,
    NegativeEntry,
    Responses,
    fetch,
    find_long_lists,
    is_part,
    look_up,
)
from awards_site.prerender.page_cache import CachedPage, PageCache
from awards_site.prerender.page_response import PageResponse
from awards_site.prerender.ssr_worker import (
    NICENESS,
    ApiResponse,
    RenderFailed,
    Rendering,
    SsrWorker,
)

log = get_logger(__name__)

_MAX_ATTEMPTS = 5
"""How often a page is rendered if its content is withdrawn during rendering."""
_MAX_PASSES = 5
"""The maximum depth of dependent queries: each level takes one render pass."""


def _lower_priority() -> None:
    # On Linux niceness applies to the calling thread; elsewhere to the whole process.
    if sys.platform == "linux":
        os.nice(NICENESS)


_compression = ThreadPoolExecutor(1, "compression", initializer=_lower_priority)


class Renderer:
    """Renders pages into a cache."""

    def __init__(
        self,
        bundle: Bundle,
        cache: PageCache,
        responses: ResponseCache,
        worker: SsrWorker,
    ) -> None:
        self._bundle = bundle
        self._cache = cache
        self._responses = responses
        self._worker = worker
        self._urls: dict[str, tuple[str, ...]] = {}
        """The API URLs that each page used last; prefetching them makes one render pass enough."""

    async def render(self, key: str) -> None:
        """Cache the page of a key, which is a path or of `lookup.key_of`, or its 404 or redirect.

        Raises LookupFailed and RenderFailed.
        """
        started = time.perf_counter()
        for _ in range(_MAX_ATTEMPTS):
            version = content_version.current()
            path, _, query = key.partition("?")
            if query and not await is_part(key, self._responses):
                self._cache.drop(key)
                return
            found = await look_up(path, self._responses)
            if isinstance(found, NegativeEntry):
                self._urls.pop(path, None)
                self._cache.put_negative(path, version, found)
                return
            page = await self._build(key, found)
            if self._cache.put(key, version, page):
                elapsed_ms = round((time.perf_counter() - started) * 1000)
                size = page.response.length
                log.debug("page prerendered", page=key, elapsed_ms=elapsed_ms, size=size)
                return
        raise RenderFailed(f"content withdrawn during {_MAX_ATTEMPTS} attempts to render {key}")

    async def _build(self, key: str, found: FoundPage) -> CachedPage:
        path, _, query = key.partition("?")
        long_lists = await find_long_lists(found.page, self._responses)
        page = {
            "path": path,
            **({"search": f"?{query}"} if query else {}),
            "renderedAt": round(clock.now().timestamp() * 1000),
            "site": site_values(long_lists=long_lists),
        }
        rendering, responses = await render_content(
            self._worker, found.page.route, page, self._responses, self._urls.get(key, ())
        )
        self._urls[key] = rendering.urls
        change_times = [found.changes_at, *(response.changes_at for response in responses)]
        content = (rendering.head, rendering.body, rendering.queries, repr(found.head).encode())
        digest = blake2b(b"\0".join(content), digest_size=16).digest()
        cached = self._cache.page(key)
        if cached is not None and cached.digest == digest:
            response = cached.response
        else:
            page["renderedAt"] = rendering.rendered_at
            html = self._bundle.html(found, path, page, rendering)
            status = 404 if path == paths.NOT_FOUND else 200
            loop = asyncio.get_running_loop()
            codings = frozenset(cached.response.requested if cached else ())
            response = await loop.run_in_executor(
                _compression, self._respond, html, status, codings
            )
        return CachedPage(
            response,
            digest,
            (found.reads, *(each.reads for each in responses)),
            found.reads,
            min((each for each in change_times if each), default=None),
        )

    def _respond(self, html: bytes, status: int, codings: Collection[Coding]) -> PageResponse:
        """Return the response of a document; raise RenderFailed if it contains unknown code."""
        # The styles are most of the document, and in all of them the same.
        varying = html.replace(self._bundle.styles.elements, b"")
        try:
            check_code(varying.decode(), known_scripts())
        except UnknownCodeFound as error:
            raise RenderFailed(str(error)) from error
        return PageResponse(html, self._bundle.policy, status, codings)


async def render_content(
    worker: SsrWorker,
    route: str,
    page: Mapping[str, object],
    responses: Responses,
    urls: Collection[str] = (),
) -> tuple[Rendering, list[CachedResponse]]:
    """Return the rendered content of a page and the API responses it uses.

    `urls` are those that it is expected to use. Raises LookupFailed and RenderFailed.
    """
    found: dict[str, CachedResponse] = {}
    for _ in range(_MAX_PASSES):
        missing = [url for url in urls if url not in found]
        fetched = await asyncio.gather(*(fetch(url, responses) for url in missing))
        found |= zip(missing, fetched, strict=True)
        rendering = await worker.render(
            route, page, {url: _api_response(each) for url, each in found.items()}
        )
        urls = rendering.urls
        if all(url in found for url in urls):
            return rendering, [found[url] for url in urls]
    raise RenderFailed(f"{route} requests further URLs after {_MAX_PASSES} passes: {urls}")


def _api_response(response: CachedResponse) -> ApiResponse:
    etag = response.etags[0] if response.etags else ""
    return ApiResponse(response.body if response.status == 200 else b"null", etag)
