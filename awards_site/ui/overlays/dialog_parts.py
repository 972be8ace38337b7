"""The parts of a dialog: the unstyled Radix dialog as this site behaves and looks.

Focus is trapped inside and returns to where it came from, Escape closes, and the title and the
description are announced.
"""

from typing import Any, Literal

import reflex as rx
from reflex_base.event import passthrough_event_spec

from awards_site.frontend import script
from awards_site.ui.overlays.radix import RadixSlot

DIALOG_SCRIPT = script("overlays/dialog.jsx")
"""The script with `Root` and `Content`, for scripts that import them."""
DIALOG_LIBRARY = "@radix-ui/react-dialog@1.3.1"

BACKDROP = (
    "fixed inset-0 z-50 bg-plum-deep/50 transition-opacity duration-150 starting:opacity-0"
    " motion-reduce:transition-none"
)
WINDOW = (
    "fixed z-50 flex flex-col text-ink shadow-2xl outline-none transition duration-150"
    " motion-reduce:transition-none starting:opacity-0"
)
# A window stands a little above the middle, so that a notice in the corner leaves its foot free.
_SHEET_OR_WINDOW = (
    f"{WINDOW} inset-x-0 bottom-0 max-h-[94dvh] rounded-t-xl starting:translate-y-4"
    " sm:inset-x-auto sm:bottom-auto sm:top-[45%] sm:left-1/2 sm:w-[calc(100vw-2rem)]"
    " sm:max-h-[84dvh] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl"
    " sm:starting:-translate-y-[48%]"
)
_WIDTHS = {
    "small": "sm:max-w-md",
    "medium": "sm:max-w-xl",
    "large": "sm:max-w-3xl",
    "wide": "sm:max-w-6xl",
    "full": "h-[94dvh] sm:h-[84dvh] sm:max-w-[90rem]",
}

Width = Literal["small", "medium", "large", "wide", "full"]
Variant = Literal["portal", "public"]

BACKGROUNDS: dict[Variant, str] = {"portal": "bg-white", "public": "bg-surface"}


def window_classes(width: Width, variant: Variant) -> dict[str, str]:
    """Return the classes of a dialog and of its backdrop, as `DialogContent` takes them."""
    return {
        "backdrop_class_name": BACKDROP,
        "class_name": f"{_SHEET_OR_WINDOW} {BACKGROUNDS[variant]} {_WIDTHS[width]}",
    }


def dialog_body(*content: rx.Component, class_name: str = "", **props: Any) -> rx.Component:
    """Return the part of a dialog that scrolls, by keyboard, too."""
    return rx.el.div(
        *content,
        tab_index=0,
        class_name=f"min-h-0 flex-1 overflow-y-auto p-5 sm:p-6 {class_name}".strip(),
        **props,
    )


class DialogClose(RadixSlot):
    """Has the button that is its child close the dialog."""

    library = DIALOG_LIBRARY
    tag = "Close"
    alias = "DialogClose"


class _Part(rx.Component):
    library = DIALOG_SCRIPT
    lib_dependencies: list[str] = [DIALOG_LIBRARY]


class DialogRoot(_Part):
    """Opens by its trigger, or by `open`.

    `on_close` is called with the unsaved input of the forms inside by field name, `{}` for none
    (see `UnsavedInput`).
    """

    tag = "Root"
    alias = "DialogRoot"
    open: rx.Var[bool]
    on_close: rx.EventHandler[passthrough_event_spec(dict[str, Any])]


class DialogContent(_Part):
    """The dialog and its backdrop; `alert` makes it an alert dialog."""

    tag = "Content"
    alias = "DialogContent"
    alert: rx.Var[bool]
    backdrop_class_name: rx.Var[str]
