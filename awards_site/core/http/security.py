"""Security headers and the content security policy."""

import re
from base64 import b64encode
from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from html.parser import HTMLParser

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core import paths

_PLAYERS = (
    "https://www.youtube-nocookie.com https://www.youtube.com https://www.facebook.com"
    " https://platform.twitter.com"
)
ANY_STYLE = "'unsafe-inline'"
"""The source of all inline styles, for documents whose libraries create `<style>` elements."""
NO_SOURCE = "'none'"
SAME_SITE = "'self'"
# The policies are those of frontend/pages/record_page.jsx and portal/forms/trusted_parser.js.
TRUSTED_TYPES = (
    "require-trusted-types-for 'script'; trusted-types sanitized-html pasted-html;"
    f" report-uri {paths.CSP_REPORTS}"
)
"""The policy that is only reported: HTML that scripts insert without marking it as sanitized."""


def hash_source(text: str) -> str:
    """Return the source that allows an inline script or style with exactly this text."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def content_policy(
    scripts: Iterable[str] = (),
    styles: Iterable[str] = (),
    *,
    has_scripts: bool = True,
    frames: str = "",
    ancestors: str = NO_SOURCE,
) -> str:
    """Return the policy of a document; inline scripts and styles run if their sources are given.

    `frames` are further sources of the documents that it frames, and `ancestors` those of the
    documents that may frame it. Without scripts, it sends no forms either.
    """
    return "; ".join(
        [
            "default-src 'self'",
            " ".join(["script-src 'self'", *scripts]) if has_scripts else f"script-src {NO_SOURCE}",
            " ".join(["style-src 'self'", *styles]),
            # Components position themselves with style attributes.
            f"style-src-attr {ANY_STYLE}",
            # Staff may link to images and videos on other sites.
            "img-src 'self' data: blob: https:",
            "media-src 'self' blob: https:",
            f"frame-src {_PLAYERS} {frames}".rstrip(),
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'" if has_scripts else f"form-action {NO_SOURCE}",
            f"frame-ancestors {ancestors}",
            f"report-uri {paths.CSP_REPORTS}",
        ]
    )


def document_headers(policy: str) -> dict[str, str]:
    return {"Content-Security-Policy": policy, "Content-Security-Policy-Report-Only": TRUSTED_TYPES}


PAGES_PENDING_HEADER = "Pages-Pending"
"""Set on the response to a write while public pages still show the previous content."""

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
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


_DATA_TYPES = frozenset({"application/json", "application/ld+json"})
"""The types of script elements that hold data, which browsers do not run."""
_URL_ATTRIBUTES = frozenset({"href", "src", "action", "formaction", "xlink:href"})
_SCRIPT = re.compile(r"<script([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_DATA = re.compile(r' type="application/(?:ld\+)?json"(?: id="[a-z-]+")?')
# Three patterns that begin with a literal are ten times faster than one with alternatives.
_SUSPECTS = (
    re.compile(r"on(?<![\w-]on)[a-z]+\s*="),
    re.compile(r"script\s*:"),
    re.compile(r"&(?!(?:amp|lt|gt|quot|#x27|nbsp);)(?:#|[a-z0-9]+;)"),
)
"""Match event handlers, script URLs, what could encode them, and now and then a lower-case text."""


class UnknownCodeFound(ValueError):
    """A document contains code that is not the site's; the message says which."""


def inline_scripts(document: str) -> list[str]:
    """Return the texts of the inline scripts of a document, in order.

    Raises UnknownCodeFound for event handlers and `javascript:` URLs.
    """
    parser = _CodeParser()
    parser.feed(document)
    parser.close()
    return parser.scripts


def check_code(document: str, known: Collection[str]) -> None:
    """Raise UnknownCodeFound if a document contains any code but the `known` inline scripts.

    Only documents with suspicious text are parsed, because that takes 7 ms for 100 KB.
    """
    # Text, attributes, script, text, attributes, script, ..., text.
    parts = _SCRIPT.split(document)
    is_known = all(
        text in known or _DATA.fullmatch(attributes)
        for attributes, text in zip(parts[1::3], parts[2::3], strict=True)
    )
    rest = "".join(part for part in parts if part not in known).lower()
    is_suspect = "<script" in rest or any(pattern.search(rest) for pattern in _SUSPECTS)
    if is_known and not is_suspect:
        return
    for text in inline_scripts(document):
        if text not in known:
            raise UnknownCodeFound(f"unknown inline script: {text[:80]!r}")


class _CodeParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self._is_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        for name, value in values.items():
            if name.startswith("on"):
                raise UnknownCodeFound(f"event handler: <{tag} {name}={value[:80]!r}>")
            is_url = name in _URL_ATTRIBUTES
            if is_url and re.match(r"javascript:", re.sub(r"[\x00-\x20]", "", value), re.I):
                raise UnknownCodeFound(f"script URL: <{tag} {name}={value[:80]!r}>")
        self._is_script = tag == "script" and "src" not in values
        self._is_script = self._is_script and values.get("type", "").lower() not in _DATA_TYPES
        if self._is_script:
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._is_script = False

    def handle_data(self, data: str) -> None:
        if self._is_script:
            self.scripts[-1] += data
