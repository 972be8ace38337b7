"""Addresses of pages of one record: unknown ones are 404, inexact ones lead to the right one."""

import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from awards_site.core.request_client import RequestClient, RequestError, anonymous_client

_NO_PAGE = "/404"
"""A path at which there is no page: the answer is the page of unknown addresses, as a 404."""

_RETRY_SECONDS = "5"

Find = Callable[[RequestClient, str], Awaitable[str | None]]
"""Returns the right path of the page that a key names, or None when there is none."""


@dataclass(frozen=True)
class _Route:
    pattern: re.Pattern[str]
    find: Find


class RecordPages:
    """Middleware around everything: answers for the dynamic routes among the pages.

    `routes` are such as `/nominees/[key]`, with what finds a record's page. Reflex takes any key
    for a page, and would answer each with 200.
    """

    def __init__(self, app: ASGIApp, routes: Iterable[tuple[str, Find]]) -> None:
        self.app = app
        # A key has no dot: `/events/3-gala.ics` is a file.
        self.routes = [
            _Route(re.compile(re.escape(route.partition("[")[0]) + r"([^/.]+)/?"), find)
            for route, find in routes
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, unless there is no page at its address."""
        if scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}:
            for route in self.routes:
                if key := route.pattern.fullmatch(scope["path"]):
                    await self._answer(route.find, key[1], scope, receive, send)
                    return
        await self.app(scope, receive, send)

    async def _answer(
        self, find: Find, key: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        try:
            path = await find(anonymous_client(), key)
        except RequestError:
            busy = PlainTextResponse(
                "The page cannot be read now. Please try again.",
                503,
                headers={"Retry-After": _RETRY_SECONDS, "Cache-Control": "no-store"},
            )
            await busy(scope, receive, send)
            return
        if path is not None and path != scope["path"]:
            query = scope["query_string"].decode("latin-1")
            right = RedirectResponse(f"{path}?{query}" if query else path, 308)
            await right(scope, receive, send)
            return
        if path is None:
            scope = {**scope, "path": _NO_PAGE, "raw_path": _NO_PAGE.encode()}
        await self.app(scope, receive, send)
