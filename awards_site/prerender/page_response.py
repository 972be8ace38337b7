"""A public page as it is sent: in each content coding, whole or as not modified."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from starlette.types import Scope, Send

from awards_site.core.http.content_encoding import (
    IDENTITY,
    Coding,
    codings,
    negotiate_coding,
)
from awards_site.core.http.headers import security_headers
from awards_site.core.http.revalidation import etag_matches, etag_of
from awards_site.prerender.html import page_policy
from awards_site.settings import settings

_Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Variant:
    """A page in one coding: its ETag, and the messages of ASGI that send it."""

    tag: str
    start: _Message
    body: _Message
    without_body: _Message
    not_modified: _Message


@dataclass(frozen=True, slots=True)
class PageResponse:
    """A page in all codings."""

    variants: Mapping[Coding, _Variant]
    size: int
    """The bytes of all codings together."""

    @classmethod
    def make(cls, html: str, status: int = 200) -> "PageResponse":
        """Return a page in all codings; takes some 5 ms for 100 KB."""
        bodies = codings(html.encode())
        variants = {coding: _variant(body, coding, status) for coding, body in bodies.items()}
        return cls(variants, sum(map(len, bodies.values())))

    @property
    def html(self) -> str:
        """The document."""
        return bytes(self.variants[IDENTITY].body["body"]).decode()

    async def send(self, scope: Scope, send: Send) -> None:
        """Answer a request for the page."""
        accepted = known = b""
        for name, value in scope["headers"]:
            if name == b"accept-encoding":
                accepted = value
            elif name == b"if-none-match":
                known = value
        variant = self.variants[negotiate_coding(accepted)]
        if known and variant.start["status"] == 200 and _is_known(known, variant.tag):
            await send(variant.not_modified)
            await send(variant.without_body)
            return
        await send(variant.start)
        await send(variant.without_body if scope["method"] == "HEAD" else variant.body)


def _is_known(if_none_match: bytes, tag: str) -> bool:
    return etag_matches(if_none_match.decode("latin-1"), tag)


def _variant(body: bytes, coding: Coding, status: int) -> _Variant:
    tag = etag_of(body)
    shared = {**_headers(), "ETag": tag}
    sent = {
        **shared,
        "Content-Type": "text/html; charset=utf-8",
        "Content-Length": str(len(body)),
    }
    if coding != IDENTITY:
        sent["Content-Encoding"] = coding
    return _Variant(
        tag,
        {"type": "http.response.start", "status": status, "headers": _raw(sent)},
        {"type": "http.response.body", "body": body},
        {"type": "http.response.body", "body": b""},
        {"type": "http.response.start", "status": 304, "headers": _raw(shared)},
    )


@cache
def _headers() -> Mapping[str, str]:
    return {
        **security_headers(https=settings().public_url.startswith("https:")),
        "Content-Security-Policy": page_policy(),
        "Cache-Control": "no-cache",
        "Vary": "Accept-Encoding",
    }


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]
