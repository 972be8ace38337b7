"""Dialogs: modal windows, questions and slide-out panels, built on the unstyled Radix dialog.

Focus is trapped inside and returns to where it came from, Escape closes, the title and the
description are announced, and long content scrolls inside the dialog.
"""

from typing import Literal

import reflex as rx

from awards_site.ui.radix import RadixPart, RadixSlot

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
    " hover:text-ink"
)

Width = Literal["small", "medium", "large", "wide"]
Look = Literal["portal", "public"]

_GROUNDS: dict[Look, str] = {"portal": "bg-white", "public": "bg-surface"}
_TITLES: dict[Look, str] = {
    "portal": "text-lg font-semibold text-balance break-words",
    "public": "display-3 break-words",
}


def window_look(width: Width, look: Look) -> dict[str, str]:
    """Return the classes of a dialog and of its backdrop, as `DialogContent` takes them."""
    return {
        "backdrop_class_name": _BACKDROP,
        "class_name": f"{_SHEET_OR_WINDOW} {_GROUNDS[look]} {_WIDTHS[width]}",
    }


class DialogTrigger(RadixSlot):
    """The button that opens a dialog."""

    library = DIALOG_LIBRARY
    tag = "Trigger"
    alias = "DialogTrigger"


class DialogTitle(RadixPart):
    """The dialog's accessible name."""

    library = DIALOG_LIBRARY
    tag = "Title"
    alias = "DialogTitle"


class DialogDescription(RadixPart):
    """The dialog's accessible description."""

    library = DIALOG_LIBRARY
    tag = "Description"
    alias = "DialogDescription"


class DialogClose(RadixSlot):
    """A button that closes the dialog."""

    library = DIALOG_LIBRARY
    tag = "Close"
    alias = "DialogClose"


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
    """The dialog and its backdrop; `alert` makes it an alert dialog.

    With `focuses_itself` it is the dialog that gets focus, not the first control inside.
    """

    tag = "Content"
    alias = "DialogContent"
    alert: rx.Var[bool]
    focuses_itself: rx.Var[bool]
    backdrop_class_name: rx.Var[str]


class Unsaved(rx.Component):
    """Stands in a dialog that has a `question`: the question is asked by the Back button, too.

    Each new `version` is a form that nobody has typed into yet.
    """

    library = rx.asset("unsaved.jsx", shared=True).importable_path
    tag = "Unsaved"
    version: rx.Var[int]


class DialogDrop(_Behaviour):
    """The button of the question that drops unsaved input."""

    tag = "Drop"
    alias = "DialogDrop"


def close_button(label: str = "Close") -> rx.Component:
    """Return the cross in a dialog's corner. It stands last, so that fields get focus first."""
    return DialogClose.create(
        rx.el.button(
            rx.icon("x", size=18, aria_hidden="true"),
            type="button",
            aria_label=label,
            class_name=_CLOSE,
        ),
        as_child=True,
    )


def _heading(
    title: rx.Var[str] | str, description: rx.Var[str] | str | None, look: Look
) -> rx.Component:
    return rx.el.div(
        DialogTitle.create(title, class_name=_TITLES[look]),
        DialogDescription.create(
            description, class_name="mt-1 text-sm text-muted text-pretty break-words"
        )
        if description is not None
        else None,
        class_name="flex-none border-b border-line px-5 pt-5 pr-14 pb-4 sm:px-6 sm:pr-14",
    )


def dialog(
    *body: rx.Component,
    title: rx.Var[str] | str,
    description: rx.Var[str] | str | None = None,
    trigger: rx.Component | None = None,
    open: rx.Var[bool] | None = None,  # noqa: A002
    on_close: rx.event.EventType[()] | None = None,
    question: rx.Component | None = None,
    width: Width = "medium",
    look: Look = "portal",
    testid: str = "dialog",
) -> rx.Component:
    """Return a modal dialog; on a phone it is a sheet that rises from the lower edge.

    It opens by its `trigger`, or whenever `open` is true; then `on_close` must make it false.
    With a `question` (see `unsaved_question`) a form inside is not dropped without asking.
    A dialog in the public look is for reading: focus is on the whole of it, not on a control.
    """
    return DialogRoot.create(
        DialogTrigger.create(trigger, as_child=True) if trigger is not None else None,
        dialog_content(
            *body, title=title, description=description, width=width, look=look, testid=testid
        ),
        **_controlled(open, on_close),
        **({"question": question} if question is not None else {}),
    )


def dialog_content(
    *body: rx.Component,
    title: rx.Var[str] | str,
    description: rx.Var[str] | str | None = None,
    width: Width = "medium",
    look: Look = "portal",
    testid: str = "dialog",
) -> rx.Component:
    """Return the window of a `dialog`, for a component that opens and closes it by itself."""
    return DialogContent.create(
        _heading(title, description, look),
        *body,
        close_button(),
        focuses_itself=look == "public",
        **window_look(width, look),
        custom_attrs={
            "data-testid": testid,
            **({} if description is not None else {"aria-describedby": ""}),
        },
    )


def confirmation(
    *actions: rx.Component,
    title: rx.Var[str] | str,
    description: rx.Var[str] | str,
    open: rx.Var[bool],  # noqa: A002
    on_close: rx.event.EventType[()],
    testid: str = "confirmation",
) -> rx.Component:
    """Return an alert dialog that asks before something that cannot be taken back."""
    return DialogRoot.create(
        question_content(*actions, title=title, description=description, testid=testid),
        **_controlled(open, on_close),
    )


def question_content(
    *actions: rx.Component,
    title: rx.Var[str] | str,
    description: rx.Var[str] | str,
    testid: str,
) -> rx.Component:
    """Return the inside of an alert dialog: what is asked, and the answers."""
    look = window_look("small", "portal")
    return DialogContent.create(
        DialogTitle.create(title, class_name=_TITLES["portal"]),
        # So that both read as one text where it is copied or looked for.
        " ",
        DialogDescription.create(description, class_name="mt-2 text-sm text-muted text-pretty"),
        rx.el.div(*actions, class_name="mt-6 flex flex-wrap justify-end gap-2"),
        alert=True,
        **look | {"class_name": f"{look['class_name']} overflow-y-auto p-6"},
        custom_attrs={"data-testid": testid},
    )


def panel(
    *body: rx.Component, title: str, trigger: rx.Component, testid: str = "panel"
) -> rx.Component:
    """Return a panel that slides in from the left, such as a small screen's menu."""
    return DialogRoot.create(
        DialogTrigger.create(trigger, as_child=True),
        DialogContent.create(
            DialogTitle.create(title, class_name="sr-only"),
            *body,
            close_button(),
            backdrop_class_name=_BACKDROP,
            class_name=(
                f"{_WINDOW} {_GROUNDS['portal']} inset-y-0 left-0 w-72 max-w-[85vw] overflow-y-auto"
                " starting:-translate-x-4"
            ),
            custom_attrs={"data-testid": testid, "aria-describedby": ""},
        ),
    )


def _controlled(
    is_open: rx.Var[bool] | None, on_close: rx.event.EventType[()] | None
) -> dict[str, object]:
    if is_open is None:
        return {}
    if on_close is None:
        raise ValueError("A dialog with `open` needs `on_close`, or it could never be closed")
    return {"open": is_open, "on_close": on_close}
