"""Origin checks: pages of other sites cannot write with a visitor's session (CSRF)."""

from collections.abc import Callable, Collection, Mapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from awards_site.core.http.errors import error_response

_SAFE = {"GET", "HEAD", "OPTIONS", "TRACE"}
_OWN_FETCH_SITES = {"same-origin", "none"}
_DEFAULT_PORTS = {"http": 80, "https": 443}

Origin = tuple[str, str, int | None]


def origin_of(url: str) -> Origin:
    """Return scheme, host and port of a URL; the port defaults to the scheme's."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or _DEFAULT_PORTS.get(parts.scheme)


def websocket_origin_check(public_url: str) -> Callable[[str | None, Mapping[str, Any]], bool]:
    """Return python-engineio's check of which origins may open the websocket.

    The check takes the Origin header and the CGI-style environment of the handshake. It allows the
    site's public URL and the host of the request, such as 127.0.0.1 or a container's name.
    """
    public = origin_of(public_url)

    def is_allowed(origin: str | None, environ: Mapping[str, Any]) -> bool:
        if origin is None:
            return False
        return _is_same_origin(
            origin, public, environ["wsgi.url_scheme"], environ.get("HTTP_HOST", "")
        )

    return is_allowed


def _is_same_origin(origin: str, public: Origin, scheme: str, host: str) -> bool:
    try:
        return origin_of(origin) in {public, origin_of(f"{scheme}://{host}")}
    except ValueError:
        return False


class OriginCheckMiddleware:
    """Middleware that rejects writes by pages of other sites with 403, with a session or without.

    Requests without Origin and Sec-Fetch-Site come from programs and pass. The `exempt` paths take
    writes from anywhere.
    """

    def __init__(self, app: ASGIApp, public_url: str, exempt: Collection[str] = ()) -> None:
        self.app = app
        self.public_origin = origin_of(public_url)
        self.exempt = exempt

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] == "http"
            and scope["method"] not in _SAFE
            and scope["path"] not in self.exempt
            and self._is_cross_origin(scope)
        ):
            response = error_response(403, "This request came from another site and was refused")
            await response(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _is_cross_origin(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        return not (
            _OWN_FETCH_SITES.issuperset(headers.getlist("sec-fetch-site"))
            and all(
                _is_same_origin(origin, self.public_origin, scope["scheme"], host)
                for origin in headers.getlist("origin")
            )
        )
