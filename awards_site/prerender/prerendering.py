"""The components of prerendering, assembled for a build that is served or exported."""

import json
from pathlib import Path

from fastapi import FastAPI
from starlette.types import ASGIApp

from awards_site.core.http.caching.response_cache import ResponseCache
from awards_site.prerender.bundle import Bundle
from awards_site.prerender.lookup import fetch
from awards_site.prerender.middleware import PublicPagesMiddleware
from awards_site.prerender.page_cache import PageCache
from awards_site.prerender.previewing import PreviewRenderer
from awards_site.prerender.renderer import Renderer
from awards_site.prerender.scheduler import RenderScheduler
from awards_site.prerender.ssr_worker import SsrWorker
from awards_site.prerender.write_barrier import WriteBarrierMiddleware
from awards_site.public_pages import PUBLIC_PAGES


class Prerendering:
    """Renders and serves the public pages of a build from the API's responses."""

    def __init__(
        self, build_dir: Path, responses: ResponseCache, *, is_static: bool = False
    ) -> None:
        self.responses = responses
        self.bundle = Bundle(build_dir)
        self.cache = PageCache()
        self.worker = SsrWorker(self.bundle.server)
        self.renderer = Renderer(
            self.bundle, self.cache, responses, self.worker, is_static=is_static
        )
        self.scheduler = RenderScheduler(self.renderer, self.cache, responses, self.worker)

    async def paths(self) -> list[str]:
        """Return the paths of all existing pages. Raises LookupFailed."""
        paths = [page.route for page in PUBLIC_PAGES if page.records is None]
        for page in PUBLIC_PAGES:
            if page.records is not None:
                response = await fetch(page.records.list_url, self.responses)
                paths += [record["path"] for record in json.loads(response.body)]
        return paths

    def add_write_barrier(self, api: FastAPI) -> None:
        """Delay the API's responses to writes until the affected pages are rendered."""
        api.add_middleware(
            WriteBarrierMiddleware, scheduler=self.scheduler, responses=self.responses
        )

    def add_previews(self, api: FastAPI) -> None:
        """Let the API render previews."""
        api.state.preview_renderer = PreviewRenderer(self.bundle, self.responses, self.worker)

    def before(self, app: ASGIApp) -> ASGIApp:
        """Return an app that serves the public pages and passes other requests to `app`."""
        return PublicPagesMiddleware(app, self.bundle, self.cache, self.responses, self.scheduler)
