"""Notices: short messages in a corner of the page, one at a time (spec 1, "Notifications").

A notice is shown by the browser alone. State handlers return or yield `notify(...)`, components
use it as `on_click=notify(...)`, and a script shows one with
`window.dispatchEvent(new CustomEvent("awards:notify", {detail}))`, where `detail` has the keys
`title`, `description`, `destructive` and `action` (`{label, href}`) of a notice.
"""

from dataclasses import asdict, dataclass

import reflex as rx
from reflex_base.event import EventSpec
from reflex_base.utils.format import format_ref

from awards_site.ui.lazy import LAZY_SCRIPT

_IMPORTED_SCRIPTS = (LAZY_SCRIPT, rx.asset("toast.jsx", shared=True))
"""What notices.jsx imports; naming it here puts it into the build."""

_AREA = "notice-area"
_DURATION_MS = 5000
_SWIPE_THRESHOLD_PX = 50
_REMOVE_AFTER_MS = 1_000_000


@dataclass(frozen=True)
class NoticeAction:
    """A link that a notice offers: what it reads, and the address that it opens."""

    label: str
    href: str


class NoticeArea(rx.Component):
    """The wrapped, unstyled Radix toast, fed by `awards:notify` events of the window."""

    library = rx.asset("notices.jsx", shared=True).importable_path
    tag = "NoticeArea"
    lib_dependencies: list[str] = ["@radix-ui/react-toast@1.3.1"]

    name: rx.Var[str]
    duration_ms: rx.Var[int]
    swipe_threshold: rx.Var[int]
    remove_after_ms: rx.Var[int]


def notice_area() -> rx.Component:
    """Return the place where notices appear; the shell of every page has one."""
    return NoticeArea.create(
        name=format_ref(_AREA),
        duration_ms=_DURATION_MS,
        swipe_threshold=_SWIPE_THRESHOLD_PX,
        remove_after_ms=_REMOVE_AFTER_MS,
    )


def notify(
    title: str,
    description: str = "",
    *,
    destructive: bool = False,
    action: NoticeAction | None = None,
) -> EventSpec:
    """Return the event that shows a notice in the place of the one before it.

    Of the events that Reflex applies in the browser, setting a value is the one that carries data
    without `eval`, so notices work under a content security policy that forbids it.
    """
    notice = {
        "title": title,
        "description": description,
        "destructive": destructive,
        "action": asdict(action) if action else None,
    }
    return rx.set_value(_AREA, notice)
