"""Delays the response to a write until the affected pages are rendered, within a time limit."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core.http.security.headers import PAGES_PENDING_HEADER
from awards_site.core.invalidation import content_version
from awards_site.prerender.scheduler import RenderScheduler

MAX_WAIT_SECONDS = 1.0
"""The longest delay of a response."""

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class WriteBarrierMiddleware:
    """API middleware: after publishing, editors see the change on the next page they open."""

    def __init__(self, app: ASGIApp, scheduler: RenderScheduler) -> None:
        self.app = app
        self._scheduler = scheduler

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and delay the response if public content has changed."""
        if scope["type"] != "http" or scope["method"] in _SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        version = content_version.current()

        async def send_when_rendered(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                has_changed = content_version.current() != version
                if has_changed and not await self._scheduler.wait_until_shown(MAX_WAIT_SECONDS):
                    MutableHeaders(scope=message)[PAGES_PENDING_HEADER] = "true"
            await send(message)

        await self.app(scope, receive, send_when_rendered)
