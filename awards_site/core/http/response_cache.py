"""Responses of public reads, cached in memory until a write changes what they were made from.

Only routes whose responses are the same for all visitors (`SharedRoute`) are cached. Who has a
session gets a response of their own.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import parse_qsl, unquote, urlencode

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core import clock, content_version
from awards_site.core.changes import Change, Effect, Reads, recording
from awards_site.core.http.content_encoding import (
    COMPRESSED,
    IDENTITY,
    Coding,
    best_coding,
    compressed,
)
from awards_site.core.http.revalidation import SharedRoute, etag_matches, etag_of

MAX_BYTES = 64 * 1024 * 1024
"""How much memory all cached responses take at most."""
MAX_AGE = timedelta(seconds=30)
"""How long a response is cached at most, whatever else may have changed without our being told."""

_READING = frozenset({"GET", "HEAD"})
_OVERHEAD_BYTES = 4096
"""What a response takes besides its body: its headers, and what it is found by."""
_MAX_URL = 1024
"""No URL that a page or a feed asks for is longer; such a one is left to the API."""
_LARGE_BYTES = 16 * 1024
"""The size from which a body is compressed in a thread."""
_MAX_ATTEMPTS = 5
"""How often a response is made again because of what is withdrawn while it is made."""
_BODY_HEADERS = ("content-type", "content-length", "content-encoding")
_REQUEST_BODY_HEADERS = (b"content-length", b"transfer-encoding")
_EMPTY_BODY: Message = {"type": "http.response.body", "body": b""}

RawHeaders = list[tuple[bytes, bytes]]
T = TypeVar("T")


class Key(NamedTuple):
    """What tells apart the responses to reads; `query` has known parameters only."""

    path: str
    query: bytes
    coding: Coding


class _Params(NamedTuple):
    key: Key
    if_none_match: str
    has_session: bool


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A response as it is sent; it may be cached until `expires`.

    `tags` are its ETags in all codings. They and `not_modified`, the headers of a 304, are empty
    when it is no success. `changes_at` is when time alone makes it another response, if ever.
    """

    status: int
    headers: RawHeaders
    body: bytes
    expires: datetime
    tags: tuple[str, ...] = ()
    not_modified: RawHeaders | None = None
    reads: Reads = field(default_factory=Reads)
    changes_at: datetime | None = None

    async def send(self, send: Send, method: str, if_none_match: str) -> None:
        """Send it: whole, without its body, or as "not modified" to who lists one of its tags."""
        is_known = if_none_match != "" and any(
            etag_matches(if_none_match, tag) for tag in self.tags
        )
        # The messages are made for each request, because whoever wraps this may change them.
        await send(
            {
                "type": "http.response.start",
                "status": 304 if is_known else self.status,
                "headers": self.not_modified if is_known else self.headers,
            }
        )
        has_no_body = is_known or method == "HEAD"
        await send(
            _EMPTY_BODY if has_no_body else {"type": "http.response.body", "body": self.body}
        )


class SingleFlight(Generic[T]):
    """Runs what several callers want at the same time once, and gives all of them the result."""

    def __init__(self) -> None:
        self._running: dict[Hashable, asyncio.Task[T]] = {}

    async def __call__(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.ensure_future(make())
            task.add_done_callback(lambda _: self._running.pop(key))
        # One caller who goes away does not take the result from the others.
        return await asyncio.shield(task)


class ResponseCache:
    """The cached responses of an API; `cookie` is the name of the session's cookie.

    A write drops the responses that it changes, before it is answered itself; a response's
    `Expires` tells when time alone makes it another one.
    """

    def __init__(self, api: FastAPI, cookie: str) -> None:
        self.api = api
        self._cookie = f"{cookie}=".encode()
        self._responses: dict[Key, CachedResponse] = {}
        self._bytes = 0
        self._single_flight: SingleFlight[CachedResponse] = SingleFlight()
        content_version.subscribe(self._drop_changed)

    def close(self) -> None:
        """Hear of changes no more."""
        content_version.unsubscribe(self._drop_changed)

    def before(self, app: ASGIApp) -> ASGIApp:
        """Return an app that answers the API's public reads, and leaves the others to `app`."""

        async def respond(scope: Scope, receive: Receive, send: Send) -> None:
            params = self._params(scope)
            if params is None:
                await app(scope, receive, send)
                return
            if params.has_session:
                response = await self._encode(await self._compute(params.key), params.key.coding)
            else:
                response = await self._get(params.key)
            await response.send(send, scope["method"], params.if_none_match)

        return respond

    async def fetch(self, url: str) -> CachedResponse:
        """Return the uncompressed response that any visitor gets at a path and query of the API.

        Raises LookupError when no public read answers there.
        """
        path, _, query = url.partition("?")
        path = unquote(path)
        route = _shared_route(self.api, path)
        if route is None:
            raise LookupError(f"{path} is not a public read")
        return await self._get(Key(path, _known_query(query.encode(), route.params), IDENTITY))

    def _params(self, scope: Scope) -> _Params | None:
        """Return what a public read asks for; None for any other request."""
        if scope["type"] != "http" or scope["method"] not in _READING:
            return None
        path, query = scope["path"], scope["query_string"]
        if len(path) + len(query) > _MAX_URL:
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
                # Whether a body is too large is judged where bodies are.
                return None
        if has_session and route.depends_on_session:
            return None
        key = Key(path, query and _known_query(query, route.params), best_coding(accepted))
        return _Params(key, if_none_match.decode("latin-1"), has_session)

    async def _get(self, key: Key) -> CachedResponse:
        content_version.check()
        response = self._responses.get(key)
        if response is not None and response.expires > clock.now():
            return response
        # Whoever asks after a change must not be given what was begun before it.
        return await self._single_flight((key, content_version.current()), lambda: self._make(key))

    async def _make(self, key: Key) -> CachedResponse:
        for _ in range(_MAX_ATTEMPTS):
            begun = content_version.current()
            if key.coding == IDENTITY:
                response = await self._compute(key)
            else:
                response = await self._encode(
                    await self._get(key._replace(coding=IDENTITY)), key.coding
                )
            with content_version.held():
                effect = content_version.effect_since(begun, response.reads)
                if effect is Effect.NONE:
                    self._keep(key, response)
            if effect is not Effect.WITHDRAWN:
                break
        return response

    async def _compute(self, key: Key) -> CachedResponse:
        """Return the API's response to what the key names, and to nothing else of a request."""
        scope: dict[str, Any] = {
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

        with recording() as reads:
            await self.api(scope, receive, collect)
        return _plain(started["status"], list(started["headers"]), b"".join(parts), reads)

    async def _encode(self, plain: CachedResponse, coding: Coding) -> CachedResponse:
        if coding == IDENTITY or plain.status != 200:
            return plain
        if len(plain.body) > _LARGE_BYTES:
            body = await run_in_threadpool(compressed, plain.body, coding)
        else:
            body = compressed(plain.body, coding)
        if len(body) >= len(plain.body):
            return plain
        headers = [*plain.headers, (b"content-encoding", coding.encode())]
        return _with_body(plain, headers, body, etag_of(plain.body, coding))

    def _keep(self, key: Key, response: CachedResponse) -> None:
        if response.expires <= clock.now() or _bytes_of(response) > MAX_BYTES // 4:
            return
        self._drop(key)
        self._responses[key] = response
        self._bytes += _bytes_of(response)
        while self._bytes > MAX_BYTES:
            self._drop(next(iter(self._responses)))

    def _drop(self, key: Key) -> None:
        dropped = self._responses.pop(key, None)
        self._bytes -= _bytes_of(dropped) if dropped else 0

    def _drop_changed(self, changes: Sequence[Change]) -> None:
        for key, response in list(self._responses.items()):
            if response.reads.effect_of(changes):
                self._drop(key)


class _SharedRoute(NamedTuple):
    params: frozenset[str]
    """The names of the parameters that the route's query may have."""
    depends_on_session: bool


@lru_cache(maxsize=4096)
def _shared_route(app: FastAPI, path: str) -> _SharedRoute | None:
    """Return what the cache needs to know of the public route at a path; None for other routes."""
    for route in iter_route_contexts(app.routes):
        if "GET" in (route.methods or ()) and route.path_regex.match(path):
            original = route.original_route
            if not isinstance(original, SharedRoute):
                return None
            params = frozenset(each.alias for each in route.dependant.query_params)
            return _SharedRoute(params, original.depends_on_session)
    return None


def _known_query(query: bytes, params: frozenset[str]) -> bytes:
    """Return a query with those of its parameters that are known, in one order."""
    named = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    known = [(name, value) for name, value in named if name in params]
    return urlencode(sorted(known, key=itemgetter(0))).encode()


def _bytes_of(response: CachedResponse) -> int:
    return len(response.body) + _OVERHEAD_BYTES


def _plain(status: int, headers: RawHeaders, body: bytes, reads: Reads) -> CachedResponse:
    now = clock.now()
    if status != 200:
        return CachedResponse(status, headers, body, expires=now, reads=reads)
    expires = Headers(raw=headers).get("expires")
    changes_at = parsedate_to_datetime(expires) if expires else None
    until = min(now + MAX_AGE, changes_at or now + MAX_AGE)
    varied = MutableHeaders(raw=headers)
    varied.add_vary_header("Accept-Encoding")
    tags = tuple(etag_of(body, coding) for coding in ("", *COMPRESSED))
    plain = CachedResponse(200, headers, body, until, tags, reads=reads, changes_at=changes_at)
    return _with_body(plain, varied.raw, body, tags[0])


def _with_body(
    response: CachedResponse, headers: RawHeaders, body: bytes, tag: str
) -> CachedResponse:
    completed = MutableHeaders(raw=list(headers))
    completed["Content-Length"] = str(len(body))
    completed["ETag"] = tag
    not_modified = MutableHeaders(raw=list(completed.raw))
    for name in _BODY_HEADERS:
        del not_modified[name]
    return replace(response, headers=completed.raw, body=body, not_modified=not_modified.raw)
