"""An in-memory cache of public responses, which writes outdate.

Only routes whose responses are the same for all visitors (`SharedRoute`) are cached. Requests with
a session get an uncached response. The cache adds the ETag, and sends 304 if the client has it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from operator import itemgetter
from typing import Any, ClassVar, NamedTuple
from urllib.parse import parse_qsl, unquote, urlencode

from fastapi import FastAPI, Request, Response
from fastapi.routing import APIRoute, iter_route_contexts
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core import clock
from awards_site.core.files.disk import MEGABYTE
from awards_site.core.http.response_store import (
    CachedResponse,
    JoinedResponse,
    ReadHeaders,
    ResponseStore,
    read_headers,
)
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.reads import Reads, State, record_reads

MAX_BYTES = 32 * MEGABYTE
"""The memory limit of all cached responses together."""
MAX_AGE = timedelta(seconds=30)
"""The time for which a response is cached, as a safety net for missed invalidations."""
READ_METHODS = frozenset({"GET", "HEAD"})
_MAX_ATTEMPTS = 5
"""The number of computations of a response if content is withdrawn meanwhile."""
_MAX_URL_LENGTH = 1024
"""Longer URLs bypass the cache; no page or feed uses one."""


class SharedRoute(APIRoute):
    """A route whose responses are the same for all visitors and revalidated by browsers."""

    depends_on_session: ClassVar[bool] = False
    """Whether the response may differ for signed-in users."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_shared(request: Request) -> Response:
            response = await handle(request)
            if response.status_code == 200 and not self.depends_on_session:
                response.headers["Cache-Control"] = "public, no-cache"
            return response

        return handle_shared


class SharedByVisitorsRoute(SharedRoute):
    """A route whose responses are the same for all visitors but show more to staff."""

    depends_on_session = True


_parts: dict[Callable[..., Any], Callable[[], Sequence[str]]] = {}
"""The function with the URLs of its parts, by the endpoint of a joined list."""


def joins(endpoint: Callable[..., Any], urls: Callable[[], Sequence[str]]) -> None:
    """Let visitors get a list joined from the lists at other URLs, of which a write outdates few.

    `urls` reads them from the database, in the order of the list.
    """
    _parts[endpoint] = urls


class Key(NamedTuple):
    """A path, and of the query the parameters that its route declares."""

    path: str
    query: bytes


class ResponseCache:
    """Caches the public responses of an API; `cookie` is the name of the session cookie.

    `app` is the API with the middleware of its responses. `next_time` returns the first planned
    time after another one, until which responses hold. Responses that change with time also carry
    an `Expires` header. `revalidate_seconds` returns how often open pages should revalidate a
    response with these reads, 0 for as usual. `hits` and `misses` count public reads without a
    session.
    """

    def __init__(
        self,
        api: FastAPI,
        app: ASGIApp,
        cookie: str,
        next_time: Callable[[datetime], Awaitable[datetime | None]],
        revalidate_seconds: Callable[[Reads], Awaitable[int]],
    ) -> None:
        self._api = api
        self._app = app
        self._next_time = next_time
        self._revalidate_seconds = revalidate_seconds
        self._cookie = f"{cookie}=".encode()
        self._store: ResponseStore[Key, CachedResponse] = ResponseStore(MAX_BYTES)
        self._running: dict[tuple[Key, int], asyncio.Task[CachedResponse]] = {}
        self.hits = 0
        self.misses = 0

    @property
    def size(self) -> int:
        """The memory of the cached responses in bytes."""
        return self._store.size

    def wrap(self, app: ASGIApp) -> ASGIApp:
        """Return an app that serves public reads from the cache and passes the rest to `app`."""

        async def respond(scope: Scope, receive: Receive, send: Send) -> None:
            route = self._route_of(scope)
            if route is None:
                await app(scope, receive, send)
                return
            asked = read_headers(scope["headers"], self._cookie)
            # Requests with a body are left to the middleware that limits it.
            if asked.has_body or (asked.has_session and route.depends_on_session):
                await app(scope, receive, send)
                return
            query: bytes = scope["query_string"]
            key = Key(scope["path"], query and _known_params(query, route.params))
            response = await (self._compute(key) if asked.has_session else self._get(key))
            if response.status != 200:
                asked = ReadHeaders()
            await response.send(send, scope["method"], asked)

        return respond

    async def fetch(self, url: str) -> CachedResponse:
        """Return the public response at a path and query of the API.

        Raises LookupError if no public route matches.
        """
        return await self._get(self._key_of(url))

    async def compute(self, url: str) -> CachedResponse:
        """Return the response as the API computes it now; nothing is cached.

        Raises LookupError if no public route matches.
        """
        return await self._compute(self._key_of(url))

    def _route_of(self, scope: Scope) -> "_SharedRoute | None":
        if scope["type"] != "http" or scope["method"] not in READ_METHODS:
            return None
        path = scope["path"]
        if len(path) + len(scope["query_string"]) > _MAX_URL_LENGTH:
            return None
        return _shared_route(self._api, path)

    def _key_of(self, url: str) -> Key:
        path, _, query = url.partition("?")
        path = unquote(path)
        route = _shared_route(self._api, path)
        if route is None:
            raise LookupError(f"{path} is not a public route")
        return Key(path, _known_params(query.encode(), route.params))

    async def _get(self, key: Key) -> CachedResponse:
        response = self._store.get(key)
        is_fresh = response is not None and response.state is State.FRESH
        if response is not None and is_fresh and clock.now() < response.made_at + MAX_AGE:
            self.hits += 1
            return response
        self.misses += 1
        # The number tells it from a computation that started before a change. Shield the task: a
        # cancelled reader must not cancel it for the others.
        flight = key, content_version.current()
        task = self._running.get(flight)
        if task is None:
            task = self._running[flight] = asyncio.ensure_future(self._compute_and_store(key))
            task.add_done_callback(lambda _: self._running.pop(flight))
        return await asyncio.shield(task)

    async def _compute_and_store(self, key: Key) -> CachedResponse:
        for _ in range(_MAX_ATTEMPTS):
            response = await self._join(key) or await self._compute(key)
            if response.reads.state is not State.WITHDRAWN or not content_version.is_current():
                break
        if response.status == 200:
            self._store.put(key, response)
        return response

    async def _join(self, key: Key) -> CachedResponse | None:
        """Return a list as its parts have it at one time, or None if it has none."""
        route = _shared_route(self._api, key.path)
        if route is None or route.parts is None:
            return None
        for _ in range(_MAX_ATTEMPTS if content_version.is_current() else 0):
            began = clock.now()
            with record_reads() as reads:
                urls = await asyncio.to_thread(route.parts)
            parts = await asyncio.gather(*map(self.fetch, urls))
            if not parts or any(each.status != 200 for each in parts):
                return None
            expires = await self._expiry(None, began)
            joined = await asyncio.to_thread(JoinedResponse, parts, reads, expires)
            if joined.state is State.FRESH:
                return joined
        return None

    async def _compute(self, key: Key) -> CachedResponse:
        """Return the API's response to a request that has only what the key contains."""
        started: Message = {}
        parts: list[bytes] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def collect(message: Message) -> None:
            if message["type"] == "http.response.start":
                started.update(message)
            else:
                parts.append(message.get("body", b""))

        began = clock.now()
        with record_reads() as reads:
            await self._app(_scope_of(key), receive, collect)
        headers = MutableHeaders(raw=list(started["headers"]))
        del headers["content-length"]
        status, body = started["status"], b"".join(parts)
        if status == 200:
            # Each request gets an id of its own.
            del headers["x-request-id"]
            headers.add_vary_header("Accept-Encoding")
            if seconds := await self._revalidate_seconds(reads):
                headers["Revalidate-Seconds"] = str(seconds)
        expires = await self._expiry(headers.get("expires"), began)
        return CachedResponse(status, headers.raw, body, reads, expires)

    async def _expiry(self, header: str | None, began: datetime) -> datetime | None:
        """Return when a response changes without a write, by the plan or its `Expires` header."""
        try:
            planned = await self._next_time(began)
        except SQLAlchemyError:
            return began
        times = (planned, parsedate_to_datetime(header) if header else None)
        return min((each for each in times if each is not None), default=None)


def _scope_of(key: Key) -> Scope:
    return {
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


class _SharedRoute(NamedTuple):
    params: frozenset[str]
    """The names of the declared query parameters."""
    depends_on_session: bool
    parts: Callable[[], Sequence[str]] | None
    """Returns the URLs of the lists that it joins."""


@lru_cache(maxsize=4096)
def _shared_route(app: FastAPI, path: str) -> _SharedRoute | None:
    """Return the public route at a path, or None if there is none."""
    for route in iter_route_contexts(app.routes):
        if "GET" in (route.methods or ()) and route.path_regex.match(path):
            original = route.original_route
            if not isinstance(original, SharedRoute):
                return None
            params = frozenset(each.alias for each in route.dependant.query_params)
            parts = _parts.get(original.endpoint)
            return _SharedRoute(params, original.depends_on_session, parts)
    return None


def _known_params(query: bytes, params: frozenset[str]) -> bytes:
    """Return a query reduced to the known parameters, sorted."""
    named = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    known = [(name, value) for name, value in named if name in params]
    return urlencode(sorted(known, key=itemgetter(0))).encode()
