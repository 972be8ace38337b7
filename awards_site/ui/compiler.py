"""Adjustments to what Reflex's compiler writes, each failing loudly when its anchor moves."""

from typing import Any

from reflex_base.plugins.base import Plugin

_ANCHOR = "    endpoint.hostname = frontend_hostname;\n"
_SAME_PORT = "    endpoint.port = window.location.port;\n"


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
