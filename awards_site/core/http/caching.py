"""Responses that are kept: their codings, validators and store.

`ResponseCache` adds the ETag to responses of a `SharedRoute` and sends 304 if the client has it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Hashable, Iterator
from copy import copy
from datetime import datetime
from functools import lru_cache
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Self, TypeVar

import brotli
from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.types import Message, Send
from zlib_ng import gzip_ng

from awards_site.core import clock
from awards_site.core.etags import etag_matches, etag_of
from awards_site.core.http.security import RawHeaders
from awards_site.core.invalidation.reads import Reads, State

Coding = Literal["br", "gzip", "identity"]

IDENTITY: Coding = "identity"
COMPRESSED: tuple[Coding, ...] = ("br", "gzip")
"""The compressing codings, best compression first."""


@lru_cache(maxsize=1024)
def negotiate_coding(accepted: bytes) -> Coding:
    """Return the preferred coding of an `Accept-Encoding` header.

    Returns identity if no coding is acceptable.
    """
    weights = dict(_parse_weight(part) for part in accepted.decode("latin-1").lower().split(","))
    default = weights.get("*", 0.0)
    weighted = [(weights.get(coding, default), coding) for coding in COMPRESSED]
    # A client that does not list identity accepts it with the lowest preference.
    weighted.append((weights.get(IDENTITY, 0.0), IDENTITY))
    weight, coding = max(weighted, key=lambda each: each[0])
    return coding if weight > 0 else IDENTITY


def compress(body: bytes, coding: Coding) -> bytes:
    # Both take about 2 ms for 100 KB. Brotli at quality 9 takes 6 times as long and saves 2 %.
    if coding == "br":
        return brotli.compress(body, quality=5)
    # `mtime=0` makes the output deterministic.
    if coding == "gzip":
        return bytes(gzip_ng.compress(body, 6, mtime=0))  # type: ignore[no-untyped-call]
    return body


def decompress(body: bytes, coding: Coding) -> bytes:
    if coding == "br":
        return brotli.decompress(body)
    if coding == "gzip":
        return bytes(gzip_ng.decompress(body))  # type: ignore[no-untyped-call]
    return body


def _parse_weight(part: str) -> tuple[str, float]:
    coding, *parameters = (each.strip() for each in part.split(";"))
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                return coding, float(value)
            except ValueError:
                return coding, 0.0
    return coding, 1.0


PUBLIC_NO_CACHE = "public, no-cache"
"""`Cache-Control` of responses that are the same for everyone."""


class SharedRoute(APIRoute):
    """A route whose responses are the same for all visitors and revalidated by browsers."""

    depends_on_session: ClassVar[bool] = False
    """Whether the response may differ for signed-in users."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_shared(request: Request) -> Response:
            response = await handle(request)
            if response.status_code == 200 and not self.depends_on_session:
                response.headers["Cache-Control"] = PUBLIC_NO_CACHE
            return response

        return handle_shared


class SharedByVisitorsRoute(SharedRoute):
    """A route whose responses are the same for all visitors but show more to staff."""

    depends_on_session = True


_LARGE_BYTES = 16 * 1024
"""Larger bodies are compressed in a worker thread."""
_OVERHEAD_BYTES = 4096
"""The approximate memory of a response without its bodies."""
_BODY = "http.response.body"
_NO_BODY: Message = {"type": _BODY, "body": b""}


class ReadHeaders(NamedTuple):
    """The headers of a GET or HEAD request on which its response depends."""

    accepted: bytes = b""
    if_none_match: bytes = b""
    has_session: bool = False
    has_body: bool = False


def read_headers(headers: RawHeaders, cookie: bytes = b"") -> ReadHeaders:
    """Return what the headers ask for; `cookie` is the name of the session cookie with its `=`."""
    accepted, if_none_match, has_session, has_body = b"", b"", False, False
    for name, value in headers:
        if name == b"accept-encoding":
            accepted = accepted + b"," + value if accepted else value
        elif name == b"if-none-match":
            if_none_match = if_none_match + b"," + value if if_none_match else value
        elif name == b"cookie":
            has_session = has_session or cookie in value
        elif name in (b"content-length", b"transfer-encoding") and value != b"0":
            has_body = True
    return ReadHeaders(accepted, if_none_match, has_session, has_body)


class _Variant(NamedTuple):
    """A response in one content coding."""

    etag: str
    start: Message
    body: bytes
    is_encoded: bool
    """False if encoding would make it longer."""


class CachedResponse:
    """A response made from `reads`, which changes at `expires` at the latest.

    It is encoded at once in `codings`, and in others when they are first asked for. `headers` are
    those that do not depend on the coding. Only a 200 has ETags.
    """

    def __init__(
        self,
        status: int,
        headers: RawHeaders,
        body: bytes,
        reads: Reads,
        expires: datetime | None = None,
        codings: Collection[Coding] = (IDENTITY,),
    ) -> None:
        self.status = status
        self.headers = headers
        self.reads = reads
        self.expires = expires
        self.made_at = clock.now()
        self.etags = _etags(body) if status == 200 else {}
        self.grow: Callable[[int], object] = lambda _bytes: None
        """Called with the bytes of each further coding."""
        self.asked: set[Coding] = set()
        """The content codings that have been asked for."""
        self._variants: dict[Coding, _Variant] = {}
        for coding in codings or (IDENTITY,):
            self._add(coding, body, compress(body, coding))

    @property
    def state(self) -> State:
        """Its state; a response is not used before it was made, when the clock was wrong."""
        now = clock.now()
        holds = self.made_at <= now and (self.expires is None or now < self.expires)
        return self.reads.state if holds else State.WITHDRAWN

    @property
    def memory_bytes(self) -> int:
        return sum(len(each.body) for each in self._variants.values()) + _OVERHEAD_BYTES

    @property
    def body(self) -> bytes:
        """The body without content coding."""
        coding = IDENTITY if IDENTITY in self._variants else next(iter(self._variants))
        variant = self._variants[coding]
        return decompress(variant.body, coding) if variant.is_encoded else variant.body

    def renewed(self, reads: Reads, expires: datetime | None) -> Self:
        """Return the same response, made from other reads."""
        made = copy(self)
        made.reads, made.expires, made.made_at = reads, expires, clock.now()
        return made

    async def send(self, send: Send, method: str, asked: ReadHeaders) -> None:
        """Send the response, without a body for HEAD, or a 304 if `If-None-Match` has its ETag."""
        coding = negotiate_coding(asked.accepted)
        self.asked.add(coding)
        variant = self._variants.get(coding) or await self._encode(coding)
        if asked.if_none_match and self._is_known(asked.if_none_match.decode("latin-1")):
            headers = [each for each in self.headers if each[0] != b"content-type"]
            headers.append((b"etag", variant.etag.encode()))
            await send({"type": "http.response.start", "status": 304, "headers": headers})
            await send(_NO_BODY)
            return
        await send(variant.start)
        await send(_NO_BODY if method == "HEAD" else {"type": _BODY, "body": variant.body})

    def _is_known(self, if_none_match: str) -> bool:
        return any(etag_matches(if_none_match, each) for each in self.etags.values())

    async def _encode(self, coding: Coding) -> _Variant:
        plain = self.body
        if len(plain) > _LARGE_BYTES:
            body = await run_in_threadpool(compress, plain, coding)
        else:
            body = compress(plain, coding)
        before = self.memory_bytes
        variant = self._add(coding, plain, body)
        self.grow(self.memory_bytes - before)
        return variant

    def _add(self, coding: Coding, plain: bytes, encoded: bytes) -> _Variant:
        is_encoded = len(encoded) < len(plain)
        body = encoded if is_encoded else plain
        headers = [*self.headers, (b"content-length", b"%d" % len(body))]
        if is_encoded:
            headers.append((b"content-encoding", coding.encode()))
        etag = self.etags.get(coding if is_encoded else IDENTITY, "")
        if etag:
            headers.append((b"etag", etag.encode()))
        start = {"type": "http.response.start", "status": self.status, "headers": headers}
        variant = self._variants[coding] = _Variant(etag, start, body, is_encoded)
        return variant


def _etags(body: bytes) -> dict[Coding, str]:
    """Return the ETag of a body in each content coding."""
    plain = etag_of(body)
    return {IDENTITY: plain, **{each: f'{plain[:-1]}-{each}"' for each in COMPRESSED}}


K = TypeVar("K", bound=Hashable)
R = TypeVar("R", bound=CachedResponse)


class ResponseStore(Generic[K, R]):
    """Responses of at most `max_bytes` together; those read least recently go first.

    Used in the event loop only.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._responses: OrderedDict[K, R] = OrderedDict()
        self.size = 0
        """The memory of the responses in bytes."""

    def __iter__(self) -> Iterator[tuple[K, R]]:
        return iter(list(self._responses.items()))

    def get(self, key: K) -> R | None:
        """Return the response, whatever its state."""
        response = self._responses.get(key)
        if response is not None:
            self._responses.move_to_end(key)
        return response

    def put(self, key: K, response: R) -> None:
        """Keep a response, unless it is very large."""
        self.drop(key)
        if response.memory_bytes > self._max_bytes // 4:
            return
        response.grow = self._grow
        self._responses[key] = response
        self._grow(response.memory_bytes)

    def drop(self, key: K) -> None:
        dropped = self._responses.pop(key, None)
        if dropped is not None:
            self.size -= dropped.memory_bytes
            dropped.grow = lambda _bytes: None

    def _grow(self, added: int) -> None:
        self.size += added
        while self.size > self._max_bytes:
            self.drop(next(iter(self._responses)))


T = TypeVar("T")


class SingleFlight(Generic[T]):
    """Runs a computation once for all concurrent callers with the same key."""

    def __init__(self) -> None:
        self._running: dict[Hashable, asyncio.Task[T]] = {}

    def start(self, key: Hashable, compute: Callable[[], Awaitable[T]]) -> asyncio.Task[T]:
        """Return the running task of a key, or start it."""
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.ensure_future(compute())
            task.add_done_callback(lambda _: self._running.pop(key))
        return task
