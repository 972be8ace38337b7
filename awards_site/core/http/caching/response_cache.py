"""An in-memory cache of public responses, invalidated by the writes that change them.

Only routes whose responses are the same for all visitors (`SharedRoute`) are cached. Requests with
a session get an uncached response.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlencode

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core import clock
from awards_site.core.http.caching.cached_response import CachedResponse, make_response, with_body
from awards_site.core.http.caching.content_encoding import (
    IDENTITY,
    Coding,
    compress,
    negotiate_coding,
)
from awards_site.core.http.caching.revalidation import SharedRoute, etag_of
from awards_site.core.http.caching.single_flight import SingleFlight
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.changes import Change, Effect
from awards_site.core.invalidation.read_recorder import record_reads
from awards_site.core.units import MEGABYTE

MAX_BYTES = 32 * MEGABYTE
"""The memory limit of all cached responses together; the least recently read go first."""

_READ_METHODS = frozenset({"GET", "HEAD"})
_MAX_URL_LENGTH = 1024
"""Longer URLs bypass the cache; no page or feed uses one."""
_LARGE_BYTES = 16 * 1024
"""Larger bodies are compressed in a worker thread."""
_MAX_ATTEMPTS = 5
"""How often a response is recomputed if content is withdrawn while it is computed."""
_REQUEST_BODY_HEADERS = (b"content-length", b"transfer-encoding")


class Key(NamedTuple):
    """The cache key; `query` has only the parameters that the route declares."""

    path: str
    query: bytes
    coding: Coding


@dataclass
class StalePeriod:
    """The time from a write to its response, in which readers get what the write has outdated.

    What it has withdrawn is dropped at once.
    """

    keys: set[Key] = field(default_factory=set)
    is_over: bool = False


_stale_period: ContextVar[StalePeriod | None] = ContextVar("stale_period", default=None)


class _Params(NamedTuple):
    key: Key
    if_none_match: str
    has_session: bool


class ResponseCache:
    """Caches the public responses of an API; `cookie` is the name of the session cookie.

    A write drops the responses it changes before its own response is sent; until then, they are
    served while they are computed again (`StalePeriod`). Responses that change with time carry an
    `Expires` header. `hits` and `misses` count public reads without a session.
    """

    def __init__(self, api: FastAPI, cookie: str) -> None:
        self.api = api
        self._cookie = f"{cookie}=".encode()
        self._responses: OrderedDict[Key, CachedResponse] = OrderedDict()
        self._stale: dict[Key, CachedResponse] = {}
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
            params = self._params(scope)
            if params is None:
                await app(scope, receive, send)
                return
            if params.has_session:
                response = await self._encode(await self._compute(params.key), params.key.coding)
            else:
                response = await self._get_counted(params.key)
            await response.send(send, scope["method"], params.if_none_match)

        return respond

    async def fetch(self, url: str) -> CachedResponse:
        """Return the uncompressed public response at a path and query of the API.

        Raises LookupError if no public route matches.
        """
        path, _, query = url.partition("?")
        path = unquote(path)
        route = _shared_route(self.api, path)
        if route is None:
            raise LookupError(f"{path} is not a public route")
        return await self._get(Key(path, _normalize_query(query.encode(), route.params), IDENTITY))

    def _params(self, scope: Scope) -> _Params | None:
        """Return the parameters of a public read, or None for any other request."""
        if scope["type"] != "http" or scope["method"] not in _READ_METHODS:
            return None
        path, query = scope["path"], scope["query_string"]
        if len(path) + len(query) > _MAX_URL_LENGTH:
            return None
        route = _shared_route(self.api, path)
        if route is None:
            return None
        accepted, if_none_match, has_session = b"", b"", False
        for name, value in scope["headers"]:
            if name == b"accept-encoding":
                accepted = accepted + b"," + value if accepted else value
            elif name == b"if-none-match":
                if_none_match = if_none_match + b"," + value if if_none_match else value
            elif name == b"cookie":
                has_session = has_session or self._cookie in value
            elif name in _REQUEST_BODY_HEADERS and value != b"0":
                # Leave requests with a body to the middleware that limits it.
                return None
        if has_session and route.depends_on_session:
            return None
        key = Key(path, query and _normalize_query(query, route.params), negotiate_coding(accepted))
        return _Params(key, if_none_match.decode("latin-1"), has_session)

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

        with record_reads() as reads:
            await self.api(scope, receive, collect)
        return make_response(started["status"], list(started["headers"]), b"".join(parts), reads)

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
        self._bytes += response.memory_bytes
        while self._bytes > MAX_BYTES:
            self._drop(next(iter(self._responses)))

    def _drop(self, key: Key) -> None:
        dropped = self._responses.pop(key, None)
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
        for key, response in [*self._stale.items(), *self._responses.items()]:
            effect = response.reads.effect_of(changes)
            if effect:
                self._drop(key)
            if effect is Effect.STALE and period and not period.is_over:
                self._stale[key] = response
                period.keys.add(key)


class _SharedRoute(NamedTuple):
    params: frozenset[str]
    """The names of the declared query parameters."""
    depends_on_session: bool


@lru_cache(maxsize=4096)
def _shared_route(app: FastAPI, path: str) -> _SharedRoute | None:
    """Return the public route at a path, or None if there is none."""
    for route in iter_route_contexts(app.routes):
        if "GET" in (route.methods or ()) and route.path_regex.match(path):
            original = route.original_route
            if not isinstance(original, SharedRoute):
                return None
            params = frozenset(each.alias for each in route.dependant.query_params)
            return _SharedRoute(params, original.depends_on_session)
    return None


def _normalize_query(query: bytes, params: frozenset[str]) -> bytes:
    """Return a query reduced to the known parameters, sorted."""
    named = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    known = [(name, value) for name, value in named if name in params]
    return urlencode(sorted(known, key=itemgetter(0))).encode()
