"""The access log: one line for each request."""

import time

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core.http.monitoring.request_id import HEADER, request_id_of
from awards_site.core.logs.logger import get_logger

log = get_logger(__name__)


class AccessLogMiddleware:
    """Middleware that logs each HTTP request: method, path, status, milliseconds and bytes.

    The query string is left out, because it may hold tokens and searched names. Responses from a
    cache have no id, because making one takes 2 % of their time; with a line, they get one.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status, size, request_id = 500, 0, ""

        async def count(message: Message) -> None:
            nonlocal status, size, request_id
            if message["type"] == "http.response.start":
                status = message["status"]
                # A copy: a cache sends the same message to everybody.
                headers = MutableHeaders(raw=list(message["headers"]))
                request_id = headers.setdefault(HEADER, request_id_of(scope))
                message = {**message, "headers": headers.raw}
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, count)
        finally:
            milliseconds = round((time.perf_counter() - started) * 1000, 1)
            known = {"request_id": request_id} if request_id else {}
            log.info(
                "request",
                method=scope["method"],
                path=scope["path"],
                status=status,
                ms=milliseconds,
                bytes=size,
                **known,
            )
