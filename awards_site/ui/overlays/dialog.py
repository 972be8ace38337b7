"""The dialogs of the portal: modal windows, questions and slide-out panels.

Long content scrolls inside the dialog.
"""

from typing import Any

import reflex as rx

from awards_site.frontend import react, script
from awards_site.ui.overlays.dialog_parts import (
    BACKDROP,
    BACKGROUNDS,
    DIALOG_LIBRARY,
    WINDOW,
    DialogContent,
    DialogRoot,
    Width,
    window_classes,
)
from awards_site.ui.overlays.radix import RadixPart, RadixSlot

WINDOW_SCRIPT = script("portal/dialogs/window.jsx")
"""Exports `Window`, for scripts that import it."""


_Window = react(
    "Window",
    WINDOW_SCRIPT,
    alias="DialogWindow",
    dependencies=[DIALOG_LIBRARY],
    title=str,
    description=str,
    backdrop_class_name=str,
)


_CloseButton = react("CloseButton", WINDOW_SCRIPT)


def _title(title: rx.Var[str] | str, class_name: str) -> rx.Component:
    return RadixPart.create(
        title, library=DIALOG_LIBRARY, tag="Title", alias="DialogTitle", class_name=class_name
    )


def _trigger(button: rx.Component) -> rx.Component:
    return RadixSlot.create(
        button, library=DIALOG_LIBRARY, tag="Trigger", alias="DialogTrigger", as_child=True
    )


def dialog(
    *body: rx.Component,
    title: rx.Var[str] | str,
    description: rx.Var[str] | str,
    testid: str,
    width: Width = "medium",
    trigger: rx.Component | None = None,
    **control: Any,
) -> rx.Component:
    """Return a modal dialog; on a phone it is a sheet that rises from the lower edge.

    It opens by its `trigger`, or by what `control` gives a `DialogRoot`: whenever `open` is true,
    which `on_close` must make false.
    """
    return DialogRoot.create(
        _trigger(trigger) if trigger is not None else None,
        dialog_content(*body, title=title, description=description, testid=testid, width=width),
        **control,
    )


def dialog_content(
    *body: rx.Component,
    title: rx.Var[str] | str,
    description: rx.Var[str] | str,
    testid: str,
    width: Width,
) -> rx.Component:
    """Return the window of a `dialog`, for a component that opens and closes it by itself."""
    return _Window.create(
        *body,
        title=title,
        description=description,
        **window_classes(width, "portal"),
        data_testid=testid,
    )


def alert_dialog_content(
    *actions: rx.Component, title: rx.Var[str] | str, description: rx.Var[str] | str, testid: str
) -> rx.Component:
    """Return the content of an alert dialog: title, description and buttons."""
    classes = window_classes("small", "portal")
    return DialogContent.create(
        _title(title, "text-lg font-semibold text-balance"),
        # So that both read as one text where it is copied or looked for.
        " ",
        RadixPart.create(
            description,
            library=DIALOG_LIBRARY,
            tag="Description",
            alias="DialogDescription",
            class_name="mt-2 text-sm text-muted text-pretty",
        ),
        rx.el.div(*actions, class_name="mt-6 flex flex-wrap justify-end gap-2"),
        alert=True,
        **classes | {"class_name": f"{classes['class_name']} overflow-y-auto p-6"},
        data_testid=testid,
    )


def side_panel(*body: rx.Component, title: str, trigger: rx.Component, testid: str) -> rx.Component:
    """Return a panel that slides in from the left, such as a small screen's menu."""
    return DialogRoot.create(
        _trigger(trigger),
        DialogContent.create(
            _title(title, "sr-only"),
            *body,
            _CloseButton.create(),
            backdrop_class_name=BACKDROP,
            class_name=(
                f"{WINDOW} {BACKGROUNDS['portal']} inset-y-0 left-0 w-72 max-w-[85vw]"
                " overflow-y-auto starting:-translate-x-4"
            ),
            data_testid=testid,
            aria_describedby="",
        ),
    )
