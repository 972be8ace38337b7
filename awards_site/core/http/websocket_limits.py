"""Limits of a websocket: the size of its messages, and their number."""

import asyncio
import time
from dataclasses import dataclass

from starlette.types import Message, Receive

from awards_site.core.http.request_bodies import JSON_LIMIT
from awards_site.core.logs import get_logger

log = get_logger(__name__)

MAX_MESSAGE_BYTES = 2 * JSON_LIMIT.size
"""The largest message: the largest body of the API, as text in an event with its escapes."""
MESSAGES_PER_SECOND = 50
"""The rate of messages that a websocket may send."""
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
