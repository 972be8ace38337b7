"""Response headers: the security headers, and the names of custom headers."""

import re
from collections.abc import Mapping

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core.http.security.content_policy import content_policy

PAGES_PENDING_HEADER = "Pages-Pending"
"""Set on the response to a write while public pages still show the previous content."""
LACKING_DETAILS_HEADER = "Lacking-Image-Details"
"""Set on the response to a write with an image that has no credit or alternative text, say."""
DRAFT_SLUG_HEADER = "Restored-Draft-Slug"
"""Set on the response that restores an unpublished record: its slug, '' without one."""

RawHeaders = list[tuple[bytes, bytes]]
"""Headers as ASGI messages have them."""

_AUTHORITY = re.compile(rb"^(https?:)?[/\\]{2,}[^/?#\\]*[/\\]*", re.IGNORECASE)
_SCOPES = frozenset({"http", "websocket"})
_STARTS = frozenset({"http.response.start", "websocket.http.response.start"})


def security_headers(*, https: bool) -> dict[str, str]:
    """Return the headers of every response; with `https`, browsers must stay on HTTPS."""
    headers = {
        "Content-Security-Policy": content_policy(),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "strict-origin-when-cross-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
        "Cross-Origin-Opener-Policy": "same-origin",
    }
    if https:
        headers["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains"
    return headers


class SecurityHeadersMiddleware:
    """Middleware that adds the security headers that a response does not set itself.

    Redirects lead to paths of the site: the host of a request is unchecked, so none names it.

    Responses under the path `private` may depend on the session. Shared caches must not store them
    unless their `Cache-Control` allows it.
    """

    def __init__(self, app: ASGIApp, https: bool, private: str) -> None:
        self.app = app
        self.private = private
        self.headers = raw_headers(security_headers(https=https))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in _SCOPES:
            await self.app(scope, receive, send)
            return

        async def complete(message: Message) -> None:
            if message["type"] in _STARTS:
                named = {name.lower() for name, _ in message["headers"]}
                if b"location" in named:
                    message = {**message, "headers": list(map(_on_site, message["headers"]))}
                added = [each for each in self.headers if each[0] not in named]
                if scope["path"].startswith(self.private) and b"cache-control" not in named:
                    added.append((b"cache-control", b"private, no-store"))
                if added:
                    message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        await self.app(scope, receive, complete)


def _on_site(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """Return a header of a redirect without scheme and host."""
    name, value = header
    return name, _AUTHORITY.sub(b"/", value) if name.lower() == b"location" else value


def raw_headers(headers: Mapping[str, str]) -> RawHeaders:
    """Return headers as ASGI messages have them."""
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]
