"""Limits of requests: size, rate, URL and websocket messages."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core.files.storage import MEGABYTE
from awards_site.core.http.errors import error_response
from awards_site.core.logs import get_logger


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
"""How many more bytes are read and discarded, so that the client gets to read the response."""


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


MESSAGE = "The URL contains an invalid character"
_INVALID = frozenset("\0\n")


class UrlCheckMiddleware:
    """Middleware that rejects a NUL in the path or the query, and a line feed in the path with 422.

    SQLite truncates texts at a NUL and PostgreSQL refuses them; no mounted app matches a line feed.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_http = scope["type"] == "http"
        if is_http and (_INVALID.intersection(scope["path"]) or b"%00" in scope["query_string"]):
            response = error_response(422, MESSAGE, errors=[{"field": "path", "message": MESSAGE}])
            await response(scope, receive, send)
            return
        await self.app(scope, receive, send)


log = get_logger(__name__)

MAX_MESSAGE_BYTES = 2 * JSON_LIMIT.size
"""The largest message: the largest body of the API, as text in an event with its escapes."""
MESSAGES_PER_SECOND = 50
"""How many messages a websocket may send."""
BURST_SECONDS = 4
"""A websocket that was quiet may send the messages of so many seconds at once."""
_COUNTED_BYTES = 64 * 1024
"""A larger message counts as several."""
POLICY_VIOLATION = 1008

_DISCONNECT: Message = {"type": "websocket.disconnect", "code": POLICY_VIOLATION}


@dataclass
class TokenBucket:
    """Refills by `rate` a second up to `size`."""

    rate: float
    size: float

    def __post_init__(self) -> None:
        self._level = self.size
        self._filled_at = time.monotonic()

    def take(self, count: int) -> bool:
        """Return whether so many were left."""
        now = time.monotonic()
        self._level = min(self.size, self._level + (now - self._filled_at) * self.rate)
        self._filled_at = now
        if self._level < count:
            return False
        self._level -= count
        return True


class WebsocketGuard:
    """Receives a websocket's messages; one over a limit ends it, as does `close`.

    What has been sent before is still delivered, because the application finds the websocket
    disconnected and closes it itself.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._bucket = TokenBucket(MESSAGES_PER_SECOND, MESSAGES_PER_SECOND * BURST_SECONDS)
        self._closed = asyncio.get_running_loop().create_future()

    def close(self) -> None:
        if not self._closed.done():
            self._closed.set_result(None)

    async def receive(self) -> Message:
        if self._closed.done():
            return _DISCONNECT
        message = asyncio.ensure_future(self._receive())
        try:
            await asyncio.wait((message, self._closed), return_when=asyncio.FIRST_COMPLETED)
            if self._closed.done():
                return _DISCONNECT
            return self._checked(message.result())
        finally:
            message.cancel()

    def _checked(self, message: Message) -> Message:
        """Return the message, or a disconnection if it is over a limit."""
        excess = ""
        if message["type"] == "websocket.receive":
            size = _size(message)
            if size > MAX_MESSAGE_BYTES:
                excess = f"a message of more than {MAX_MESSAGE_BYTES:,} bytes"
            elif not self._bucket.take(1 + size // _COUNTED_BYTES):
                excess = f"more than {self._bucket.rate} messages a second"
        if not excess:
            return message
        log.warning("websocket closed", reason=excess)
        self.close()
        return _DISCONNECT


def _size(message: Message) -> int:
    data = message.get("bytes")
    return len((message.get("text") or "").encode() if data is None else data)
