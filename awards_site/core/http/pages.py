"""Delivery of the compiled pages: URLs without a trailing slash, caching and security headers."""

from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core.http.headers import content_policy

IMMUTABLE = "public, max-age=31536000, immutable"
"""`Cache-Control` of files whose names are never reused."""
NO_CACHE = "no-cache"

_HASHED = "/assets/"
_SHELL = "404.html"


class StaticPagesMiddleware:
    """Outermost middleware for the static files of the build in `folder`.

    It serves `about/index.html` at `/about`, where Reflex would redirect to an absolute http URL,
    and sets each page's Content-Security-Policy for the inline scripts it contains.
    """

    def __init__(self, app: ASGIApp, folder: Path) -> None:
        self.app = app
        self.policies = {
            _route(page.relative_to(folder)): content_policy(page.read_text())
            for page in folder.rglob("*.html")
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path = scope["path"]
        is_page = path.rstrip("/") in self.policies

        async def complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                # A 304 has no content type, and its headers replace those of the cached page. URLs
                # without a page of their own get the shell; files have an extension.
                is_unmodified_page = message["status"] == 304 and "." not in path.rpartition("/")[2]
                is_html = is_unmodified_page or headers.get("content-type", "").startswith(
                    "text/html"
                )
                # The API documentation is not part of the build and sets its own policy.
                if is_page or (is_html and not path.startswith("/api/")):
                    page = path.rstrip("/") if is_page else _SHELL
                    headers["Content-Security-Policy"] = self.policies[page]
                caching = IMMUTABLE if path.startswith(_HASHED) else NO_CACHE
                headers.setdefault("Cache-Control", caching)
            await send(message)

        if is_page and not path.endswith("/"):
            scope = {**scope, "path": f"{path}/", "raw_path": f"{path}/".encode()}
        await self.app(scope, receive, complete)


def _route(page: Path) -> str:
    return f"/{page.parent.as_posix()}".rstrip("/.") if page.name == "index.html" else page.name
