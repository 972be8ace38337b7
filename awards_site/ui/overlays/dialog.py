"""Dialogs: modal windows, questions and slide-out panels, built on the unstyled Radix dialog.

Focus is trapped inside and returns to where it came from, Escape closes, the title and the
description are announced, and long content scrolls inside the dialog.
"""

from typing import Any, Literal

import reflex as rx

from awards_site.ui.overlays.radix import RadixPart, RadixSlot

DIALOG_SCRIPT = rx.asset("dialog.jsx", shared=True)
"""The script with `Root` and `Content`, for scripts that import them."""
DIALOG_LIBRARY = "@radix-ui/react-dialog@1.3.1"
_BACKDROP = (
    "fixed inset-0 z-50 bg-plum-deep/50 transition-opacity duration-150 starting:opacity-0"
    " motion-reduce:transition-none"
)
_WINDOW = (
    "fixed z-50 flex flex-col text-ink shadow-2xl outline-none transition duration-150"
    " motion-reduce:transition-none starting:opacity-0"
)
# A window stands a little above the middle, so that a notice in the corner leaves its foot free.
_SHEET_OR_WINDOW = (
    f"{_WINDOW} inset-x-0 bottom-0 max-h-[94dvh] rounded-t-xl starting:translate-y-4"
    " sm:inset-x-auto sm:bottom-auto sm:top-[45%] sm:left-1/2 sm:w-[calc(100vw-2rem)]"
    " sm:max-h-[84dvh] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl"
    " sm:starting:-translate-y-[48%]"
)
_WIDTHS = {
    "small": "sm:max-w-md",
    "medium": "sm:max-w-xl",
    "large": "sm:max-w-3xl",
    "wide": "sm:max-w-6xl",
}
_CLOSE = (
    "absolute top-3 right-3 grid size-9 place-items-center rounded-md text-muted hover:bg-ground"
    " hover:text-ink max-md:top-2 max-md:right-2 max-md:size-11"
)

Width = Literal["small", "medium", "large", "wide"]
Variant = Literal["portal", "public"]

_GROUNDS: dict[Variant, str] = {"portal": "bg-white", "public": "bg-surface"}
_TITLE = "text-lg font-semibold text-balance break-words"


def window_classes(width: Width, look: Variant) -> dict[str, str]:
    """Return the classes of a dialog and of its backdrop, as `DialogContent` takes them."""
    return {
        "backdrop_class_name": _BACKDROP,
        "class_name": f"{_SHEET_OR_WINDOW} {_GROUNDS[look]} {_WIDTHS[width]}",
    }


class DialogClose(RadixSlot):
    """Has the button that is its child close the dialog."""

    library = DIALOG_LIBRARY
    tag = "Close"
    alias = "DialogClose"


def _title(title: rx.Var[str] | str, class_name: str = _TITLE) -> rx.Component:
    return RadixPart.create(
        title, library=DIALOG_LIBRARY, tag="Title", alias="DialogTitle", class_name=class_name
    )


def _description(text: rx.Var[str] | str, class_name: str) -> rx.Component:
    return RadixPart.create(
        text,
        library=DIALOG_LIBRARY,
        tag="Description",
        alias="DialogDescription",
        class_name=f"{class_name} text-sm text-muted text-pretty",
    )


def _trigger(button: rx.Component) -> rx.Component:
    return RadixSlot.create(
        button, library=DIALOG_LIBRARY, tag="Trigger", alias="DialogTrigger", as_child=True
    )


class _Behaviour(rx.Component):
    """A part of this site's own dialog."""

    library = DIALOG_SCRIPT.importable_path
    lib_dependencies: list[str] = [DIALOG_LIBRARY]


class DialogRoot(_Behaviour):
    """Opens by its trigger, or by `open`, whose owner hears `on_close`.

    `question` is what is asked before unsaved input of a form inside is dropped.
    """

    tag = "Root"
    alias = "DialogRoot"
    open: rx.Var[bool]
    question: rx.Component | None = None
    on_close: rx.EventHandler[rx.event.no_args_event_spec]


class DialogContent(_Behaviour):
    """The dialog and its backdrop; `alert` makes it an alert dialog."""

    tag = "Content"
    alias = "DialogContent"
    alert: rx.Var[bool]
    backdrop_class_name: rx.Var[str]


class UnsavedChanges(rx.Component):
    """Stands in a dialog that has a `question`: the question is asked by the Back button, too.

    Each new `version` is a form that nobody has typed into yet.
    """

    library = rx.asset("unsaved_changes.jsx", shared=True).importable_path
    tag = "Unsaved"
    version: rx.Var[int]


class DialogDrop(_Behaviour):
    """The button of the question that drops unsaved input."""

    tag = "Drop"
    alias = "DialogDrop"


def _close_button() -> rx.Component:
    """Return the cross in a dialog's corner. It stands last, so that fields get focus first."""
    return DialogClose.create(
        rx.el.button(rx.icon("x", size=18), type="button", aria_label="Close", class_name=_CLOSE),
        as_child=True,
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
    which `on_close` must make false. With a `question` (see `unsaved_question`) a form inside is
    not dropped without asking.
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
    return DialogContent.create(
        rx.el.div(
            _title(title),
            _description(description, "mt-1 break-words"),
            class_name="flex-none border-b border-line px-5 pt-5 pr-14 pb-4 sm:px-6 sm:pr-14",
        ),
        *body,
        _close_button(),
        **window_classes(width, "portal"),
        custom_attrs={"data-testid": testid},
    )


def question_content(
    *actions: rx.Component, title: rx.Var[str] | str, description: rx.Var[str] | str, testid: str
) -> rx.Component:
    """Return the inside of an alert dialog: what is asked, and the answers."""
    look = window_classes("small", "portal")
    return DialogContent.create(
        _title(title),
        # So that both read as one text where it is copied or looked for.
        " ",
        _description(description, "mt-2"),
        rx.el.div(*actions, class_name="mt-6 flex flex-wrap justify-end gap-2"),
        alert=True,
        **look | {"class_name": f"{look['class_name']} overflow-y-auto p-6"},
        custom_attrs={"data-testid": testid},
    )


def panel(*body: rx.Component, title: str, trigger: rx.Component, testid: str) -> rx.Component:
    """Return a panel that slides in from the left, such as a small screen's menu."""
    return DialogRoot.create(
        _trigger(trigger),
        DialogContent.create(
            _title(title, "sr-only"),
            *body,
            _close_button(),
            backdrop_class_name=_BACKDROP,
            class_name=(
                f"{_WINDOW} {_GROUNDS['portal']} inset-y-0 left-0 w-72 max-w-[85vw] overflow-y-auto"
                " starting:-translate-x-4"
            ),
            custom_attrs={"data-testid": testid, "aria-describedby": ""},
        ),
    )
