"""Response headers: the security headers, and the names of custom headers."""

import re
from base64 import b64encode
from hashlib import sha256

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PAGES_PENDING_HEADER = "Pages-Pending"
"""Set on the response to a write while public pages still show the previous content."""

_SCRIPT = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)
_PLAYERS = (
    "https://www.youtube-nocookie.com https://www.youtube.com https://www.facebook.com"
    " https://platform.twitter.com"
)


def content_policy(page: str = "") -> str:
    """Return the Content-Security-Policy of a page; only its own inline scripts may run."""
    hashes = [
        f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
        for script in sorted(set(_SCRIPT.findall(page)))
    ]
    return "; ".join(
        [
            "default-src 'self'",
            " ".join(["script-src 'self'", *hashes]),
            # Components position themselves with style attributes.
            "style-src 'self' 'unsafe-inline'",
            # Staff may link to images and videos on other sites.
            "img-src 'self' data: blob: https: http:",
            "media-src 'self' blob: https: http:",
            "font-src 'self'",
            "connect-src 'self'",
            f"frame-src {_PLAYERS}",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    )


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

    Responses under the path `private` may depend on the session. Shared caches must not store them
    unless their `Cache-Control` allows it.
    """

    def __init__(self, app: ASGIApp, https: bool, private: str) -> None:
        self.app = app
        self.private = private
        self.headers = security_headers(https=https)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith(self.private):
                    headers.setdefault("Cache-Control", "private, no-store")
            await send(message)

        await self.app(scope, receive, complete)
