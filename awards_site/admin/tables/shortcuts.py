"""The keyboard shortcuts of management screens, and the dialog that lists and switches them."""

import reflex as rx

from awards_site.admin.controls import ICON_BUTTON, icon_button
from awards_site.admin.screens.screen import Screen
from awards_site.frontend import react, script
from awards_site.ui.overlays.dialog import dialog
from awards_site.ui.overlays.dialog_parts import dialog_body

CREATE = {"data-shortcut": "create"}
EDIT = {"data-shortcut": "edit"}
"""The attributes by which `shortcuts.jsx` finds the buttons."""
_HELP = {"data-shortcut": "help"}

_SCRIPT = script("portal/tables/shortcuts.jsx")


Shortcuts = react("Shortcuts", _SCRIPT)
"""Listens to the shortcuts while the screen is shown."""


_ShortcutSwitch = react("ShortcutSwitch", _SCRIPT, label=str)


def shortcuts_button(screen: Screen) -> rx.Component:
    """Return the button that opens the list of the screen's shortcuts."""
    article = "an" if screen.label[0] in "aeiou" else "a"
    shortcuts = {
        "/": "Search the list",
        **({"n": f"Add {article} {screen.label}"} if screen.create else {}),
        "j": "Next row",
        "k": "Previous row",
        **({"e": "Edit the row"} if screen.update else {}),
        "?": "Show these shortcuts",
        "Ctrl K": "Search the whole portal (\u2318K on a Mac)",
    }
    return dialog(
        dialog_body(
            rx.el.dl(
                *(_shortcut(key, text) for key, text in shortcuts.items()),
                class_name="mb-5 grid gap-2 text-sm",
            ),
            _ShortcutSwitch.create(
                label="Use keyboard shortcuts", class_name="size-4.5 cursor-pointer accent-plum"
            ),
        ),
        title="Keyboard shortcuts",
        description="They work while you are not typing, in this browser.",
        testid="shortcuts-dialog",
        width="small",
        trigger=icon_button(
            "keyboard",
            "Keyboard shortcuts",
            class_name=f"{ICON_BUTTON} max-sm:hidden",
            custom_attrs=_HELP,
        ),
    )


def _shortcut(key: str, text: str) -> rx.Component:
    return rx.el.div(
        rx.el.dt(
            rx.el.kbd(
                key,
                class_name="inline-grid h-7 min-w-7 place-items-center rounded border border-line"
                " bg-ground px-1.5 font-mono text-sm whitespace-nowrap",
            )
        ),
        rx.el.dd(text),
        class_name="flex items-center gap-3",
    )
