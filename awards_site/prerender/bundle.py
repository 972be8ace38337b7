"""What the build of the public pages has left: scripts, styles, and each page without data."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reflex_base.constants import Dirs

from awards_site.prerender import PAGES
from awards_site.prerender.html import Styles
from awards_site.prerender.ssr_worker import Rendering
from awards_site.settings import settings

_SERVER = PAGES.with_name("server.js")
_SITE = "https://site.invalid"
"""In the place of the site's own address; see build.mjs."""


@dataclass(frozen=True)
class BuiltPage:
    """A page as it was built: its scripts, begun by the first, and its look without data."""

    modules: tuple[str, ...]
    shell: Rendering


class Bundle:
    """The public pages of a release, by their routes."""

    def __init__(self, release: Path) -> None:
        built: dict[str, Any] = json.loads((release / PAGES).read_bytes())
        self.server = release / _SERVER
        self.client = release / Dirs.STATIC
        self.styles = Styles.read(self.client / built["styles"])
        self.pages = {
            route: BuiltPage(
                tuple(f"/{file}" for file in page["modules"]),
                Rendering(page["head"], page["body"].replace(_SITE, settings().public_url)),
            )
            for route, page in built["pages"].items()
        }
