"""Holding the response to a write until the pages that show it are rendered, for a moment."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core import content_version
from awards_site.core.http.headers import PAGES_PENDING_HEADER
from awards_site.prerender.scheduler import RenderScheduler

MAX_WAIT_SECONDS = 1.0
"""How long a response is held at most."""

_READING = frozenset({"GET", "HEAD", "OPTIONS"})


class WriteBarrierMiddleware:
    """Middleware of the API: who has published something sees it on the next page."""

    def __init__(self, app: ASGIApp, scheduler: RenderScheduler) -> None:
        self.app = app
        self._scheduler = scheduler

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and hold the response where it has changed public content."""
        if scope["type"] != "http" or scope["method"] in _READING:
            await self.app(scope, receive, send)
            return
        begun = content_version.current()

        async def hold(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                has_changed = content_version.current() != begun
                if has_changed and not await self._scheduler.wait_until_rendered(MAX_WAIT_SECONDS):
                    MutableHeaders(scope=message)[PAGES_PENDING_HEADER] = "true"
            await send(message)

        await self.app(scope, receive, hold)
