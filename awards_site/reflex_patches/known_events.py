"""Tells the events that browsers may send from anything else, before they are queued."""

import inspect
from functools import cache
from typing import Any

from reflex_base.constants import SocketEvent
from reflex_base.registry import RegisteredEventHandler, RegistrationContext

from awards_site.reflex_patches.patch import Patch

PATCH = Patch(
    __name__,
    reason="Reflex queues events of any name and shape, and logs them with their payload when they"
    " fail.",
    obsolete_when="Reflex drops events without a handler when it receives them",
)

MESSAGES = frozenset({str(SocketEvent.EVENT), str(SocketEvent.CLIENT_ERROR)})
"""The messages of a page's websocket: an event, and the report of a script's error."""


def is_known(event: Any) -> bool:
    """Return whether `event` is one of a registered handler, with arguments that the handler has.

    An app must be registered in the current context.
    """
    if not isinstance(event, dict):
        return False
    name, payload = event.get("name"), event.get("payload")
    handler = isinstance(name, str) and RegistrationContext.get().event_handlers.get(name)
    return bool(
        handler
        and isinstance(payload or {}, dict)
        and _accepts(handler, payload or {})
        and _is_route(event.get("router_data") or {})
    )


def _accepts(registered: RegisteredEventHandler, payload: dict[str, Any]) -> bool:
    try:
        # The first argument is the State.
        _signature(registered.handler.fn).bind(None, **payload)
    except TypeError:
        return False
    return True


@cache
def _signature(function: Any) -> inspect.Signature:
    return inspect.signature(function)


def _is_route(data: Any) -> bool:
    """Return whether `data` is the path of a page, as `withRouterData` in `state.js` sends it."""
    return (
        isinstance(data, dict)
        and data.keys() <= {"pathname", "asPath", "query"}
        and all(isinstance(data.get(key, ""), str) for key in ("pathname", "asPath"))
        and isinstance(data.get("query", {}), dict)
    )


def verify() -> None:
    fields = getattr(RegisteredEventHandler, "__dataclass_fields__", {})
    PATCH.require("handler" in fields, "RegisteredEventHandler.handler")
    PATCH.require(hasattr(RegistrationContext, "event_handlers"), "the registry of event handlers")
