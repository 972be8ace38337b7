"""Notices: short messages in a corner of the page, one at a time (docs/rules/shell.md).

A notice is shown by the browser alone. A script shows one with
`window.dispatchEvent(new CustomEvent("awards:notify", {detail}))`, where `detail` has the keys
`title`, `description`, `note`, `destructive`, `durationMs` and `action` (`{label, href}`) of a
notice. In the portal, State handlers return or yield `notify(...)`, and components use it as
`on_click=notify(...)`; public pages have no State.
"""

from dataclasses import dataclass
from typing import Any

import reflex as rx
from reflex_base.event import Event, EventSpec
from reflex_base.utils.format import format_ref

from awards_site.ui.queries.lazy import LAZY_SCRIPT

_IMPORTED_SCRIPTS = (LAZY_SCRIPT, rx.asset("toast.jsx", shared=True))

_AREA = "notice-area"


@dataclass(frozen=True)
class NoticeAction:
    """What a notice offers: a link to `href`, or a button that triggers a State's `event`."""

    label: str
    href: str = ""
    event: EventSpec | None = None

    def for_browser(self) -> dict[str, Any]:
        """Return it as `toasts.jsx` takes it. Raises ValueError unless it does one thing."""
        if bool(self.href) == bool(self.event):
            raise ValueError(f"The action '{self.label}' needs either an href or an event")
        [event] = Event.from_event_type(self.event) or [None]
        return {
            "label": self.label,
            "href": self.href,
            "event": {"name": event.name, "payload": event.payload} if event else None,
        }


class NoticeArea(rx.Component):
    """The place where notices appear: the Radix toast, fed by `awards:notify` events."""

    library = rx.asset("toasts.jsx", shared=True).importable_path
    tag = "NoticeArea"
    lib_dependencies: list[str] = ["@radix-ui/react-toast@1.3.1"]


class NoticeEvents(rx.Component):
    """Connects the notices with the States of a page: what `notify` and a notice's action need."""

    library = rx.asset("toast_events.jsx", shared=True).importable_path
    tag = "NoticeEvents"

    name: rx.Var[str]


def notice_events() -> rx.Component:
    """Return what every page with a State has beside its notice area; it shows nothing."""
    return NoticeEvents.create(name=format_ref(_AREA))


def notify(
    title: str,
    description: str = "",
    *,
    note: str = "",
    destructive: bool = False,
    action: NoticeAction | None = None,
    duration_ms: int | None = None,
) -> EventSpec:
    """Return the event that shows a notice in the place of the one before it.

    It stands for `duration_ms`, or as long as notices do; pointer and focus on it stop the clock.
    `note` is a line of its own below the description.

    Of the events that Reflex applies in the browser, setting a value is the one that carries data
    without `eval`, so notices work under a content security policy that forbids it.
    """
    notice = {
        "title": title,
        "description": description,
        "note": note,
        "destructive": destructive,
        "durationMs": duration_ms,
        "action": action.for_browser() if action else None,
    }
    return rx.set_value(_AREA, notice)
