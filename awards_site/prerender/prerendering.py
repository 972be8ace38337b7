"""The components of prerendering, assembled for a build that is served or exported."""

from pathlib import Path

from fastapi import FastAPI
from starlette.types import ASGIApp

from awards_site.core.http.caching.response_cache import ResponseCache
from awards_site.core.http.caching.store import ResponseStore
from awards_site.core.units import MEGABYTE
from awards_site.prerender.bundle import Bundle
from awards_site.prerender.middleware import PublicPagesMiddleware
from awards_site.prerender.previewing import PreviewRenderer
from awards_site.prerender.renderer import RenderedPage, Renderer
from awards_site.prerender.scheduler import RenderScheduler
from awards_site.prerender.ssr_worker import SsrWorker
from awards_site.prerender.write_barrier import WriteBarrierMiddleware

MAX_PAGES_BYTES = 64 * MEGABYTE
"""The memory limit of all rendered pages together."""


class Prerendering:
    """Renders and serves the public pages of a build from the API's responses."""

    def __init__(self, build_dir: Path, responses: ResponseCache) -> None:
        self.responses = responses
        self.bundle = Bundle(build_dir)
        self.pages: ResponseStore[str, RenderedPage] = ResponseStore(MAX_PAGES_BYTES)
        self.worker = SsrWorker(self.bundle.server)
        self.renderer = Renderer(self.bundle, self.pages, responses, self.worker)
        self.scheduler = RenderScheduler(self.renderer, self.pages, self.worker)

    def add_write_barrier(self, api: FastAPI) -> None:
        """Delay the API's responses to writes until the affected pages are rendered."""
        api.add_middleware(WriteBarrierMiddleware, scheduler=self.scheduler)

    def add_previews(self, api: FastAPI) -> None:
        """Let the API render previews."""
        api.state.preview_renderer = PreviewRenderer(self.bundle, self.responses, self.worker)

    def before(self, app: ASGIApp) -> PublicPagesMiddleware:
        """Return an app that serves the public pages and passes other requests to `app`."""
        return PublicPagesMiddleware(app, self.bundle, self.responses, self.scheduler)
