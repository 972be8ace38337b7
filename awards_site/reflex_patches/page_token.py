"""Sends the token of a page in the websocket's first message, not in its URL."""

from awards_site.reflex_patches.patch import Patch, state_script

PATCH = Patch(
    __name__,
    reason="Reflex names the State of a page by a token in the websocket's URL, which proxies and"
    " servers log.",
    obsolete_when="`utils/state.js` sends the token in the payload of the CONNECT packet",
)
FILE = "utils/state.js"
FIELD = "token"
"""The token's name in the payload of the CONNECT packet."""

_RECONNECT = "      socket.current.wait_connect = true;\n"
_QUERY = (
    "      socket.current.io.opts.query = { token: getToken() }; // Update token for reconnect.\n"
)
_TRANSPORTS = "warmSocket.io.opts.transports.length"
_SCHEMA = "state_schema: app.stateSchema"
_EDITS = {
    "    autoConnect: false,\n    query: { token },\n": "    autoConnect: false,\n",
    _RECONNECT + _QUERY: _RECONNECT,
    f"(warmSocket.io.opts.query.token !== session_token ||\n      {_TRANSPORTS}": f"({_TRANSPORTS}",
    _SCHEMA: f"{_SCHEMA}, {FIELD}: getToken()",
}


def send_in_payload(script: str) -> str:
    """Return `utils/state.js` with the token in the payload."""
    for before, after in _EDITS.items():
        script = PATCH.replace(script, before=before, after=after, file=FILE)
    return script


def verify() -> None:
    send_in_payload(state_script())
