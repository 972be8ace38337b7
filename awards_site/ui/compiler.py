"""Patches of Reflex's compiler output; a patch whose anchor line is gone fails the build."""

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
_ELEMENT_FACTORY_SCRIPT = """\
// Creates elements without Emotion: the site is styled with classes only.
import { createElement } from "react";

export function jsx(type, props, ...children) {
  if (props?.css) {
    throw new Error(`style properties on <${type.displayName ?? type}>: use class_name`);
  }
  return createElement(type, props, ...children);
}
"""


def _insert_after(text: str, anchor: str, line: str, file: str) -> str:
    """Insert a line after the anchor line. Raises RuntimeError unless the anchor occurs once."""
    if anchor + line in text:
        return text
    if text.count(anchor) != 1:
        raise RuntimeError(
            f"{file} has changed: it no longer contains {anchor.strip()!r} exactly once; adapt"
            " awards_site/ui/compiler.py to this Reflex version"
        )
    return text.replace(anchor, anchor + line)


def connect_to_page_port(script: str) -> str:
    """Return `utils/state.js` with the websocket connecting to the page's own host and port.

    Reflex compiles the port into the bundle, so a build would work on one port only.
    """
    return _insert_after(script, _ANCHOR, _SAME_PORT, "utils/state.js")


def replace_emotion(vite_config: str) -> str:
    """Return `vite.config.js` with React's element factory aliased over Emotion's."""
    return _insert_after(vite_config, _ALIASES, _PLAIN_ALIAS, "vite.config.js")


class SameOriginPlugin(Plugin):
    """Makes a build work on any host and port."""

    def pre_compile(self, **context: Any) -> None:
        context["add_modify_task"]("utils/state.js", connect_to_page_port)


class WithoutEmotionPlugin(Plugin):
    """Removes Emotion, Reflex's CSS-in-JS library, which saves 8 KB of each first load.

    Components then take classes only; a component with style properties throws when it renders.
    """

    def pre_compile(self, **context: Any) -> None:
        context["add_save_task"](lambda: (_ELEMENT_FACTORY, _ELEMENT_FACTORY_SCRIPT))
        context["add_modify_task"]("vite.config.js", replace_emotion)
