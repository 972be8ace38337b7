"""Dropdown menus, based on Radix, which handles arrow keys, typeahead and Escape."""

from typing import Any, Literal

import reflex as rx

from awards_site.ui.links import link
from awards_site.ui.overlays.radix import RadixPart, RadixSlot

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


def _part(tag: str, *children: Any, of: type[RadixPart] = RadixPart, **props: Any) -> rx.Component:
    return of.create(*children, library=MENU_LIBRARY, tag=tag, alias=f"Menu{tag}", **props)


class _MenuItem(RadixSlot):
    library = MENU_LIBRARY
    tag = "Item"
    alias = "MenuItem"
    on_select: rx.EventHandler[rx.event.no_args_event_spec]


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
    return _part("Separator", class_name="my-1 h-px bg-line")


def menu(
    *entries: rx.Component,
    trigger: rx.Component,
    testid: str,
    side: Literal["top", "bottom"] = "bottom",
) -> rx.Component:
    content = _part(
        "Content",
        *entries,
        class_name=MENU_CLASSES,
        data_testid=testid,
        custom_attrs={"side": side, "align": "start", "sideOffset": 6},
    )
    return _part(
        "Root",
        _part("Trigger", trigger, of=RadixSlot, as_child=True),
        _part("Portal", content),
        # Not modal: the rest of the page stays accessible, and Tab or an outside click closes it.
        custom_attrs={"modal": False},
    )
