"""Serves the public pages: the last rendered version, or the built page."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core import paths
from awards_site.core.errors import ServiceUnavailable
from awards_site.core.http.caching.response_cache import ResponseCache
from awards_site.core.http.unavailable import unavailable_page
from awards_site.core.invalidation import content_version
from awards_site.core.logs.logger import get_logger
from awards_site.prerender.bundle import Bundle
from awards_site.prerender.html import site_values
from awards_site.prerender.lookup import (
    FoundPage,
    LookupFailed,
    NegativeEntry,
    find_long_lists,
    is_part,
    key_of,
    look_up,
)
from awards_site.prerender.page_cache import CachedPage, PageCache
from awards_site.prerender.page_response import PageResponse
from awards_site.prerender.scheduler import RenderScheduler
from awards_site.public_pages import find_page

log = get_logger(__name__)

_METHODS = frozenset({"GET", "HEAD"})
_RETRY_SECONDS = 5


class PublicPagesMiddleware:
    """Middleware around the whole application that serves public pages.

    No request waits for rendering. A stale page is served until it is rendered again; a page that
    is not in the cache is served as the built page, which fetches its data in the browser.
    """

    def __init__(
        self,
        app: ASGIApp,
        bundle: Bundle,
        cache: PageCache,
        responses: ResponseCache,
        scheduler: RenderScheduler,
    ) -> None:
        self.app = app
        self._bundle = bundle
        self._cache = cache
        self._responses = responses
        self._scheduler = scheduler
        self._built_pages: dict[str, PageResponse] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a public page, or pass the request on."""
        if scope["type"] != "http" or scope["method"] not in _METHODS:
            await self.app(scope, receive, send)
            return
        content_version.check()
        path = scope["path"].rstrip("/") or paths.HOME
        page = self._cache.visit(path)
        if page is not None and scope["query_string"]:
            page = await self._part(path, scope["query_string"]) or page
        if page is not None:
            await page.response.send(scope, send)
            return
        if find_page(path) is None:
            await self.app(scope, receive, self._with_not_found(scope, send))
            return
        try:
            found = await self._look_up(path)
        except LookupFailed as error:
            log.warning("page lookup failed; responding with 503", path=path, error=error)
            await _unavailable(scope, receive, send)
            return
        if isinstance(found, FoundPage):
            self._scheduler.request(path)
            built_page = await self._built_page(path, found)
            await built_page.send(scope, send)
        elif found.location:
            query = scope["query_string"].decode("latin-1")
            location = f"{found.location}?{query}" if query else found.location
            await RedirectResponse(location, 308)(scope, receive, send)
        else:
            await self._not_found.send(scope, send)

    async def _part(self, path: str, query: bytes) -> CachedPage | None:
        """Return the page with the part of its list that a query chooses, or have it rendered."""
        key = key_of(path, query)
        page = self._cache.visit(key)
        if page is None and key != path:
            with suppress(LookupFailed):
                if await is_part(key, self._responses):
                    self._scheduler.request(key)
        return page

    async def _look_up(self, path: str) -> FoundPage | NegativeEntry:
        cached = self._cache.negative(path)
        if cached is not None:
            return cached
        version = content_version.current()
        found = await look_up(path, self._responses)
        if isinstance(found, NegativeEntry):
            self._cache.put_negative(path, version, found)
        return found

    async def _built_page(self, path: str, found: FoundPage) -> PageResponse:
        """Return the built page, with the head of its record."""
        cached = self._built_pages.get(path)
        if cached is not None:
            return cached
        try:
            long_lists = await find_long_lists(found.page, self._responses)
        except LookupFailed:
            # The page itself reports that the API fails.
            long_lists = []
        return await asyncio.to_thread(self._make_built_page, path, found, long_lists)

    def _make_built_page(
        self, path: str, found: FoundPage, long_lists: Sequence[str]
    ) -> PageResponse:
        is_fixed = found.page.records is None
        page = {
            "path": path if is_fixed else None,
            "renderedAt": None,
            "site": site_values(long_lists=long_lists),
        }
        rendering = self._bundle.pages[found.page.route].rendering
        html = self._bundle.html(found, path, page, rendering)
        if not is_fixed:
            return PageResponse(html, self._bundle.policy)
        status = 404 if path == paths.NOT_FOUND else 200
        made = PageResponse(html, self._bundle.policy, status)
        return self._built_pages.setdefault(path, made)

    @property
    def _not_found(self) -> PageResponse:
        page = self._cache.page(paths.NOT_FOUND)
        if page is not None:
            return page.response
        match = find_page(paths.NOT_FOUND)
        assert match is not None
        found = FoundPage(match.page, match.page.head_of(None))
        return self._built_pages.get(paths.NOT_FOUND) or self._make_built_page(
            paths.NOT_FOUND, found, ()
        )

    def _with_not_found(self, scope: Scope, send: Send) -> Send:
        """Return a `send` that replaces any other HTML 404 by the site's 404 page."""
        is_replaced = False

        async def replace(message: Message) -> None:
            nonlocal is_replaced
            if message["type"] == "http.response.start" and _is_html_404(message, scope):
                is_replaced = True
                await self._not_found.send(scope, send)
            if not is_replaced:
                await send(message)

        return replace


async def _unavailable(scope: Scope, receive: Receive, send: Send) -> None:
    failure = ServiceUnavailable("The page is temporarily unavailable.", _RETRY_SECONDS)
    await unavailable_page(failure)(scope, receive, send)


def _is_html_404(start: Message, scope: Scope) -> bool:
    is_html = any(
        name.lower() == b"content-type" and value.startswith(b"text/html")
        for name, value in start["headers"]
    )
    return start["status"] == 404 and is_html and not scope["path"].startswith("/api/")
