"""Rendering for a site that is served: what belongs together, from a release and the settings."""

import hashlib
from pathlib import Path

from reflex_base.constants import Dirs
from starlette.types import ASGIApp

from awards_site.prerender.delivery import RenderedPages
from awards_site.prerender.kept import KeptPages
from awards_site.prerender.node import Node
from awards_site.prerender.renderer import Renderer
from awards_site.prerender.upkeep import Upkeep
from awards_site.settings import Settings
from awards_site.ui.public_page import PUBLIC_PAGES

_SERVER_BUNDLE = Path("build", "server", "index.js")


class Rendering:
    """The parts that render and send the pages of one release, the folder of a finished build."""

    def __init__(self, release: Path, settings: Settings) -> None:
        self.kept = KeptPages(
            _folder(release, settings), https=settings.public_url.startswith("https:")
        )
        self.client = release / Dirs.STATIC
        node = Node(release / _SERVER_BUNDLE)
        self.renderer = Renderer(PUBLIC_PAGES, self.kept, node, self.client)
        self.upkeep = Upkeep(self.renderer, node)

    def deliver(self, app: ASGIApp) -> ASGIApp:
        """Return `app` with the rendered pages in front."""
        return RenderedPages(app, self.kept, self.upkeep.is_page, self.upkeep.refresh)


def _folder(release: Path, settings: Settings) -> Path:
    """Return where pages are kept: apart for each build, and for the settings that they show."""
    shown = f"{settings.public_url}\0{settings.timezone}"
    digest = hashlib.sha256(shown.encode()).hexdigest()[:8]
    return settings.data_dir.resolve() / "pages" / f"{release.resolve().name}-{digest}"
