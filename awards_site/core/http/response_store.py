"""Responses that are kept in memory, with their content codings and ETags."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from copy import copy
from datetime import datetime
from typing import Generic, NamedTuple, Self, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.types import Message, Send

from awards_site.core import clock
from awards_site.core.etags import etag_matches, etag_of
from awards_site.core.http.content_coding import (
    COMPRESSED,
    IDENTITY,
    Coding,
    compress,
    decompress,
    negotiate_coding,
)
from awards_site.core.http.security import RawHeaders
from awards_site.core.invalidation.reads import Reads, State

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
        self.etags = _etags(etag_of(body)) if status == 200 else {}
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


class JoinedResponse(CachedResponse):
    """A JSON list that is joined from the lists of `parts`, which hold its body."""

    def __init__(
        self, parts: Sequence[CachedResponse], reads: Reads, expires: datetime | None
    ) -> None:
        times = [each.expires for each in parts if each.expires is not None]
        all_reads = Reads.joined(reads, *(each.reads for each in parts))
        until = min([*times, expires] if expires else times, default=None)
        super().__init__(200, parts[0].headers, b"", all_reads, until)
        self.parts = parts
        self.made_at = min(each.made_at for each in parts)
        self.etags = _etags(etag_of(*self._pieces()))
        self._variants.clear()

    def _pieces(self) -> Iterator[bytes | memoryview]:
        """Yield the body in pieces, which are not copied."""
        for number, each in enumerate(self.parts):
            yield b"," if number else b"["
            yield memoryview(each.body)[1:-1]
        yield b"]"

    @property
    def body(self) -> bytes:
        return b"".join(self._pieces())


def _etags(plain: str) -> dict[Coding, str]:
    """Return the ETag in each content coding of a body with an ETag."""
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
