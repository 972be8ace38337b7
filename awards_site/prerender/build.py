"""Builds the public pages: Reflex compiles their components, Vite bundles them."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import reflex as rx
from reflex.utils.prerequisites import get_web_dir
from reflex_base.plugins.base import Plugin

from awards_site.prerender.ssr_worker import node_program
from awards_site.reflex_patches.compilation import public_runtime

FOLDER = "public_pages"
"""The folder inside Reflex's web directory that holds the generated sources."""

_HERE = Path(__file__).parent
_SCRIPTS = ("app.jsx", "client.jsx", "server.jsx", "style_singleton.js", "build.mjs")

_PORTAL_FOLDERS = "{{{},{}}}".format(
    ",".join(
        f"admin/{module.parent.name}"
        for module in sorted(_HERE.parent.glob("admin/*/__init__.py"))
        if module.parent.name != "sign_in"
    ),
    "admin/sign_in/reauthenticate,content,cover_pages,media,messages,subscribers,"
    "ui/overlays/dialog,users",
)
"""Folders of the portal alone; the sign-in page, which is public, is in admin/sign_in."""
_STYLES = f"""\
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
@source not "../app_components/awards_site/{_PORTAL_FOLDERS}/**/*";
@source not "../app_components/awards_site/admin/*.jsx";
@source not "../app_components/awards_site/*/admin*";
@source not "../frontend/portal";
/* The portal's long lists do not: a new page of one is read while it is scrolled to. */
@media (prefers-reduced-motion: no-preference) {{
  html {{
    scroll-behavior: smooth;
  }}
}}
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
    from awards_site.public_pages import PUBLIC_PAGES
    from awards_site.ui.layout.error_boundary import page_failed

    components = {page.route: page.component() for page in PUBLIC_PAGES}
    failed = _import(page_failed(), "Failed")
    sources = {name: (_HERE / name).read_text() for name in _SCRIPTS} | public_runtime.sources()
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
