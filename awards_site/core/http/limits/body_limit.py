"""Size limits of request bodies: a larger body is rejected with 413 while it is received."""

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core.http.errors.error_handlers import error_response
from awards_site.core.units import MEGABYTE


@dataclass(frozen=True)
class BodyLimit:
    """The maximum size of a body in bytes, and the message of the 413 response."""

    size: int
    message: str


JSON_LIMIT = BodyLimit(MEGABYTE, "The body must be less than 1MB")
"""The limit of every body that is not an upload."""
_MAX_DRAINED_BYTES = 32 * MEGABYTE
"""How many more bytes are read and discarded, so that the client gets to read the response."""


class _OverLimit(HTTPException):
    """The body exceeds its limit.

    FastAPI re-raises an HTTPException while it reads a body; it reports any other exception as an
    unreadable body.
    """

    def __init__(self, limit: BodyLimit) -> None:
        super().__init__(413, limit.message, headers={"Connection": "close"})


class BodyLimitMiddleware:
    """Middleware that limits every request body; `limits` has the paths with another limit."""

    def __init__(self, app: ASGIApp, limits: Mapping[str, BodyLimit]) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.limits.get(scope["path"], JSON_LIMIT)
        body = _BoundedBody(receive, limit)
        if _declared_length(scope) > limit.size:
            over = _OverLimit(limit)
            response = error_response(over.status_code, over.detail, headers=over.headers)
            await response(scope, receive, send)
            await body.drain()
            return
        await self.app(scope, body.receive, send)
        if body.is_over:
            await body.drain()


class _BoundedBody:
    def __init__(self, receive: Receive, limit: BodyLimit) -> None:
        self._receive = receive
        self._limit = limit
        self._received = 0
        self._ended = False

    @property
    def is_over(self) -> bool:
        return self._received > self._limit.size

    async def receive(self) -> Message:
        message = await self._receive()
        self._count(message)
        if self.is_over:
            raise _OverLimit(self._limit)
        return message

    async def drain(self) -> None:
        while not self._ended and self._received < self._limit.size + _MAX_DRAINED_BYTES:
            self._count(await self._receive())

    def _count(self, message: Message) -> None:
        self._received += len(message.get("body", b""))
        self._ended = message["type"] != "http.request" or not message.get("more_body", False)


def _declared_length(scope: Scope) -> int:
    value = dict(scope["headers"]).get(b"content-length", b"0")
    return int(value) if value.isdigit() else 0
