"""Dialogs and menus.

Focus is trapped inside and returns to where it came from, Escape closes, and the title and the
description are announced. Long content scrolls inside the dialog.
"""

from collections.abc import Callable
from typing import Any, Literal

import reflex as rx
from reflex_base.event import passthrough_event_spec

from awards_site.frontend import react, script
from awards_site.reflex_patches.components import Slot
from awards_site.ui.controls import link


class RadixPart(rx.Component):
    """A part of a primitive; with `as_child` it merges its props into its child."""

    as_child: rx.Var[bool]


class RadixSlot(Slot, RadixPart):
    """A part that is used with `as_child`."""


_DIALOG_SCRIPT = script("overlays/dialog.jsx")
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
    # A phone's keyboard leaves the buttons at the foot free.
    f"{WINDOW} @container/window inset-x-0 bottom-[var(--keyboard,0px)]"
    " max-h-[calc(94dvh-var(--keyboard,0px))]"
    " overflow-y-auto rounded-t-xl starting:translate-y-4"
    " sm:inset-x-auto sm:bottom-auto sm:top-[45%] sm:left-1/2 sm:w-[calc(100vw-2rem)]"
    " sm:max-h-[84dvh] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl"
    " sm:starting:-translate-y-[48%]"
)
_WIDTHS = {
    "small": "sm:max-w-md",
    "medium": "sm:max-w-xl",
    "large": "sm:max-w-3xl",
    "wide": "sm:max-w-6xl",
    "full": "h-[calc(94dvh-var(--keyboard,0px))] sm:h-[84dvh] sm:max-w-[90rem]",
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
        class_name=f"dialog-body p-5 sm:p-6 {class_name}".strip(),
        **props,
    )


class DialogClose(RadixSlot):
    """Makes the button that is its child close the dialog."""

    library = DIALOG_LIBRARY
    tag = "Close"
    alias = "DialogClose"


class _Part(rx.Component):
    library = _DIALOG_SCRIPT
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


_WINDOW_SCRIPT = script("portal/dialogs/dialogs.jsx")
_Window = react(
    "Window",
    _WINDOW_SCRIPT,
    alias="DialogWindow",
    dependencies=[DIALOG_LIBRARY],
    title=str,
    description=str,
    backdrop_class_name=str,
)
_CloseButton = react("CloseButton", _WINDOW_SCRIPT)


def _title(title: rx.Var[str] | str, class_name: str) -> rx.Component:
    return RadixPart.create(
        title, library=DIALOG_LIBRARY, tag="Title", alias="DialogTitle", class_name=class_name
    )


def dialog_trigger(button: rx.Component) -> rx.Component:
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
        dialog_trigger(trigger) if trigger is not None else None,
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
        # The space makes both read as one text where they are copied or searched.
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
        dialog_trigger(trigger),
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


_MENU_SCRIPT = script("overlays/menu.jsx")
MENU_LIBRARY = "@radix-ui/react-dropdown-menu@2.2.1"
MENU_CLASSES = (
    "z-60 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto"
    " rounded-lg border border-line bg-white p-1 text-sm text-ink shadow-xl outline-none transition"
    " duration-100 starting:scale-95 starting:opacity-0 motion-reduce:transition-none"
)
ITEM_CLASSES = (
    "flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 outline-none"
    " data-highlighted:bg-ground max-md:min-h-11 data-disabled:cursor-not-allowed"
    " data-disabled:opacity-50"
)


class _MenuPart(rx.Component):
    library = _MENU_SCRIPT
    lib_dependencies: list[str] = [MENU_LIBRARY]


_Menu = react("Menu", _MENU_SCRIPT, alias="Menu", dependencies=[MENU_LIBRARY])
_MenuContent = react("MenuContent", _MENU_SCRIPT, dependencies=[MENU_LIBRARY], side=str, align=str)
_MenuSeparator = react("MenuSeparator", _MENU_SCRIPT, dependencies=[MENU_LIBRARY])


class _MenuTrigger(Slot, _MenuPart):
    tag = "MenuTrigger"


class _MenuItem(RadixSlot, _MenuPart):
    tag = "MenuItem"
    on_select: rx.EventHandler[rx.event.no_args_event_spec]


def menu_action(
    label: rx.Var[str] | str, icon: str, on_select: rx.event.EventType[()], **props: Any
) -> rx.Component:
    return _MenuItem.create(
        rx.icon(icon, size=16, class_name="text-muted"),
        label,
        on_select=on_select,
        class_name=ITEM_CLASSES,
        **props,
    )


def menu_link(
    label: str,
    icon: str,
    href: rx.Var[str] | str,
    make: Callable[..., rx.Component] = link,
    **props: Any,
) -> rx.Component:
    """Return a menu item that is a link, which `make` returns."""
    shown = rx.icon(icon, size=16, class_name="text-muted")
    anchor = make(shown, label, href=href, class_name=ITEM_CLASSES, **props)
    return _MenuItem.create(anchor, as_child=True)


def menu_separator() -> rx.Component:
    return _MenuSeparator.create(class_name="my-1 h-px bg-line")


def menu(
    *entries: rx.Component,
    trigger: rx.Component,
    testid: str,
    side: Literal["top", "bottom"] = "bottom",
    align: Literal["start", "end"] = "start",
) -> rx.Component:
    return _Menu.create(
        _MenuTrigger.create(trigger),
        _MenuContent.create(
            *entries, side=side, align=align, class_name=MENU_CLASSES, data_testid=testid
        ),
    )


_LIBRARY = script("overlays/unsaved_changes.jsx")


class UnsavedInput(rx.Component):
    """Placed inside the form; `restored` is true if the form opened with unsaved input.

    The dialog's `on_close` gets the unsaved input.
    """

    library = _LIBRARY
    tag = "UnsavedInput"
    restored: rx.Var[bool]


class FormInput(UnsavedInput):
    """The same for each form of a dialog with several, which also has one `LeaveWarning`."""

    tag = "FormInput"


LeaveWarning = react("LeaveWarning", _LIBRARY)
"""Warns before a page is left with unsaved input in a dialog's forms."""
