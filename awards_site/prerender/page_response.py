"""The HTTP responses of a public page: precompressed in each content coding, 200 or 304."""

from collections.abc import Mapping
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
    """A page in one content coding: its ETag and the beginnings of its responses."""

    etag: str
    start: Message
    not_modified: Message

    @classmethod
    def make(cls, coding: Coding, etag: str, length: int, status: int, common: RawHeaders) -> Self:
        not_modified = [*common, (b"etag", etag.encode())]
        headers = [*not_modified, _CONTENT_TYPE, (b"content-length", b"%d" % length)]
        if coding != IDENTITY:
            headers.append((b"content-encoding", coding.encode()))
        return cls(etag, _start(status, headers), _start(304, not_modified))


@dataclass(frozen=True, slots=True)
class PageResponse:
    """A page in all content codings; the uncompressed document is made when it is asked for."""

    status: int
    variants: Mapping[Coding, _Variant]
    bodies: Mapping[Coding, bytes]
    """The compressed documents."""
    length: int
    """The bytes of the uncompressed document."""

    @classmethod
    def make(cls, html: str, policy: str, status: int = 200) -> "PageResponse":
        """Compress a page into all codings; takes about 5 ms for 100 KB.

        `policy` is its content security policy.
        """
        document = html.encode()
        bodies = {coding: compress(document, coding) for coding in COMPRESSED}
        common = _headers(policy, settings().public_url.startswith("https:"))
        variants = {
            coding: _Variant.make(coding, etag_of(body), len(body), status, common)
            for coding, body in [*bodies.items(), (IDENTITY, document)]
        }
        return cls(status, variants, bodies, len(document))

    @property
    def memory_bytes(self) -> int:
        return sum(map(len, self.bodies.values())) + _OVERHEAD_BYTES

    @property
    def html(self) -> str:
        """The uncompressed document."""
        return self._body(IDENTITY).decode()

    async def send(self, scope: Scope, send: Send) -> None:
        """Respond to a GET or HEAD request for the page."""
        accepted = if_none_match = b""
        for name, value in scope["headers"]:
            if name == b"accept-encoding":
                accepted = value
            elif name == b"if-none-match":
                if_none_match = value
        coding = negotiate_coding(accepted)
        variant = self.variants[coding]
        if if_none_match and self.status == 200 and _matches(if_none_match, variant.etag):
            await send(variant.not_modified)
            await send(_NO_BODY)
            return
        await send(variant.start)
        has_body = scope["method"] != "HEAD"
        await send({"type": _BODY, "body": self._body(coding)} if has_body else _NO_BODY)

    def _body(self, coding: Coding) -> bytes:
        if coding == IDENTITY:
            return decompress(self.bodies["gzip"], "gzip")
        return self.bodies[coding]


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
