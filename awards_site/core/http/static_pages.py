"""The pages and files of a build, with the policies of the pages' scripts."""

import json
from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core import paths
from awards_site.core.http.security import (
    ANY_STYLE,
    SAME_SITE,
    content_policy,
    document_headers,
    hash_source,
    inline_scripts,
)

IMMUTABLE = "public, max-age=31536000, immutable"
"""`Cache-Control` of files whose names are never reused."""
SCRIPT_SOURCES = "script_sources.json"
"""The file beside the static files that names the sources of each page's inline scripts."""
_OF_FILES = frozenset({200, 206, 304})
"""The statuses of responses that are about the content of a file."""
_DOT_SEGMENTS = frozenset({".", ".."})
"""Segments that clients resolve; with them, a file would be looked for in another folder."""
_NO_PAGE = "/-"
_OWN_POLICIES = ("/api/", paths.FORMS, paths.PREVIEWS, paths.JURY)
"""The paths of documents that are not part of the build and set their own policy."""


def write_script_sources(folder: Path) -> None:
    """Write the sources of the scripts of each page that was built into `folder`.

    Raises UnknownCodeFound if a page has an event handler.
    """
    sources = {
        _route(page.relative_to(folder)): [
            hash_source(script) for script in inline_scripts(page.read_text())
        ]
        for page in sorted(folder.rglob("*.html"))
    }
    (folder.parent / SCRIPT_SOURCES).write_text(json.dumps(sources))


class StaticPagesMiddleware:
    """Middleware around Reflex's app for the static files of the build in `folder`.

    It serves `about/index.html` at `/about`, where Reflex would redirect to an absolute http URL,
    and sets each page's Content-Security-Policy, which allows the scripts that the build knows.
    """

    def __init__(self, app: ASGIApp, folder: Path) -> None:
        self.app = app
        sources = json.loads((folder.parent / SCRIPT_SOURCES).read_bytes())
        self.headers = {
            # The content editor and the dialogs create style elements. Previews are framed.
            page: document_headers(content_policy(scripts, [ANY_STYLE], frames=SAME_SITE))
            for page, scripts in sources.items()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if not _DOT_SEGMENTS.isdisjoint(scope["path"].split("/")):
            scope = {**scope, "path": _NO_PAGE, "raw_path": _NO_PAGE.encode()}
        path = scope["path"]
        is_page = path.rstrip("/") in self.headers

        async def complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                # A 304 has no content type, and its headers replace those of the cached page. URLs
                # without a page of their own get the fallback; files have an extension.
                is_unmodified_page = message["status"] == 304 and "." not in path.rpartition("/")[2]
                is_html = is_unmodified_page or headers.get("content-type", "").startswith(
                    "text/html"
                )
                if is_page or (is_html and not path.startswith(_OWN_POLICIES)):
                    page = path.rstrip("/") if is_page else "404.html"
                    headers.update(self.headers[page])
                is_file = path.startswith("/assets/") and message["status"] in _OF_FILES
                if not path.startswith("/api/"):
                    headers.setdefault("Cache-Control", IMMUTABLE if is_file else "no-cache")
            await send(message)

        if is_page and not path.endswith("/"):
            scope = {**scope, "path": f"{path}/", "raw_path": f"{path}/".encode()}
        await self.app(scope, receive, complete)


def _route(page: Path) -> str:
    return f"/{page.parent.as_posix()}".rstrip("/.") if page.name == "index.html" else page.name
