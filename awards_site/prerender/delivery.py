"""Sending rendered pages, from memory and before anything else of the application is asked."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core.changes import version
from awards_site.core.http.coding import best_coding
from awards_site.core.http.revalidation import lists
from awards_site.prerender.kept import NOT_FOUND, KeptPage, KeptPages
from awards_site.prerender.renderer import RenderFailed

log = logging.getLogger(__name__)

WAIT = 2.0
"""The most seconds that a visitor waits for a page to become true."""

_METHODS = frozenset({"GET", "HEAD"})


class RenderedPages:
    """Middleware around the whole application: answers requests for pages that are rendered.

    `is_page` tells which paths are pages, and `refresh` brings one up to date, or raises. A page
    that is older than the content waits for that; after `WAIT` seconds, or a failure, the last good
    one is sent. Where there is none, the application answers as if there were no rendering.
    """

    def __init__(
        self,
        app: ASGIApp,
        kept: KeptPages,
        is_page: Callable[[str], bool],
        refresh: Callable[[str], Awaitable[None]],
    ) -> None:
        self.app = app
        self._kept = kept
        self._is_page = is_page
        self._refresh = refresh

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass the request on."""
        if scope["type"] != "http" or scope["method"] not in _METHODS:
            await self.app(scope, receive, send)
            return
        path = scope["path"]
        page = self._kept.pages.get(path)
        if page is None or page.version != version():
            path = path.rstrip("/") or "/"
            page = await self._true_page(path)
        if page is not None:
            await _send(page, scope, send)
            return
        miss = self._kept.misses.get(path)
        if miss is None or miss.version != version():
            await self.app(scope, receive, self._with_not_found(scope, send))
        elif miss.location:
            await _redirect(miss.location, scope, send)
        elif (not_found := await self._true_page(NOT_FOUND)) is not None:
            await _send(not_found, scope, send)
        else:
            await self.app(scope, receive, send)

    async def _true_page(self, path: str) -> KeptPage | None:
        """Return the page at `path`, brought up to date where that is possible in time."""
        if not self._is_page(path):
            return None
        now = version()
        try:
            async with asyncio.timeout(WAIT):
                # A refresh that began before the last change says nothing of it.
                while not self._is_true(path, now):
                    await self._refresh(path)
                    # A refresh may have had nothing to wait for, and the time has to run out.
                    await asyncio.sleep(0)
        except TimeoutError:
            log.warning("%s was not rendered within %s s; sending what there is", path, WAIT)
        except RenderFailed:
            pass
        return self._kept.pages.get(path)

    def _is_true(self, path: str, now: int) -> bool:
        """Tell whether what is known of `path` is as young as the version `now`."""
        known = self._kept.pages.get(path) or self._kept.misses.get(path)
        return known is not None and known.version >= now

    def _with_not_found(self, scope: Scope, send: Send) -> Send:
        """Return a `send` that puts the rendered page of unknown addresses in the shell's place."""
        replaced = False

        async def replace(message: Message) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start" and _is_missing_page(message, scope):
                page = await self._true_page(NOT_FOUND)
                if page is not None:
                    replaced = True
                    await _send(page, scope, send)
            if not replaced:
                await send(message)

        return replace


async def _send(page: KeptPage, scope: Scope, send: Send) -> None:
    accepted = known = b""
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            accepted = value
        elif name == b"if-none-match":
            known = value
    variant = page.variants[best_coding(accepted)]
    if known and variant.start["status"] == 200 and lists(known.decode("latin-1"), variant.tag):
        await send(variant.not_modified)
        await send(variant.without_body)
        return
    await send(variant.start)
    await send(variant.without_body if scope["method"] == "HEAD" else variant.body)


async def _redirect(location: str, scope: Scope, send: Send) -> None:
    query = scope["query_string"].decode("latin-1")
    target = f"{location}?{query}" if query else location
    headers = [(b"location", target.encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 308, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _is_missing_page(start: Message, scope: Scope) -> bool:
    is_html = any(
        name.lower() == b"content-type" and value.startswith(b"text/html")
        for name, value in start["headers"]
    )
    return start["status"] == 404 and is_html and not scope["path"].startswith("/api/")
