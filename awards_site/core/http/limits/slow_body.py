"""Time limits of request bodies: one that arrives too slowly is cut off with 408."""

import asyncio
import time

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

IDLE_SECONDS = 30.0
"""For how many seconds a body may stop arriving."""
MIN_BYTES_PER_SECOND = 4096
"""The slowest average rate of a body, which applies after IDLE_SECONDS."""
TOO_SLOW = "The request arrived too slowly. Please check your connection and try again."


class _TooSlow(HTTPException):
    """The body arrives too slowly; see `body_limit._OverLimit` for its base class."""

    def __init__(self) -> None:
        super().__init__(408, TOO_SLOW, headers={"Connection": "close"})


class SlowBodyMiddleware:
    """Middleware that cuts off bodies that stop arriving or arrive below the minimum rate."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            receive = _TimedBody(receive).receive
        await self.app(scope, receive, send)


class _TimedBody:
    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._received = 0
        self._waited = 0.0
        self._ended = False

    async def receive(self) -> Message:
        # After the body, applications wait here for the client to disconnect.
        if self._ended:
            return await self._receive()
        started = time.monotonic()
        try:
            async with asyncio.timeout(IDLE_SECONDS):
                message = await self._receive()
        except TimeoutError:
            raise _TooSlow from None
        # Only waiting counts: the application may take its time.
        self._waited += time.monotonic() - started
        self._received += len(message.get("body", b""))
        self._ended = message["type"] != "http.request" or not message.get("more_body", False)
        if not self._ended and self._is_below_rate():
            raise _TooSlow
        return message

    def _is_below_rate(self) -> bool:
        timed = self._waited - IDLE_SECONDS
        return timed > 0 and self._received < timed * MIN_BYTES_PER_SECOND
