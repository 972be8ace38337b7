"""The size of bodies: one over its limit is cut off with 413 while it arrives."""

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core.http.error_handlers import problem_response

MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class Limit:
    """The most bytes of a body, and what its sender is told beyond them."""

    size: int
    message: str


JSON_LIMIT = Limit(MEGABYTE, "The body must be less than 1MB")
"""The limit of every body that is not an upload."""
_DRAINED = 32 * MEGABYTE
"""How many further bytes are read and thrown away, so that the sender gets to read the answer."""


class _OverLimit(HTTPException):
    """The body has grown past its limit.

    Whoever reads a body passes this kind of error on, and takes any other for an unreadable body.
    """

    def __init__(self, limit: Limit) -> None:
        super().__init__(413, limit.message, headers={"Connection": "close"})


class BodyLimitMiddleware:
    """Middleware that bounds every request's body: by path where it is an upload."""

    def __init__(self, app: ASGIApp, limits: Mapping[str, Limit]) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.limits.get(scope["path"], JSON_LIMIT)
        body = _BoundedBody(receive, limit)
        if _announced(scope) > limit.size:
            over = _OverLimit(limit)
            refusal = problem_response(over.status_code, over.detail, headers=over.headers)
            await refusal(scope, receive, send)
            await body.drain()
            return
        await self.app(scope, body.receive, send)
        if body.is_over:
            await body.drain()


class _BoundedBody:
    def __init__(self, receive: Receive, limit: Limit) -> None:
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
        while not self._ended and self._received < self._limit.size + _DRAINED:
            self._count(await self._receive())

    def _count(self, message: Message) -> None:
        self._received += len(message.get("body", b""))
        self._ended = message["type"] != "http.request" or not message.get("more_body", False)


def _announced(scope: Scope) -> int:
    value = dict(scope["headers"]).get(b"content-length", b"0")
    return int(value) if value.isdigit() else 0
