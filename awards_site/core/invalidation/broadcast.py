"""Messages among all processes of a site that runs on several, by Redis.

    async with listening({"content": handler}):
        broadcast().publish("content", payload)

`publish` returns when each process that listens has handled the message. A process that Redis does
not answer for LEASE_SECONDS may miss messages, and is not current: it must not use what messages
make invalid. No message is therefore needed that reaches it later.
"""

import json
import threading
import time
import uuid
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import cache
from math import inf
from typing import Any

from redis import Redis, RedisError

from awards_site.core.logs import get_logger
from awards_site.settings import settings

CHANNEL = "awards:broadcast"
LEASE_SECONDS = 2.0
"""The time for which a process is current after an answer of Redis."""
PING_SECONDS = 0.5
"""The interval at which a process pings Redis."""
RETRY_SECONDS = 0.5
"""The wait before another attempt to connect."""
_WAIT_SECONDS = LEASE_SECONDS + 0.25
"""The time for which `publish` waits for a process that may be cut off from Redis."""

log = get_logger(__name__)

Handler = Callable[[Any], None]
"""Called in the listening thread with the JSON value of a message; must not block."""


class RedisBroadcast:
    """Publishes messages, and listens to those of other processes in a thread."""

    def __init__(self, url: str) -> None:
        # Its types leave open whether results must be awaited.
        self._redis: Any = Redis.from_url(
            url, socket_timeout=_WAIT_SECONDS * 2, socket_connect_timeout=LEASE_SECONDS
        )
        self._id = uuid.uuid4().hex
        self._handlers: Mapping[str, Handler] = {}
        self._current_until = -inf
        self._stopped = threading.Event()
        self._stopped.set()

    @property
    def is_listening(self) -> bool:
        """Whether this process serves the site, rather than being a command."""
        return not self._stopped.is_set()

    @property
    def is_current(self) -> bool:
        """Whether this process has received all messages until now."""
        return time.monotonic() < self._current_until

    def ping(self) -> None:
        """Raise RedisError if Redis does not answer."""
        self._redis.ping()

    def publish(self, topic: str, payload: Any) -> None:
        """Send a JSON value, and wait until every other process has handled it or is not current.

        If Redis fails, this is logged: then no process is current after that wait.
        """
        key = f"{CHANNEL}:{uuid.uuid4().hex}"
        until = time.monotonic() + _WAIT_SECONDS
        try:
            missing = self._redis.publish(CHANNEL, json.dumps([key, self._id, topic, payload]))
            while missing > 0 and (seconds := until - time.monotonic()) > 0:
                missing -= self._redis.blpop([key], timeout=seconds) is not None
        except RedisError as error:
            log.error("broadcast failed", topic=topic, error=error)
            time.sleep(max(0.0, until - time.monotonic()))

    @asynccontextmanager
    async def listen(self, handlers: Mapping[str, Handler]) -> AsyncIterator[None]:
        """Listen while the block runs; `handlers` are by topic."""
        self._handlers = handlers
        # Processes that the server forks have one each.
        self._id = uuid.uuid4().hex
        self._stopped.clear()
        thread = threading.Thread(target=self._run, name="broadcast", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._receive()
            except RedisError as error:
                self._current_until = -inf
                log.warning("Redis unavailable; writes are refused", error=error)
            self._stopped.wait(RETRY_SECONDS)

    def _receive(self) -> None:
        """Handle messages until Redis fails or the process stops."""
        with self._redis.pubsub() as pubsub:
            pinged_at = time.monotonic()
            has_reply = False
            pubsub.subscribe(CHANNEL)
            while not self._stopped.is_set():
                message = pubsub.get_message(timeout=PING_SECONDS)
                now = time.monotonic()
                if message is not None and message["type"] == "message":
                    self._deliver(message["data"])
                elif message is not None:
                    # The answer to a subscription or ping: nothing sent before it is missing.
                    self._current_until = pinged_at + LEASE_SECONDS
                    has_reply = True
                if has_reply and now - pinged_at >= PING_SECONDS:
                    pinged_at, has_reply = now, False
                    pubsub.ping()
                elif now - pinged_at > LEASE_SECONDS:
                    raise RedisError(f"no answer for {LEASE_SECONDS} s")

    def _deliver(self, data: bytes) -> None:
        key, sender, topic, payload = json.loads(data)
        try:
            if sender != self._id and topic in self._handlers:
                self._handlers[topic](payload)
        except Exception:
            # Without an answer, the publisher waits until this process is not current.
            self._current_until = -inf
            log.exception("broadcast not handled", topic=topic)
            raise RedisError("the message was not handled") from None
        with suppress(RedisError):
            self._redis.pipeline().rpush(key, 1).expire(key, 10).execute()


@asynccontextmanager
async def listening(handlers: Mapping[str, Handler]) -> AsyncIterator[None]:
    """Call the handler of a topic with what other processes publish, while the block runs."""
    others = broadcast()
    if others is None:
        yield
        return
    async with others.listen(handlers):
        yield


@cache
def broadcast() -> RedisBroadcast | None:
    """Return the broadcast of the configured Redis; None if the site is one process."""
    url = settings().redis_url
    return RedisBroadcast(url) if url else None
