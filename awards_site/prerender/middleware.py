"""The public pages as rendered or as built, and writes that wait until they are rendered."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core import paths
from awards_site.core.errors import ServiceUnavailable
from awards_site.core.files.disk import MEGABYTE
from awards_site.core.http.content_coding import COMPRESSED
from awards_site.core.http.errors import unavailable_page
from awards_site.core.http.response_cache import READ_METHODS, ResponseCache
from awards_site.core.http.response_store import CachedResponse, ResponseStore, read_headers
from awards_site.core.http.security import PAGES_PENDING_HEADER
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.reads import State
from awards_site.core.logs import get_logger
from awards_site.pages.public_pages import find_page
from awards_site.prerender.build import Bundle
from awards_site.prerender.html import document_head, site_values
from awards_site.prerender.lookup import FoundPage, LookupFailed, look_up
from awards_site.prerender.previewing import PreviewRenderer
from awards_site.prerender.renderer import RenderedPage, Renderer
from awards_site.prerender.scheduler import RenderScheduler
from awards_site.prerender.ssr_worker import SsrWorker

log = get_logger(__name__)


MAX_BUILT_BYTES = 8 * MEGABYTE
"""The memory limit of the built pages that are kept until they are rendered."""

MAX_LOOKUPS = 4
"""How many records are read at once, so that many pages that are new do not hold up the others."""


class PublicPagesMiddleware:
    """Serves the public pages, which `first` does before anything else sees the request.

    No request waits for a page to be rendered: an outdated one is served until it is rendered
    again, and instead of a missing or withdrawn one the built page, which fetches its data in the
    browser.
    """

    def __init__(
        self, app: ASGIApp, bundle: Bundle, responses: ResponseCache, scheduler: RenderScheduler
    ) -> None:
        self.app = app
        self._bundle = bundle
        self._responses = responses
        self._scheduler = scheduler
        self._built: ResponseStore[str, CachedResponse] = ResponseStore(MAX_BUILT_BYTES)
        """The built pages that were sent, by path, which have the heads of their records."""
        self._lookups = asyncio.Semaphore(MAX_LOOKUPS)

    def first(self, app: ASGIApp) -> ASGIApp:
        """Return an app that serves the rendered pages, and passes other requests to `app`.

        The sign-in page is left to the gate, which redirects staff.
        """

        async def respond(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "http" and scope["method"] in READ_METHODS:
                path = scope["path"]
                page = self._kept_page(path) if path != paths.SIGN_IN else None
                if page is not None:
                    await _send(page, scope, send)
                    return
            await app(scope, receive, send)

        return respond

    def _kept_page(self, path: str) -> CachedResponse | None:
        """Return the rendered page, or the built one that was sent before, if it may be served."""
        page = self._scheduler.usable_page(path)
        built = self._built.get(path)
        if built is None:
            return page
        if page is not None or built.state is not State.FRESH:
            self._built.drop(path)
            return page
        self._scheduler.queue(path)
        return built

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in READ_METHODS:
            await self.app(scope, receive, send)
            return
        path = scope["path"].rstrip("/") or paths.HOME
        page = self._kept_page(path)
        if page is not None:
            await _send(page, scope, send)
            return
        if find_page(path) is None:
            await self.app(scope, receive, self._with_not_found(scope, send))
            return
        try:
            async with self._lookups:
                found = await look_up(path, self._responses)
        except LookupFailed as error:
            log.warning("page lookup failed; responding with 503", path=path, error=error)
            failure = ServiceUnavailable("The page is temporarily unavailable.", retry_after=5)
            await unavailable_page(failure)(scope, receive, send)
            return
        if isinstance(found, FoundPage):
            self._scheduler.queue(path)
            built = await run_in_threadpool(self._built_page, path, found)
            self._built.put(path, built)
            await _send(built, scope, send)
        elif found.location:
            query = scope["query_string"].decode("latin-1")
            location = f"{found.location}?{query}" if query else found.location
            await RedirectResponse(location, 308)(scope, receive, send)
        else:
            await _send(self._not_found, scope, send)

    def _built_page(self, path: str, found: FoundPage) -> CachedResponse:
        """Return the built page, with the head of its record."""
        is_fixed = found.page.records is None
        page = {"path": path if is_fixed else None, "renderedAt": None, "site": site_values()}
        rendering = self._bundle.pages[found.page.route].rendering
        html = self._bundle.html(found, path, page, rendering)
        head = document_head(path, self._bundle.policy)
        return CachedResponse(*head, html, found.reads, found.expires, COMPRESSED[:1])

    @property
    def _not_found(self) -> CachedResponse:
        page = self._scheduler.usable_page(paths.NOT_FOUND)
        if page is not None:
            return page
        match = find_page(paths.NOT_FOUND)
        assert match is not None
        return self._built_page(paths.NOT_FOUND, FoundPage(match.page, match.page.head_of(None)))

    def _with_not_found(self, scope: Scope, send: Send) -> Send:
        """Return a `send` that replaces any other HTML 404 by the site's 404 page."""
        is_replaced = False

        async def replace(message: Message) -> None:
            nonlocal is_replaced
            if message["type"] == "http.response.start" and _is_html_404(message, scope):
                is_replaced = True
                await _send(self._not_found, scope, send)
            if not is_replaced:
                await send(message)

        return replace


async def _send(page: CachedResponse, scope: Scope, send: Send) -> None:
    await page.send(send, scope["method"], read_headers(scope["headers"]))


def _is_html_404(start: Message, scope: Scope) -> bool:
    is_html = any(
        name.lower() == b"content-type" and value.startswith(b"text/html")
        for name, value in start["headers"]
    )
    return start["status"] == 404 and is_html and not scope["path"].startswith("/api/")


MAX_WAIT_SECONDS = 1.0
"""The longest delay of a response."""

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class WriteBarrierMiddleware:
    """API middleware: after publishing, editors see the change on the next page they open."""

    def __init__(self, app: ASGIApp, are_shown: Callable[[], Awaitable[bool]]) -> None:
        self.app = app
        self._are_shown = are_shown

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and delay the response if public content has changed."""
        if scope["type"] != "http" or scope["method"] in _SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        version = content_version.current()

        async def send_when_rendered(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                has_changed = content_version.current() != version
                if has_changed and not await self._are_shown():
                    MutableHeaders(scope=message)[PAGES_PENDING_HEADER] = "true"
            await send(message)

        await self.app(scope, receive, send_when_rendered)


MAX_PAGES_BYTES = 64 * MEGABYTE
"""The memory limit of all rendered pages together."""


class Prerendering:
    """Renders and serves the public pages of a build from the API's responses."""

    def __init__(self, build_dir: Path, responses: ResponseCache) -> None:
        self.responses = responses
        self.bundle = Bundle(build_dir)
        self.pages: ResponseStore[str, RenderedPage] = ResponseStore(MAX_PAGES_BYTES)
        self.worker = SsrWorker(self.bundle.server)
        self.renderer = Renderer(self.bundle, self.pages, responses, self.worker)
        self.scheduler = RenderScheduler(self.renderer, self.pages, self.worker)

    def add_write_barrier(self, api: FastAPI) -> None:
        """Delay the API's responses to writes until the affected pages are rendered."""
        api.add_middleware(WriteBarrierMiddleware, are_shown=self.are_shown)

    async def are_shown(self) -> bool:
        """Wait a while until visitors see all that has been written; return whether they do."""
        return await self.scheduler.wait_until_shown(MAX_WAIT_SECONDS)

    def add_previews(self, api: FastAPI) -> None:
        api.state.preview_renderer = PreviewRenderer(self.bundle, self.responses, self.worker)

    def before(self, app: ASGIApp) -> PublicPagesMiddleware:
        """Return an app that serves the public pages and passes other requests to `app`."""
        return PublicPagesMiddleware(app, self.bundle, self.responses, self.scheduler)
