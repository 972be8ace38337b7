"""The headers of answers: those of security that each carries, and the names of our own."""

import re
from base64 import b64encode
from hashlib import sha256

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PAGES_PENDING_HEADER = "Pages-Pending"
"""On the answer to a write: public pages still show what was before, and follow in a moment."""

_SCRIPT = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)
_PLAYERS = (
    "https://www.youtube-nocookie.com https://www.youtube.com https://www.facebook.com"
    " https://platform.twitter.com"
)


def content_policy(page: str = "") -> str:
    """Return the Content-Security-Policy of a page: of the scripts in it, just these may run."""
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
            # Staff may use pictures and videos that stand elsewhere (decisions, details).
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
    """Return the headers that answers carry; `https` says how visitors reach the site."""
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
    """Middleware that adds the headers which an answer does not set itself.

    Answers under the path `private` may depend on who asks, so nobody else keeps them unless they
    say otherwise (decisions, details).
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
