"""Opens the websocket on the page's own port."""

from awards_site.reflex_patches.patch import Patch, state_script

PATCH = Patch(
    __name__,
    reason="Reflex compiles the websocket's port into the scripts, so that one build could not be"
    " served on two ports.",
    obsolete_when="`getBackendURL` takes the port of the page as it takes its host",
)
FILE = "utils/state.js"

_ANCHOR = "    endpoint.hostname = frontend_hostname;\n"
_SAME_PORT = "    endpoint.port = window.location.port;\n"


def use_page_port(script: str) -> str:
    """Return `utils/state.js` with the websocket opened on the page's own host and port."""
    return PATCH.insert(script, after=_ANCHOR, line=_SAME_PORT, file=FILE)


def verify() -> None:
    use_page_port(state_script())
