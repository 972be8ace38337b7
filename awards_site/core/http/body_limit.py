"""The size of bodies: one over its limit is cut off with 413 while it arrives."""

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core.http.problems import problem

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


class _OverLimit(Exception):
    """The body has grown past its limit."""


class BodyLimit:
    """Middleware that bounds every request's body: by path where it is an upload."""

    def __init__(self, app: ASGIApp, limits: Mapping[str, Limit]) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with a body that stops at its limit."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.limits.get(scope["path"], JSON_LIMIT)
        body = _BoundedBody(receive, limit.size)
        answer = _Answer(send)
        try:
            if _announced(scope) > limit.size:
                raise _OverLimit
            await self.app(scope, body.receive, answer.send)
        except _OverLimit:
            if not answer.started:
                refusal = problem(413, limit.message)
                refusal.headers["Connection"] = "close"
                await refusal(scope, receive, send)
            await body.drain()


class _BoundedBody:
    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._limit = limit
        self._received = 0
        self._ended = False

    async def receive(self) -> Message:
        message = await self._receive()
        self._count(message)
        if self._received > self._limit:
            raise _OverLimit
        return message

    async def drain(self) -> None:
        while not self._ended and self._received < self._limit + _DRAINED:
            self._count(await self._receive())

    def _count(self, message: Message) -> None:
        self._received += len(message.get("body", b""))
        self._ended = message["type"] != "http.request" or not message.get("more_body", False)


class _Answer:
    def __init__(self, send: Send) -> None:
        self._send = send
        self.started = False

    async def send(self, message: Message) -> None:
        self.started = True
        await self._send(message)


def _announced(scope: Scope) -> int:
    value = dict(scope["headers"]).get(b"content-length", b"0")
    return int(value) if value.isdigit() else 0
