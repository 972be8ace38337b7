"""Dropdown menus, based on Radix, which handles arrow keys, typeahead and Escape."""

from typing import Literal

import reflex as rx

from awards_site.frontend import script
from awards_site.reflex_patches.compilation.slots import Slot
from awards_site.ui.links import link
from awards_site.ui.overlays.radix import RadixSlot

MENU_SCRIPT = script("overlays/menu.jsx")
"""The script with the parts of a menu, for scripts that import them."""
MENU_LIBRARY = "@radix-ui/react-dropdown-menu@2.2.1"
MENU_CLASSES = (
    "z-60 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto"
    " rounded-lg border border-line bg-white p-1 text-sm text-ink shadow-xl outline-none transition"
    " duration-100 starting:scale-95 starting:opacity-0 motion-reduce:transition-none"
)
ITEM_CLASSES = (
    "flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 outline-none"
    " data-highlighted:bg-ground"
)


class _Part(rx.Component):
    library = MENU_SCRIPT
    lib_dependencies: list[str] = [MENU_LIBRARY]


class _Menu(_Part):
    tag = "Menu"
    alias = "Menu"


class _MenuTrigger(Slot, _Part):
    tag = "MenuTrigger"


class _MenuContent(_Part):
    tag = "MenuContent"
    side: rx.Var[str]
    align: rx.Var[str]


class _MenuItem(RadixSlot, _Part):
    tag = "MenuItem"
    on_select: rx.EventHandler[rx.event.no_args_event_spec]


class _MenuSeparator(_Part):
    tag = "MenuSeparator"


def menu_action(
    label: rx.Var[str] | str, icon: str, on_select: rx.event.EventType[()]
) -> rx.Component:
    return _MenuItem.create(
        rx.icon(icon, size=16, class_name="text-muted"),
        label,
        on_select=on_select,
        class_name=ITEM_CLASSES,
    )


def menu_link(label: str, icon: str, href: str) -> rx.Component:
    """Return a menu item that is a link."""
    return _MenuItem.create(
        link(
            rx.icon(icon, size=16, class_name="text-muted"),
            label,
            href=href,
            class_name=ITEM_CLASSES,
        ),
        as_child=True,
    )


def menu_separator() -> rx.Component:
    return _MenuSeparator.create(class_name="my-1 h-px bg-line")


def menu(
    *entries: rx.Component,
    trigger: rx.Component,
    testid: str,
    side: Literal["top", "bottom"] = "bottom",
) -> rx.Component:
    return _Menu.create(
        _MenuTrigger.create(trigger),
        _MenuContent.create(
            *entries, side=side, align="start", class_name=MENU_CLASSES, data_testid=testid
        ),
    )
