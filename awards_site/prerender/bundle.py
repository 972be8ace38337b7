"""The build output of the public pages: scripts, styles, and the built pages."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from reflex_base.constants import Dirs

from awards_site.core.http.security.inline_code import check_code
from awards_site.prerender import PAGES_MANIFEST
from awards_site.prerender.html import Styles, page_html, page_policy
from awards_site.prerender.lookup import FoundPage
from awards_site.prerender.ssr_worker import Rendering
from awards_site.settings import settings

_SERVER = PAGES_MANIFEST.with_name("server.js")
_PORTAL_FILE = re.compile(r'"(/assets/[^"]+\.(?:js|css))"')
_SITE = "https://site.invalid"
"""The placeholder for the site's URL that build.mjs writes into the built pages."""


@dataclass(frozen=True)
class BuiltPage:
    """The scripts of a page, entry point first, and the page rendered without data."""

    modules: tuple[str, ...]
    rendering: Rendering


class Bundle:
    """The built public pages of a build, by route.

    Raises UnknownCodeFound if a built page has a script that is not the site's.
    """

    def __init__(self, build_dir: Path) -> None:
        built: dict[str, Any] = json.loads((build_dir / PAGES_MANIFEST).read_bytes())
        self.server = build_dir / _SERVER
        self.client = build_dir / Dirs.STATIC
        self.styles = Styles.read(self.client / built["styles"])
        self.policy = page_policy(self.styles)
        self.pages = {
            route: BuiltPage(
                tuple(f"/{file}" for file in page["modules"]),
                Rendering(
                    page["head"].encode(),
                    page["body"].replace(_SITE, settings().public_url).encode(),
                ),
            )
            for route, page in built["pages"].items()
        }
        for page in self.pages.values():
            check_code((page.rendering.head + page.rendering.body).decode(), known=())

    def html(
        self, found: FoundPage, path: str, page: Mapping[str, Any], rendering: Rendering
    ) -> bytes:
        """Return the document of a page, as `page_html` makes it of the built page."""
        if found.page.next_page:
            document = self.client / found.page.next_page.strip("/") / "index.html"
            page = {**page, "nextFiles": _files_of(document)}
        modules = self.pages[found.page.route].modules
        return page_html(found.head, path, page, rendering, modules, self.styles)


@cache
def _files_of(document: Path) -> tuple[str, ...]:
    """Return the URLs of the scripts and the styles of a built page of the portal."""
    return tuple(dict.fromkeys(_PORTAL_FILE.findall(document.read_text())))
