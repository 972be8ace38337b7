"""Builds the public pages: Reflex compiles their components, Vite bundles them."""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import reflex as rx
from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs
from reflex_base.plugins.base import Plugin

from awards_site.core.http.security import check_code
from awards_site.prerender import PAGES_MANIFEST
from awards_site.prerender.html import Styles, page_html, page_policy
from awards_site.prerender.lookup import FoundPage
from awards_site.prerender.ssr_worker import Rendering, node_program
from awards_site.reflex_patches.builds import public_runtime
from awards_site.settings import settings

FOLDER = "public_pages"
"""The folder inside Reflex's web directory that holds the generated sources."""

_HERE = Path(__file__).parent
_SCRIPTS = ("app.jsx", "client.jsx", "server.jsx", "style_singleton.js", "build.mjs")

_STYLES = """\
@layer theme, base, components, utilities;
@import "tailwindcss/theme.css" layer(theme);
@import "tailwindcss/preflight.css" layer(base);
@import "tailwindcss/utilities.css" layer(utilities) source(none);
@import "../styles/fonts.css";
@import "../styles/theme.css";
@import "../styles/base.css";
@import "../styles/utilities.css";
@source "../app_components";
@source "../frontend";
@source not "../app_components/awards_site/{operations,portal/account}/**/*";
@source not "../app_components/awards_site/portal/*.jsx";
@source not "../app_components/awards_site/portal/sign_in/reauthenticate*";
@source not "../app_components/awards_site/features/**/admin*";
@source not "../frontend/portal";
/* Words of the code that Tailwind takes for classes, which no page uses. */
@source not inline("container filter resize ring table transform visible");
/* The portal's long lists do not: a new page of one is read while it is scrolled to. */
@media (prefers-reduced-motion: no-preference) {
  html {
    scroll-behavior: smooth;
  }
}
"""


class PublicPagesPlugin(Plugin):
    """Builds the public pages, which are not routes of Reflex's app."""

    def pre_compile(self, **context: Any) -> None:
        """Register the generated sources."""
        shutil.rmtree(get_web_dir() / FOLDER, ignore_errors=True)
        for path, text in _sources().items():
            context["add_save_task"](lambda path=path, text=text: (f"{FOLDER}/{path}", text))

    def post_build(self, **_context: Any) -> None:
        """Build the pages after Reflex has built the portal. Raises CalledProcessError."""
        command = [str(node_program()), f"{FOLDER}/build.mjs"]
        subprocess.run(command, cwd=get_web_dir(), check=True)  # noqa: S603


def _sources() -> dict[str, str]:
    """Return the generated sources by file name."""
    # Imported late: rxconfig.py imports this plugin before the pages can be imported.
    from awards_site.pages.public_pages import PUBLIC_PAGES
    from awards_site.ui.theme import page_failed

    components = {page.route: page.component() for page in PUBLIC_PAGES}
    failed = _import(page_failed(), "Failed")
    sources = {name: (_HERE / name).read_text() for name in _SCRIPTS} | public_runtime()
    sources["styles.css"] = _STYLES
    sources["routes.json"] = json.dumps(
        {route: str(each.tag) for route, each in components.items()}
    )
    for component in components.values():
        sources[f"{component.tag}.jsx"] = "\n".join(
            [
                failed,
                _import(component, "Page"),
                'import { start } from "./client.jsx";',
                "start(Page, Failed);\n",
            ]
        )
    imports = [_import(each, str(each.tag)) for each in components.values()]
    pages = ", ".join(f"{json.dumps(route)}: {each.tag}" for route, each in components.items())
    sources["pages.js"] = "\n".join(
        [failed.replace("import", "export", 1), *imports, f"export const PAGES = {{ {pages} }};\n"]
    )
    return sources


def _import(component: rx.Component, name: str) -> str:
    """Return the JavaScript line that imports a component as `name`."""
    return f'import {{ {component.tag} as {name} }} from "{component.library}";'


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
