"""An in-memory cache of public responses, invalidated by the writes that change them.

Only routes whose responses are the same for all visitors (`SharedRoute`) are cached. Requests with
a session get an uncached response.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core import clock
from awards_site.core.http.caching.cached_response import CachedResponse, make_response, with_body
from awards_site.core.http.caching.content_encoding import IDENTITY, Coding, compress
from awards_site.core.http.caching.public_reads import Key, key_of, parse_read
from awards_site.core.http.caching.revalidation import etag_of
from awards_site.core.http.caching.single_flight import SingleFlight
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.changes import Change, Effect, Reads
from awards_site.core.invalidation.read_recorder import record_reads
from awards_site.core.invalidation.reads_index import ReadsIndex
from awards_site.core.units import MEGABYTE

MAX_BYTES = 32 * MEGABYTE
"""The memory limit of all cached responses together; the least recently read go first."""

_LARGE_BYTES = 16 * 1024
"""Larger bodies are compressed in a worker thread."""
_MAX_ATTEMPTS = 5
"""How often a response is recomputed if content is withdrawn while it is computed."""


@dataclass
class StalePeriod:
    """The time from a write to its response, in which readers get what the write has outdated.

    What it has withdrawn is dropped at once.
    """

    keys: set[Key] = field(default_factory=set)
    is_over: bool = False


_stale_period: ContextVar[StalePeriod | None] = ContextVar("stale_period", default=None)


class ResponseCache:
    """Caches the public responses of an API; `cookie` is the name of the session cookie.

    `next_change` returns when a response with given reads changes after a time without a write.

    A write drops the responses it changes before its own response is sent; until then, they are
    served while they are computed again (`StalePeriod`). Responses that change with time carry an
    `Expires` header. `hits` and `misses` count public reads without a session.
    """

    def __init__(
        self,
        api: FastAPI,
        cookie: str,
        next_change: Callable[[Reads, datetime], Awaitable[datetime | None]],
    ) -> None:
        self.api = api
        self._next_change = next_change
        self._cookie = f"{cookie}=".encode()
        self._responses: OrderedDict[Key, CachedResponse] = OrderedDict()
        self._stale: dict[Key, CachedResponse] = {}
        self._index: ReadsIndex[Key] = ReadsIndex()
        self._bytes = 0
        self.hits = 0
        self.misses = 0
        self._single_flight: SingleFlight[CachedResponse] = SingleFlight()
        content_version.subscribe(self._drop_changed)

    @property
    def size(self) -> int:
        """The memory of the cached responses in bytes."""
        return self._bytes

    def close(self) -> None:
        """Unsubscribe from content changes."""
        content_version.unsubscribe(self._drop_changed)

    def wrap(self, app: ASGIApp) -> ASGIApp:
        """Return an app that serves public reads from the cache and passes the rest to `app`."""

        async def respond(scope: Scope, receive: Receive, send: Send) -> None:
            read = parse_read(self.api, scope, self._cookie)
            if read is None:
                await app(scope, receive, send)
                return
            if read.has_session:
                response = await self._encode(await self._compute(read.key), read.key.coding)
            else:
                response = await self._get_counted(read.key)
            await response.send(send, scope["method"], read.if_none_match)

        return respond

    async def fetch(self, url: str) -> CachedResponse:
        """Return the uncompressed public response at a path and query of the API.

        Raises LookupError if no public route matches.
        """
        return await self._get(key_of(self.api, url))

    async def compute(self, url: str) -> CachedResponse:
        """Return the uncompressed response as the API computes it now; nothing is cached.

        Raises LookupError if no public route matches.
        """
        return await self._compute(key_of(self.api, url))

    async def _get_counted(self, key: Key) -> CachedResponse:
        response = self._cached(key)
        if response is None:
            response = self._stale.get(key)
            if response is None:
                self.misses += 1
                return await self._get(key)
            self._start(key)
        self.hits += 1
        return response

    def _cached(self, key: Key) -> CachedResponse | None:
        content_version.check()
        response = self._responses.get(key)
        if response is None or response.expires <= clock.now():
            return None
        # Another thread may drop the response at the same time.
        with suppress(KeyError):
            self._responses.move_to_end(key)
        return response

    async def _get(self, key: Key) -> CachedResponse:
        response = self._cached(key)
        if response is None:
            # Shield the task: a cancelled reader must not cancel it for the others.
            response = await asyncio.shield(self._start(key))
        return response

    def _start(self, key: Key) -> asyncio.Task[CachedResponse]:
        # The version tells it from a computation that started before a change.
        return self._single_flight.start(
            (key, content_version.current()), lambda: self._compute_fresh(key)
        )

    async def _compute_fresh(self, key: Key) -> CachedResponse:
        for _ in range(_MAX_ATTEMPTS):
            started_version = content_version.current()
            if key.coding == IDENTITY:
                response = await self._compute(key)
            else:
                response = await self._encode(
                    await self._get(key._replace(coding=IDENTITY)), key.coding
                )
            with content_version.locked():
                effect = content_version.effect_since(started_version, response.reads)
                if effect is Effect.NONE:
                    self._store(key, response)
            if effect is not Effect.WITHDRAWN or not content_version.is_current():
                break
        return response

    async def _compute(self, key: Key) -> CachedResponse:
        """Return the API's response to a request that has only what the key contains."""
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http",
            "server": ("localhost", 80),
            "client": ("127.0.0.1", 0),
            "root_path": "",
            "method": "GET",
            "path": key.path,
            "raw_path": key.path.encode(),
            "query_string": key.query,
            "headers": [],
        }
        started: Message = {}
        parts: list[bytes] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def collect(message: Message) -> None:
            if message["type"] == "http.response.start":
                started.update(message)
            else:
                parts.append(message.get("body", b""))

        started_at = clock.now()
        with record_reads() as reads:
            await self.api(scope, receive, collect)
        planned_at = await self._next_change(reads, started_at)
        return make_response(
            started["status"], list(started["headers"]), b"".join(parts), reads, planned_at
        )

    async def _encode(self, plain: CachedResponse, coding: Coding) -> CachedResponse:
        if coding == IDENTITY or plain.status != 200:
            return plain
        if len(plain.body) > _LARGE_BYTES:
            body = await run_in_threadpool(compress, plain.body, coding)
        else:
            body = compress(plain.body, coding)
        if len(body) >= len(plain.body):
            return plain
        headers = [*plain.headers, (b"content-encoding", coding.encode())]
        return with_body(plain, headers, body, etag_of(plain.body, coding))

    def _store(self, key: Key, response: CachedResponse) -> None:
        if response.expires <= clock.now() or response.memory_bytes > MAX_BYTES // 4:
            return
        self._drop(key)
        self._responses[key] = response
        self._index.put(key, (response.reads,))
        self._bytes += response.memory_bytes
        while self._bytes > MAX_BYTES:
            self._drop(next(iter(self._responses)))

    def _drop(self, key: Key) -> None:
        dropped = self._responses.pop(key, None)
        self._index.discard(key)
        self._bytes -= dropped.memory_bytes if dropped else 0
        self._stale.pop(key, None)

    def start_stale_period(self) -> StalePeriod:
        """Begin the stale period of the write that this task is about to make."""
        period = StalePeriod()
        _stale_period.set(period)
        return period

    def end_stale_period(self, period: StalePeriod) -> None:
        """Drop what a write has outdated, before its response is sent."""
        with content_version.locked():
            period.is_over = True
            for key in period.keys:
                self._stale.pop(key, None)

    def _drop_changed(self, changes: Sequence[Change]) -> None:
        period = _stale_period.get()
        cached = [(key, self._responses[key]) for key in self._index.find(changes)]
        for key, response in [*self._stale.items(), *cached]:
            effect = response.reads.effect_of(changes)
            if effect:
                self._drop(key)
            if effect is Effect.STALE and period and not period.is_over:
                self._stale[key] = response
                period.keys.add(key)
