"""The site's own origin: a foreign page may not change anything with a visitor's cookie."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from awards_site.core.http.error_handlers import problem_response

_SAFE = {"GET", "HEAD", "OPTIONS", "TRACE"}
_OWN_FETCH_SITES = {"same-origin", "none"}
_DEFAULT_PORTS = {"http": 80, "https": 443}

Origin = tuple[str, str, int | None]


def origin_of(address: str) -> Origin:
    """Return scheme, host and port of an address, the scheme's default port filled in."""
    parts = urlsplit(address)
    return parts.scheme, parts.hostname or "", parts.port or _DEFAULT_PORTS.get(parts.scheme)


def own_pages(public_url: str) -> Callable[[str | None, Mapping[str, Any]], bool]:
    """Return a check of who may open the websocket, as python-engineio asks for it.

    It takes the Origin and the handshake's CGI-style environment. The site's own pages may, under
    its public address and under the name by which it was asked, such as 127.0.0.1 or the name of a
    container; a foreign page may not.
    """
    public = origin_of(public_url)

    def is_own(origin: str | None, environ: Mapping[str, Any]) -> bool:
        if origin is None:
            return False
        return _is_own(origin, public, environ["wsgi.url_scheme"], environ.get("HTTP_HOST", ""))

    return is_own


def _is_own(origin: str, public: Origin, scheme: str, host: str) -> bool:
    try:
        return origin_of(origin) in {public, origin_of(f"{scheme}://{host}")}
    except ValueError:
        return False


class OriginCheckMiddleware:
    """Middleware that refuses with 403 what a foreign page sends along with a session cookie.

    Paths that begin with `forms` are refused to foreign pages without a cookie as well: any page
    can have its visitors' browsers post a form. A request without an Origin header comes from a
    program and is accepted (decisions, details).
    """

    def __init__(self, app: ASGIApp, public_url: str, cookie: str, forms: str) -> None:
        self.app = app
        self.public_origin = origin_of(public_url)
        self.cookie = cookie
        self.forms = forms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in _SAFE and self._is_foreign(scope):
            refusal = problem_response(403, "This request came from another site and was refused")
            await refusal(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _is_foreign(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        has_session = f"{self.cookie}=" in headers.get("cookie", "")
        if not has_session and not scope["path"].startswith(self.forms):
            return False
        if headers.get("sec-fetch-site", "none") not in _OWN_FETCH_SITES:
            return True
        origin = headers.get("origin")
        if origin is None:
            return False
        host = headers.get("host", "")
        return not _is_own(origin, self.public_origin, scope["scheme"], host)
