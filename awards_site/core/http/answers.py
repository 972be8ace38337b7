"""Public answers from memory: made and encoded once, until what visitors may see is another.

Only routes whose answers are the same for everyone (`RevalidatedRoute`) are answered so. Who has
a session is answered afresh.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from operator import itemgetter
from typing import Generic, NamedTuple, TypeVar
from urllib.parse import parse_qsl, urlencode

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core import changes, clock
from awards_site.core.http.coding import IDENTITY, Coding, best_coding, compressed
from awards_site.core.http.revalidation import RevalidatedRoute, etag_of, lists

MOST_BYTES = 64 * 1024 * 1024
"""How much memory all kept answers take at most."""
LONGEST_KEPT = timedelta(seconds=30)
"""How long an answer is kept at most, whatever else may have changed without our being told."""

_READING = frozenset({"GET", "HEAD"})
_BYTES_BESIDES = 4096
"""What an answer takes besides its body: its headers, and what it is found by."""
_LONGEST_ADDRESS = 1024
"""No address that a page or a feed asks for is longer; such a one is left to the API."""
_LARGE = 16 * 1024
"""The size in bytes from which a body is compressed in a thread."""
_OF_A_BODY = ("content-type", "content-length", "content-encoding")
_OF_A_SENT_BODY = (b"content-length", b"transfer-encoding")
_EMPTY_BODY: Message = {"type": "http.response.body", "body": b""}

RawHeaders = list[tuple[bytes, bytes]]
T = TypeVar("T")


class Key(NamedTuple):
    """What tells apart the answers to reading requests; `query` has known parameters only."""

    path: str
    query: bytes
    coding: Coding


class _Asked(NamedTuple):
    key: Key
    known: str
    """The tags that the reader has."""
    has_session: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it is sent; it may be kept until `until`.

    `tag` and `unchanged`, the headers of "not modified", are empty when it is no success.
    """

    status: int
    headers: RawHeaders
    body: bytes
    until: datetime
    tag: str = ""
    unchanged: RawHeaders | None = None

    async def send(self, send: Send, method: str, known: str) -> None:
        """Send it: whole, without its body, or as "not modified" to who lists its tag."""
        is_known = self.unchanged is not None and known != "" and lists(known, self.tag)
        # The messages are made for each request, because whoever wraps this may change them.
        await send(
            {
                "type": "http.response.start",
                "status": 304 if is_known else self.status,
                "headers": self.unchanged if is_known else self.headers,
            }
        )
        without_body = is_known or method == "HEAD"
        await send(
            _EMPTY_BODY if without_body else {"type": "http.response.body", "body": self.body}
        )


class KeptAnswers:
    """The answers to an API's public reads, kept in memory.

    `cookie` is the name of the session's cookie. Kept answers are forgotten when public content
    has another version; an answer's `Expires` tells when time alone makes it another one.
    """

    def __init__(self, api: FastAPI, cookie: str) -> None:
        self.api = api
        self._cookie = f"{cookie}=".encode()
        self._kept: dict[Key, Answer] = {}
        self._size = 0
        self._version = -1
        self._making: _Once[Answer] = _Once()

    def before(self, app: ASGIApp) -> ASGIApp:
        """Return an app that answers the API's public reads, and leaves the others to `app`."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            asked = self._asked(scope)
            if asked is None:
                await app(scope, receive, send)
                return
            if asked.has_session:
                found = await self._make(scope, asked.key)
            else:
                found = self._find(asked.key) or await self._make_once(scope, asked.key)
            await found.send(send, scope["method"], asked.known)

        return answer

    def _asked(self, scope: Scope) -> _Asked | None:
        """Return what a public read asks for; None for any other request."""
        if scope["type"] != "http" or scope["method"] not in _READING:
            return None
        path, query = scope["path"], scope["query_string"]
        if len(path) + len(query) > _LONGEST_ADDRESS:
            return None
        parameters = _public_parameters(self.api, path)
        if parameters is None:
            return None
        accepted, known, has_session = b"", b"", False
        for name, value in scope["headers"]:
            if name == b"accept-encoding":
                accepted = accepted + b"," + value if accepted else value
            elif name == b"if-none-match":
                known = known + b"," + value if known else value
            elif name == b"cookie":
                has_session = has_session or self._cookie in value
            elif name in _OF_A_SENT_BODY and value != b"0":
                # Whether a body is too large is judged where bodies are.
                return None
        key = Key(path, query and _known(query, parameters), best_coding(accepted))
        return _Asked(key, known.decode("latin-1"), has_session)

    def _find(self, key: Key) -> Answer | None:
        version = changes.version()
        if version != self._version:
            self._kept.clear()
            self._size, self._version = 0, version
        answer = self._kept.get(key)
        return None if answer is None or answer.until <= clock.now() else answer

    async def _make_once(self, scope: Scope, key: Key) -> Answer:
        """Return a new answer, which those who ask at the same time share, and keep it."""
        # Whoever asks after a change must not be given what was begun before it.
        version = self._version

        async def make() -> Answer:
            plain_key = Key(key.path, key.query, IDENTITY)
            if key == plain_key:
                answer = await self._compute(scope, key)
            else:
                plain = self._find(plain_key) or await self._make_once(scope, plain_key)
                answer = await _encoded(plain, key.coding)
            self._keep(key, answer, version)
            return answer

        return await self._making((key, version), make)

    async def _make(self, scope: Scope, key: Key) -> Answer:
        return await _encoded(await self._compute(scope, key), key.coding)

    async def _compute(self, scope: Scope, key: Key) -> Answer:
        """Return the API's answer to what the key names, and to nothing else of the request."""
        asked = {**scope, "method": "GET", "query_string": key.query, "headers": []}
        started: Message = {}
        parts: list[bytes] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def collect(message: Message) -> None:
            if message["type"] == "http.response.start":
                started.update(message)
            else:
                parts.append(message.get("body", b""))

        await self.api(asked, receive, collect)
        return _plain(started["status"], list(started["headers"]), b"".join(parts))

    def _keep(self, key: Key, answer: Answer, version: int) -> None:
        is_fresh = version == self._version and clock.now() < answer.until
        if not is_fresh or _size(answer) > MOST_BYTES // 4:
            return
        self._drop(key)
        self._kept[key] = answer
        self._size += _size(answer)
        while self._size > MOST_BYTES:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Key) -> None:
        dropped = self._kept.pop(key, None)
        self._size -= _size(dropped) if dropped else 0


class _Once(Generic[T]):
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


@lru_cache(maxsize=4096)
def _public_parameters(app: FastAPI, path: str) -> frozenset[str] | None:
    """Return the names of the parameters that a public route's query may have; None for others."""
    for route in iter_route_contexts(app.routes):
        if "GET" in (route.methods or ()) and route.path_regex.match(path):
            if not isinstance(route.original_route, RevalidatedRoute):
                return None
            return frozenset(each.alias for each in route.dependant.query_params)
    return None


def _known(query: bytes, parameters: frozenset[str]) -> bytes:
    """Return a query with those of its parameters that are known, in one order."""
    named = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    known = [(name, value) for name, value in named if name in parameters]
    return urlencode(sorted(known, key=itemgetter(0))).encode()


def _size(answer: Answer) -> int:
    return len(answer.body) + _BYTES_BESIDES


def _plain(status: int, headers: RawHeaders, body: bytes) -> Answer:
    now = clock.now()
    if status != 200:
        return Answer(status, headers, body, until=now)
    until = now + LONGEST_KEPT
    expires = Headers(raw=headers).get("expires")
    if expires:
        until = min(until, parsedate_to_datetime(expires))
    varied = MutableHeaders(raw=headers)
    varied.add_vary_header("Accept-Encoding")
    return _success(varied.raw, body, until, etag_of(body))


async def _encoded(plain: Answer, coding: Coding) -> Answer:
    if coding == IDENTITY or plain.status != 200:
        return plain
    if len(plain.body) > _LARGE:
        body = await run_in_threadpool(compressed, plain.body, coding)
    else:
        body = compressed(plain.body, coding)
    if len(body) >= len(plain.body):
        return plain
    headers = [*plain.headers, (b"content-encoding", coding.encode())]
    return _success(headers, body, plain.until, etag_of(plain.body, coding))


def _success(headers: RawHeaders, body: bytes, until: datetime, tag: str) -> Answer:
    completed = MutableHeaders(raw=list(headers))
    completed["Content-Length"] = str(len(body))
    completed["ETag"] = tag
    unchanged = MutableHeaders(raw=list(completed.raw))
    for name in _OF_A_BODY:
        del unchanged[name]
    return Answer(200, completed.raw, body, until, tag, unchanged.raw)
