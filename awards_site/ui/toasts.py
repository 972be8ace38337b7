"""Toasts: short messages in a corner of the page, one at a time.

Scripts show a toast with `window.dispatchEvent(new CustomEvent("awards:notify", {detail}))`, where
`detail` has the keys `title`, `description`, `note`, `destructive` and `durationMs`. In the portal,
State handlers return or yield `notify(...)`, and components use `on_click=notify(...)`.
"""

from dataclasses import dataclass
from typing import Any

import reflex as rx
from reflex_base.event import Event, EventSpec

from awards_site.frontend import react, script
from awards_site.reflex_patches.portal_scripts import send_value, value_name

_AREA = "notice-area"


@dataclass(frozen=True)
class ToastAction:
    """The action of a toast: a button that triggers a State's `event`."""

    label: str
    event: EventSpec

    def for_browser(self) -> dict[str, Any]:
        """Return the action for `toast.jsx`: `{label, event: {name, payload}}`."""
        [event] = Event.from_event_type(self.event)
        return {"label": self.label, "event": {"name": event.name, "payload": event.payload}}


Toaster = react(
    "Toaster", script("toasts/toasts.jsx"), dependencies=["@radix-ui/react-toast@1.3.1"]
)
"""Shows NOTIFY events of frontend/events.js as toasts (Radix)."""


ToastEvents = react("ToastEvents", script("portal/layout/frame.jsx"), name=str)
"""Connects toasts with State: required for `notify` and for actions with an event."""


def toast_events() -> rx.Component:
    """Return the component that every page with a State needs beside its `Toaster`."""
    return ToastEvents.create(name=value_name(_AREA))


def notify(
    title: str,
    description: str = "",
    *,
    note: str = "",
    destructive: bool = False,
    action: ToastAction | None = None,
    duration_ms: int | None = None,
) -> EventSpec:
    """Return the event that shows a toast, which replaces the previous one.

    It closes after `duration_ms`, by default 5000; hovering or focusing it pauses the timer. `note`
    is a separate line below the description.
    """
    toast = {
        "title": title,
        "description": description,
        "note": note,
        "destructive": destructive,
        "durationMs": duration_ms,
        "action": action.for_browser() if action else None,
    }
    return send_value(_AREA, toast)
