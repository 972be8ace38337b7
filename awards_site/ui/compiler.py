"""Adjustments to what Reflex's compiler writes, each failing loudly when its anchor moves."""

from collections.abc import Iterable
from typing import Any

from reflex_base.plugins.base import Plugin

PORTAL_STYLES = "styles/portal.css"
"""The portal's style sheet in Reflex's folder; auth/portal_styles.jsx imports it."""

_ANCHOR = "    endpoint.hostname = frontend_hostname;\n"
_SAME_PORT = "    endpoint.port = window.location.port;\n"

_ALIASES = "    alias: [\n"
_ELEMENT_FACTORY = "utils/element.js"
_PLAIN_ALIAS = (
    '      { find: "@emotion/react", replacement: fileURLToPath('
    f'new URL("./{_ELEMENT_FACTORY}", import.meta.url)) }},\n'
)
_PLAIN_ELEMENTS = """\
// Makes elements as React does: the site is styled by classes alone.
import { createElement } from "react";

export function jsx(type, props, ...children) {
  if (props?.css) {
    throw new Error(`style properties on <${type.displayName ?? type}>: use class_name`);
  }
  return createElement(type, props, ...children);
}
"""

_ROOT_STYLES = "styles/tailwind.css"
_SCANS_ALL = """\
@import "tailwindcss/utilities.css" layer(utilities);
@config "../tailwind.config.js";
"""
_ALL_PARTS = ("../app", "../app_components", "../utils/components", "../public/external")
_UNSEEN = "{admin,auth,content,cover_pages,messages,subscribers}"
"""The packages without a public page."""

_PORTAL_PARTS = (
    "../app/routes/*admin*",
    "../app/routes/*auth*",
    f"../app_components/awards_site/{_UNSEEN}/**/*",
    "../app_components/awards_site/*/admin*",
    f"../public/external/awards_site/{_UNSEEN}/**/*",
    "../public/external/awards_site/*/admin*/**/*",
)
"""What Reflex compiles from those packages and from the features' modules called `admin...`."""

_PORTAL_STYLES = """\
@layer theme, base, components, utilities;
@import "tailwindcss/theme.css" layer(theme);
@import "tailwindcss/utilities.css" layer(utilities) source(none);
@import "./theme.css";
@import "./utilities.css";
"""


def connect_to_the_page_s_own_port(script: str) -> str:
    """Return `utils/state.js` with the websocket opened on the page's own host and port.

    Reflex writes the port known at build time into the bundle, so one build could not be served
    on two ports. Raises RuntimeError when the generated text no longer has the expected line.
    """
    if _SAME_PORT in script:
        return script
    if script.count(_ANCHOR) != 1:
        raise RuntimeError(
            "utils/state.js has changed: getBackendURL no longer sets the hostname in the expected"
            " line; adapt awards_site/ui/compiler.py to this Reflex version"
        )
    return script.replace(_ANCHOR, _ANCHOR + _SAME_PORT)


class SameOriginPlugin(Plugin):
    """Makes one build serve on any host and port."""

    def pre_compile(self, **context: Any) -> None:
        """Register the change of the generated script."""
        context["add_modify_task"]("utils/state.js", connect_to_the_page_s_own_port)


def make_plain_elements(vite_config: str) -> str:
    """Return `vite.config.js` with React's own element factory in the place of Emotion's.

    Raises RuntimeError when the generated text no longer has the expected line.
    """
    if _PLAIN_ALIAS in vite_config:
        return vite_config
    if vite_config.count(_ALIASES) != 1:
        raise RuntimeError(
            "vite.config.js has changed: it no longer lists its aliases in the expected form;"
            " adapt awards_site/ui/compiler.py to this Reflex version"
        )
    return vite_config.replace(_ALIASES, _ALIASES + _PLAIN_ALIAS)


class PlainElementsPlugin(Plugin):
    """Leaves Emotion, Reflex's styling in script, out of the pages: 8 KB of each first load.

    Components then take classes only; one with style properties fails where it is first drawn.
    """

    def pre_compile(self, **context: Any) -> None:
        """Register the element factory and the change of the bundler's settings."""
        context["add_save_task"](lambda: (_ELEMENT_FACTORY, _PLAIN_ELEMENTS))
        context["add_modify_task"]("vite.config.js", make_plain_elements)


def _sources(parts: Iterable[str], verb: str = "@source") -> str:
    return "".join(f'{verb} "{part}";\n' for part in parts)


def leave_out_the_portal(root_styles: str) -> str:
    """Return Tailwind's root style sheet with the utilities of all but the portal.

    Raises RuntimeError when the generated text no longer has the expected lines.
    """
    public = (
        '@import "tailwindcss/utilities.css" layer(utilities) source(none);\n'
        + _sources(_ALL_PARTS)
        + _sources(_PORTAL_PARTS, "@source not")
    )
    if public in root_styles:
        return root_styles
    if root_styles.count(_SCANS_ALL) != 1:
        raise RuntimeError(
            "styles/tailwind.css has changed: it no longer imports the utilities in the expected"
            " lines; adapt awards_site/ui/compiler.py to this Reflex version"
        )
    return root_styles.replace(_SCANS_ALL, public)


class PortalStylesPlugin(Plugin):
    """Gives the portal a style sheet of its own, which public pages do not load.

    The portal's pages load it after the one of all pages, so it holds all utilities: their order in
    it is then Tailwind's, whatever a screen borrows from public pages. The two never meet on a
    public page, because the portal is entered and left by loading a page (see ui/links.py).
    """

    def pre_compile(self, **context: Any) -> None:
        """Register the portal's style sheet and the change of the one of all pages."""
        portal = _PORTAL_STYLES + _sources(_ALL_PARTS)
        context["add_save_task"](lambda: (PORTAL_STYLES, portal))
        context["add_modify_task"](_ROOT_STYLES, leave_out_the_portal)
