"""Responses as the cache stores them: with ETags, an expiry and the headers of a 304."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import Message, Send

from awards_site.core import clock
from awards_site.core.http.caching.content_encoding import COMPRESSED
from awards_site.core.http.caching.revalidation import etag_matches, etag_of
from awards_site.core.http.security.headers import RawHeaders
from awards_site.core.invalidation.changes import Reads

MAX_AGE = timedelta(seconds=30)
"""How long a response is cached at most, as a safety net for missed invalidations."""

_OVERHEAD_BYTES = 4096
"""The approximate memory of a response besides its body."""
_OF_ONE_REQUEST = b"x-request-id"
"""The header that a stored response must not repeat for other requests."""
_BODY_HEADERS = ("content-type", "content-length", "content-encoding")
_EMPTY_BODY: Message = {"type": "http.response.body", "body": b""}


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A response ready to be sent, which may be cached until `expires`.

    `etags` are its ETags in all content codings and `not_modified_headers` the headers of a 304;
    both are empty for errors. `changes_at` is when it changes without a write.
    """

    status: int
    headers: RawHeaders
    body: bytes
    expires: datetime
    etags: tuple[str, ...] = ()
    not_modified_headers: RawHeaders | None = None
    reads: Reads = field(default_factory=Reads)
    changes_at: datetime | None = None

    @property
    def memory_bytes(self) -> int:
        return len(self.body) + _OVERHEAD_BYTES

    async def send(self, send: Send, method: str, if_none_match: str) -> None:
        """Send the response, without a body for HEAD, or a 304 if `If-None-Match` has its ETag."""
        is_not_modified = if_none_match != "" and any(
            etag_matches(if_none_match, etag) for etag in self.etags
        )
        # Build the messages for each request, because middleware may modify them.
        await send(
            {
                "type": "http.response.start",
                "status": 304 if is_not_modified else self.status,
                "headers": self.not_modified_headers if is_not_modified else self.headers,
            }
        )
        has_no_body = is_not_modified or method == "HEAD"
        await send(
            _EMPTY_BODY if has_no_body else {"type": "http.response.body", "body": self.body}
        )


def make_response(
    status: int, headers: RawHeaders, body: bytes, reads: Reads, planned_at: datetime | None
) -> CachedResponse:
    """Return the uncompressed response with its ETags and its expiry.

    `planned_at` is the time of the next planned change. Unlike `Expires`, no header tells it.
    """
    now = clock.now()
    if status != 200:
        return CachedResponse(
            status, headers, body, expires=now, reads=reads, changes_at=planned_at
        )
    expires = Headers(raw=headers).get("expires")
    times = [planned_at, parsedate_to_datetime(expires) if expires else None]
    changes_at = min((each for each in times if each), default=None)
    expires_at = min(now + MAX_AGE, changes_at or now + MAX_AGE)
    varied = MutableHeaders(raw=[each for each in headers if each[0] != _OF_ONE_REQUEST])
    varied.add_vary_header("Accept-Encoding")
    etags = tuple(etag_of(body, coding) for coding in ("", *COMPRESSED))
    plain = CachedResponse(
        200, headers, body, expires_at, etags, reads=reads, changes_at=changes_at
    )
    return with_body(plain, varied.raw, body, etags[0])


def with_body(
    response: CachedResponse, headers: RawHeaders, body: bytes, etag: str
) -> CachedResponse:
    """Return the response with another body and the headers that depend on it."""
    completed = MutableHeaders(raw=list(headers))
    completed["Content-Length"] = str(len(body))
    completed["ETag"] = etag
    not_modified_headers = MutableHeaders(raw=list(completed.raw))
    for name in _BODY_HEADERS:
        del not_modified_headers[name]
    return replace(
        response, headers=completed.raw, body=body, not_modified_headers=not_modified_headers.raw
    )
