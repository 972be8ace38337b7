"""The HTTP responses of a public page, compressed in advance: 200 or 304."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from starlette.types import Message, Scope, Send

from awards_site.core.http.caching.content_encoding import (
    COMPRESSED,
    IDENTITY,
    Coding,
    compress,
    decompress,
    negotiate_coding,
)
from awards_site.core.http.caching.revalidation import etag_matches, etag_of
from awards_site.core.http.security.content_policy import document_headers
from awards_site.core.http.security.headers import RawHeaders, raw_headers, security_headers
from awards_site.settings import settings

_CONTENT_TYPE = (b"content-type", b"text/html; charset=utf-8")
_BODY = "http.response.body"
_NO_BODY: Message = {"type": _BODY, "body": b""}
_OVERHEAD_BYTES = 4096
"""The approximate memory of a page besides its bodies."""


@dataclass(frozen=True, slots=True)
class _Variant:
    """A page in one content coding: its ETag, its body and the beginnings of its responses."""

    etag: str
    start: Message
    not_modified: Message
    body: bytes

    @classmethod
    def make(cls, coding: Coding, body: bytes, status: int, common: RawHeaders) -> Self:
        etag = etag_of(body)
        not_modified = [*common, (b"etag", etag.encode())]
        headers = [*not_modified, _CONTENT_TYPE, (b"content-length", b"%d" % len(body))]
        if coding != IDENTITY:
            headers.append((b"content-encoding", coding.encode()))
        return cls(etag, _start(status, headers), _start(304, not_modified), body)


class PageResponse:
    """A page, compressed at once in `codings`, and in any other when it is first asked for.

    `policy` is its content security policy, `length` the bytes of the uncompressed document.
    Compressing 100 KB takes about 2 ms.
    """

    def __init__(
        self, document: bytes, policy: str, status: int = 200, codings: Collection[Coding] = ()
    ) -> None:
        self.status = status
        self.length = len(document)
        self.requested: set[Coding] = set()
        """The codings of the requests so far: what the next version is best compressed in."""
        self._common = _headers(policy, settings().public_url.startswith("https:"))
        self._stored, *others = [each for each in COMPRESSED if each in codings] or COMPRESSED[:1]
        self._variants = {each: self._make(each, document) for each in (self._stored, *others)}

    @property
    def memory_bytes(self) -> int:
        """The memory of the page in all codings, whether they have been made or not."""
        return len(COMPRESSED) * len(self._variants[self._stored].body) + _OVERHEAD_BYTES

    @property
    def document(self) -> bytes:
        """The uncompressed document."""
        return decompress(self._variants[self._stored].body, self._stored)

    async def send(self, scope: Scope, send: Send) -> None:
        """Respond to a GET or HEAD request for the page."""
        accepted = if_none_match = b""
        for name, value in scope["headers"]:
            if name == b"accept-encoding":
                accepted = value
            elif name == b"if-none-match":
                if_none_match = value
        coding = negotiate_coding(accepted)
        self.requested.add(coding)
        variant = self._variants.get(coding) or self._add(coding)
        if if_none_match and self.status == 200 and _matches(if_none_match, variant.etag):
            await send(variant.not_modified)
            await send(_NO_BODY)
            return
        await send(variant.start)
        has_body = scope["method"] != "HEAD"
        await send({"type": _BODY, "body": variant.body} if has_body else _NO_BODY)

    def _add(self, coding: Coding) -> _Variant:
        variant = self._make(coding, self.document)
        # Few clients ask for the uncompressed document, which takes most memory.
        if coding != IDENTITY:
            self._variants[coding] = variant
        return variant

    def _make(self, coding: Coding, document: bytes) -> _Variant:
        return _Variant.make(coding, compress(document, coding), self.status, self._common)


def _start(status: int, headers: RawHeaders) -> Message:
    return {"type": "http.response.start", "status": status, "headers": headers}


def _matches(if_none_match: bytes, etag: str) -> bool:
    return etag_matches(if_none_match.decode("latin-1"), etag)


@lru_cache(maxsize=8)
def _headers(policy: str, is_https: bool) -> RawHeaders:
    return raw_headers(
        {
            **security_headers(https=is_https),
            **document_headers(policy),
            "Cache-Control": "no-cache",
            "Vary": "Accept-Encoding",
        }
    )
