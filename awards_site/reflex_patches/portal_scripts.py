"""Edits of `utils/state.js`, and how the portal's scripts use Reflex's event loop."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import reflex as rx
from reflex_base.event import EventSpec
from reflex_base.utils.format import format_ref

from awards_site.reflex_patches.patch import Patch, context_script, state_script

FILE = "utils/state.js"

_PORT = Patch(
    "port",
    reason="Reflex compiles the websocket's port into the scripts, so that one build could not be"
    " served on two ports.",
    obsolete_when="`getBackendURL` takes the port of the page as it takes its host",
)
_HOST = "    endpoint.hostname = frontend_hostname;\n"
_PORT_EDITS = {_HOST: f"{_HOST}    endpoint.port = window.location.port;\n"}

_PAGE_TOKEN = Patch(
    "page token",
    reason="Reflex names the State of a page by a token in the websocket's URL, which proxies and"
    " servers log. It is sent in the first message instead.",
    obsolete_when="`utils/state.js` sends the token in the payload of the CONNECT packet",
)
PAYLOAD_KEY = "token"
"""The token's name in the payload of the CONNECT packet."""
_RECONNECT = "      socket.current.wait_connect = true;\n"
_QUERY = (
    "      socket.current.io.opts.query = { token: getToken() }; // Update token for reconnect.\n"
)
_TRANSPORTS = "warmSocket.io.opts.transports.length"
_SCHEMA = "state_schema: app.stateSchema"
_PAGE_TOKEN_EDITS = {
    "    autoConnect: false,\n    query: { token },\n": "    autoConnect: false,\n",
    _RECONNECT + _QUERY: _RECONNECT,
    f"(warmSocket.io.opts.query.token !== session_token ||\n      {_TRANSPORTS}": f"({_TRANSPORTS}",
    _SCHEMA: f"{_SCHEMA}, {PAYLOAD_KEY}: getToken()",
}

_OFFLINE_EVENTS = Patch(
    "offline events",
    reason="Reflex queues an event until the websocket opens, which it does not when the session"
    " has ended, so that a click would have no effect. It is offered to `takeOfflineEvents`.",
    obsolete_when="scripts of an app can take back an event that waits for the websocket",
)
_NORMALIZED = "    const _events = normalizeEvents(events);\n"
_OFFER = """\
    if (
      socket.current &&
      !socket.current.connected &&
      !window.dispatchEvent(
        new CustomEvent("awards:offline-events", {
          cancelable: true,
          detail: {
            names: _events.map((event) => event.name),
            reconnects: socket.current.active,
            resume: () => addEvents(events, args, event_actions),
          },
        }),
      )
    ) {
      return;
    }
"""
_OFFLINE_EVENTS_EDITS = {_NORMALIZED: _NORMALIZED + _OFFER}

_EDITS: Mapping[Patch, Mapping[str, str]] = {
    _PORT: _PORT_EDITS,
    _PAGE_TOKEN: _PAGE_TOKEN_EDITS,
    _OFFLINE_EVENTS: _OFFLINE_EVENTS_EDITS,
}


def edit_state_script(script: str) -> str:
    """Return `utils/state.js` with all edits."""
    for patch, edits in _EDITS.items():
        script = patch.edit(script, edits, FILE)
    return script


def _verify_edits(patch: Patch) -> None:
    patch.edit(state_script(), _EDITS[patch], FILE)


for _each in _EDITS:
    _each.verified_by(partial(_verify_edits, _each))

_BROWSER_EVENTS = Patch(
    "browser events",
    reason="Scripts have no public way to call a State's handler, to receive data from the server"
    " without `eval`, which the content security policy forbids, or to reopen the websocket"
    " (`frontend/portal/reflex_patches.js`).",
    obsolete_when="Reflex exports these for scripts of an app",
)
_STATE_ANCHORS = (
    "export const refs = {};\n",
    "export const ReflexEvent = (",
    'const TOKEN_KEY = "token";\n',
    'if (event.name == "_set_value") {',
    "event.payload.ref in refs ? refs[event.payload.ref] : event.payload.ref;\n"
    "    if (ref.current) {\n"
    "      ref.current.value = event.payload.value;\n",
    'window.addEventListener("pagehide", pagehideHandler);',
    'document.addEventListener("visibilitychange", checkVisibility);',
)
_CONTEXT_ANCHORS = (
    "export function addEvents(events, args, event_actions) {",
    "{ value: [addEventsLocal, connectErrors] }",
)


def send_value(name: str, value: Any) -> EventSpec:
    """Return the event that sends a value to who receives it by `value_name(name)`."""
    return rx.set_value(name, value)


def value_name(name: str) -> str:
    """Return the name by which `receiveValues` gets what `send_value` sends to `name`."""
    return format_ref(name)


@_BROWSER_EVENTS.verified_by
def _verify_browser_events() -> None:
    patch, context = _BROWSER_EVENTS, context_script()
    patch.require_text(state_script(), *_STATE_ANCHORS, file=FILE)
    patch.require_text(context, *_CONTEXT_ANCHORS, file="utils/context.jsx")
    patch.require("EventLoopContext" in context, "EventLoopContext in utils/context.jsx")
    event = send_value("name", 1)
    patch.require(event.handler.fn.__qualname__ == "_set_value", "the event of rx.set_value")
