"""Bodies of requests: their largest size, their slowest rate, and the names of files in them."""

import asyncio
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core.files.disk import MEGABYTE
from awards_site.core.http.errors import error_response


@dataclass(frozen=True)
class BodyLimit:
    """The maximum size of a body in bytes, and the message of the 413 response."""

    size: int
    message: str


JSON_LIMIT = BodyLimit(MEGABYTE, "The body must be less than 1MB")
"""The limit of every body that is not an upload."""
IDLE_SECONDS = 30.0
"""For how many seconds a body may stop arriving."""
MIN_BYTES_PER_SECOND = 4096
"""The slowest average rate of a body, which applies after IDLE_SECONDS."""
_TOO_SLOW = "The request arrived too slowly. Please check your connection and try again."
_MAX_DRAINED_BYTES = 32 * MEGABYTE
"""The bytes that are read and discarded, so that the client gets to read the response."""


class _Refused(HTTPException):
    """The body is over a limit.

    FastAPI re-raises an HTTPException while it reads a body; it reports any other exception as an
    unreadable body.
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(status, message, headers={"Connection": "close"})


class BodyLimitMiddleware:
    """Middleware that refuses bodies that are too large with 413, and too slow ones with 408.

    `limits` has the paths whose limit is not JSON_LIMIT.
    """

    def __init__(self, app: ASGIApp, limits: Mapping[str, BodyLimit]) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.limits.get(scope["path"], JSON_LIMIT)
        body = _LimitedBody(receive, limit)
        if _declared_length(scope) > limit.size:
            over = _Refused(413, limit.message)
            response = error_response(over.status_code, over.detail, headers=over.headers)
            await response(scope, receive, send)
            await body.drain()
            return
        await self.app(scope, body.receive, send)
        if body.is_over:
            await body.drain()


class _LimitedBody:
    def __init__(self, receive: Receive, limit: BodyLimit) -> None:
        self._receive = receive
        self._limit = limit
        self._received = 0
        self._waited = 0.0
        self._ended = False

    @property
    def is_over(self) -> bool:
        return self._received > self._limit.size

    async def receive(self) -> Message:
        message = await self._receive_in_time()
        if self.is_over:
            raise _Refused(413, self._limit.message)
        return message

    async def drain(self) -> None:
        while not self._ended and self._received < self._limit.size + _MAX_DRAINED_BYTES:
            await self._receive_in_time()

    async def _receive_in_time(self) -> Message:
        # After the body, applications wait here for the client to disconnect.
        if self._ended:
            return await self._receive()
        started = time.monotonic()
        try:
            async with asyncio.timeout(IDLE_SECONDS):
                message = await self._receive()
        except TimeoutError:
            raise _Refused(408, _TOO_SLOW) from None
        # Only waiting counts: the application may take its time.
        self._waited += time.monotonic() - started
        self._received += len(message.get("body", b""))
        self._ended = message["type"] != "http.request" or not message.get("more_body", False)
        if not self._ended and self._is_below_rate():
            raise _Refused(408, _TOO_SLOW)
        return message

    def _is_below_rate(self) -> bool:
        timed = self._waited - IDLE_SECONDS
        return timed > 0 and self._received < timed * MIN_BYTES_PER_SECOND


def _declared_length(scope: Scope) -> int:
    value = dict(scope["headers"]).get(b"content-length", b"0")
    return int(value) if value.isdigit() else 0


def file_name(sent: str | None) -> str:
    """Return the name of an uploaded file as it was before the browser escaped it in the form."""
    return re.sub("%0[AD]", " ", (sent or "").replace("%22", '"'), flags=re.IGNORECASE)
