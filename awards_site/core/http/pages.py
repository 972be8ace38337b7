"""How the compiled pages are delivered: at addresses without a slash, with the right headers."""

from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core.http.headers import content_policy

IMMUTABLE = "public, max-age=31536000, immutable"
"""`Cache-Control` of files whose name holds a digest of their content."""
REVALIDATED = "no-cache"

_HASHED = "/assets/"
_SHELL = "404.html"


class Pages:
    """Middleware around everything: completes what the static files of the build lack.

    `folder` holds the compiled pages. Reflex sends `/about` elsewhere with a redirect to an
    absolute http address; here it is `about/index.html` at once. Each page's policy allows just
    the inline scripts that the compiler wrote into it.
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
                # "Not modified" names no type, and its headers replace those of the kept page. What
                # has no page of its own, such as a record's, is the shell; files have endings.
                unnamed = message["status"] == 304 and "." not in path.rpartition("/")[2]
                is_html = unnamed or headers.get("content-type", "").startswith("text/html")
                # The API's documentation is no page of the build, and brings its own policy.
                if is_page or (is_html and not path.startswith("/api/")):
                    page = path.rstrip("/") if is_page else _SHELL
                    headers["Content-Security-Policy"] = self.policies[page]
                caching = IMMUTABLE if path.startswith(_HASHED) else REVALIDATED
                headers.setdefault("Cache-Control", caching)
            await send(message)

        if is_page and not path.endswith("/"):
            scope = {**scope, "path": f"{path}/", "raw_path": f"{path}/".encode()}
        await self.app(scope, receive, complete)


def _route(page: Path) -> str:
    return f"/{page.parent.as_posix()}".rstrip("/.") if page.name == "index.html" else page.name
