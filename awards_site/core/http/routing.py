"""Routers, their documentation, HEAD requests and the compiled pages."""

import json
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.routing import iter_route_contexts
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Match
from starlette.staticfiles import StaticFiles
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

NOT_STORED: dict[int | str, dict[str, Any]] = {
    202: {"description": "Accepted and not stored: AWARDS_STORE_FORMS is 0."}
}
"""The OpenAPI description of a form's response if forms are not stored."""


def file_response(
    media_type: str,
    description: str,
    response_class: type[Response] = Response,
    *,
    others: Iterable[str] = (),
    redirect: int = 0,
) -> dict[str, Any]:
    """Return the arguments of a route that returns a file, which describe it in OpenAPI.

    It may be of `others` media types, and `redirect` is the status for an outdated URL.
    """
    content: dict[str, Any] = {each: {} for each in (media_type, *others)}
    responses: dict[int, Any] = {200: {"content": content, "description": description}}
    if redirect:
        responses[redirect] = {"description": "Redirects to the current URL."}
    return {"response_class": response_class, "responses": responses}


def file_form(**fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the documentation of a form with a file and further fields, given by their schemas."""
    file = {"type": "string", "format": "binary"}
    schema = {"type": "object", "required": ["file"], "properties": {"file": file, **fields}}
    return {
        "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}
    }


def add_api_docs(app: FastAPI, path: str) -> None:
    """Serve the documentation at `path` and its assets below it."""
    assets = f"{path}/assets"
    page = get_swagger_ui_html(
        openapi_url=str(app.openapi_url),
        title=app.title,
        swagger_js_url=f"{assets}/swagger-ui-bundle.js",
        swagger_css_url=f"{assets}/swagger-ui.css",
        swagger_favicon_url=f"{assets}/favicon.png",
    )
    content = bytes(page.body).decode()
    # The page is FastAPI's own and holds no data.
    policy = content_policy(map(hash_source, inline_scripts(content)))
    headers = {"Content-Security-Policy": policy}

    async def show_documentation(_request: Request) -> HTMLResponse:
        return HTMLResponse(content, headers=headers)

    app.add_route(path, show_documentation, include_in_schema=False)
    app.mount(assets, StaticFiles(directory=str(files("fastapi_offline") / "static")))


class FeatureRouter(APIRouter):
    """The endpoints of a feature under `prefix`, of which none begins with a parameter.

    FastAPI compares a path with every route of one router after the other, which takes longer than
    many endpoints do. This router first looks at the segment that follows the prefix.
    """

    def __init__(self, feature: APIRouter, prefix: str) -> None:
        super().__init__(prefix=prefix)
        self.include_router(feature)
        paths = (str(route.path) for route in iter_route_contexts(self.routes))
        self._segments = set(map(self._segment, paths))

    def _segment(self, path: str) -> str:
        """Return the first segment after the prefix, or '' for a path without the prefix."""
        return path.removeprefix(f"{self.prefix}/").partition("/")[0]

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if self._segment(scope["path"]) in self._segments:
            return super().matches(scope)
        return Match.NONE, {}


class HeadRequestMiddleware:
    """Middleware that handles HEAD as GET without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self.app({**scope, "method": "GET"}, receive, send_without_body)


IMMUTABLE = "public, max-age=31536000, immutable"
"""`Cache-Control` of files whose names are never reused."""

SCRIPT_SOURCES = "script_sources.json"
"""The file beside the static files that names the sources of each page's inline scripts."""
_OF_FILES = frozenset({200, 206, 304})
"""The statuses of responses that are about the content of a file."""
_DOT_SEGMENTS = frozenset({".", ".."})
"""Segments that clients resolve; with them, a file would be looked for in another folder."""
_NO_PAGE = "/-"
_OWN_POLICIES = ("/api/", paths.FORMS, paths.PREVIEWS)
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
