"""Connects the portal's scripts with Reflex's event loop (`reflex_patches.js`)."""

from typing import Any

import reflex as rx
from reflex_base.event import EventSpec
from reflex_base.utils.format import format_ref

from awards_site.reflex_patches.patch import Patch, context_script, state_script

PATCH = Patch(
    __name__,
    reason="Scripts have no public way to call a State's handler, to receive data from the server"
    " without `eval`, which the content security policy forbids, or to reopen the websocket.",
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


def verify() -> None:
    PATCH.require_text(state_script(), *_STATE_ANCHORS, file="utils/state.js")
    context = context_script()
    PATCH.require_text(context, *_CONTEXT_ANCHORS, file="utils/context.jsx")
    PATCH.require("EventLoopContext" in context, "EventLoopContext in utils/context.jsx")
    event = send_value("name", 1)
    PATCH.require(event.handler.fn.__qualname__ == "_set_value", "the event of rx.set_value")
