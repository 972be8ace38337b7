"""Adjustments to what Reflex's compiler writes, each failing loudly when its anchor moves."""

from typing import Any

from reflex_base.plugins.base import Plugin

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


def _with_line(text: str, anchor: str, line: str, file: str) -> str:
    """Return the text with a line behind its anchor; raise RuntimeError if that is not there."""
    if anchor + line in text:
        return text
    if text.count(anchor) != 1:
        raise RuntimeError(
            f"{file} has changed: it no longer holds {anchor.strip()!r} once; adapt"
            " awards_site/ui/compiler.py to this Reflex version"
        )
    return text.replace(anchor, anchor + line)


def connect_to_the_page_s_own_port(script: str) -> str:
    """Return `utils/state.js` with the websocket opened on the page's own host and port.

    Reflex writes the port known at build time into the bundle, so one build could not be served
    on two ports.
    """
    return _with_line(script, _ANCHOR, _SAME_PORT, "utils/state.js")


def make_plain_elements(vite_config: str) -> str:
    """Return `vite.config.js` with React's own element factory in the place of Emotion's."""
    return _with_line(vite_config, _ALIASES, _PLAIN_ALIAS, "vite.config.js")


class SameOriginPlugin(Plugin):
    """Makes one build serve on any host and port."""

    def pre_compile(self, **context: Any) -> None:
        context["add_modify_task"]("utils/state.js", connect_to_the_page_s_own_port)


class PlainElementsPlugin(Plugin):
    """Leaves Emotion, Reflex's styling in script, out of the pages: 8 KB of each first load.

    Components then take classes only; one with style properties fails where it is first drawn.
    """

    def pre_compile(self, **context: Any) -> None:
        context["add_save_task"](lambda: (_ELEMENT_FACTORY, _PLAIN_ELEMENTS))
        context["add_modify_task"]("vite.config.js", make_plain_elements)
