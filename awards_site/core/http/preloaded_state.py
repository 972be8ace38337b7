"""Sends the portal's documents with what their State loads, so that they show it at once."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from awards_site.core.http.caching.content_encoding import IDENTITY, compress, negotiate_coding
from awards_site.core.logs.logger import get_logger
from awards_site.core.presentation.texts import escape_json
from awards_site.reflex_patches.websocket.preloaded_state import ELEMENT_ID

log = get_logger(__name__)

Preload = Callable[[Scope], Awaitable[str]]
"""Returns the State of the page that a request is for, as JSON, or ''."""

MAX_SECONDS = 0.5
"""How long a document waits for its State, before it is sent without it."""
_BODY_END = "</body>"


class PreloadedStateMiddleware:
    """Middleware around the server of the built files in `folder`, for the portal's documents.

    If nothing was loaded in time, the built document is sent, whose page loads its State when its
    websocket opens.
    """

    def __init__(self, app: ASGIApp, folder: Path, preload: Preload) -> None:
        self.app = app
        self.preload = preload
        self._documents = {
            f"/{page.parent.relative_to(folder).as_posix()}": page.read_text()
            for page in folder.glob("admin/**/index.html")
        }
        self._loading: set[asyncio.Task[str]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app
        if scope["type"] == "http" and scope["method"] == "GET":
            path = scope["path"].rstrip("/")
            built = self._documents.get(path)
            if built and (state := await self._load({**scope, "path": path})):
                app = _document(scope, built, state)
        await app(scope, receive, send)

    async def _load(self, scope: Scope) -> str:
        """Return the State as JSON, or '' if there is none in time."""
        loading = asyncio.create_task(self._preload(scope))
        # The event loop keeps weak references only.
        self._loading.add(loading)
        loading.add_done_callback(self._loading.discard)
        done, _ = await asyncio.wait({loading}, timeout=MAX_SECONDS)
        return loading.result() if done else ""

    async def _preload(self, scope: Scope) -> str:
        try:
            return await self.preload(scope)
        except Exception:
            log.exception("state not preloaded")
            return ""


def _document(scope: Scope, built: str, state: str) -> HTMLResponse:
    """Return the built document with its State, which has personal data."""
    before, end, after = built.rpartition(_BODY_END)
    data = escape_json(state)
    element = f'<script id="{ELEMENT_ID}" type="application/json">{data}</script>'
    coding = negotiate_coding(Headers(scope=scope).get("accept-encoding", "").encode())
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if coding != IDENTITY:
        headers["Content-Encoding"] = coding
    return HTMLResponse(compress(f"{before}{element}{end}{after}".encode(), coding), 200, headers)
