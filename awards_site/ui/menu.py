"""Dropdown menus, built on the unstyled Radix menu: arrow keys, typeahead and Escape work."""

from typing import Literal

import reflex as rx

from awards_site.ui.links import link
from awards_site.ui.radix import RadixPart, RadixSlot

_LIBRARY = "@radix-ui/react-dropdown-menu@2.2.1"
_MENU = (
    "z-60 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto"
    " rounded-lg border border-line bg-white p-1 text-sm text-ink shadow-xl outline-none transition"
    " duration-100 starting:scale-95 starting:opacity-0 motion-reduce:transition-none"
)
_ITEM = (
    "flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 outline-none"
    " data-highlighted:bg-ground"
)


class MenuRoot(RadixPart):
    """Holds a menu's trigger and its content."""

    library = _LIBRARY
    tag = "Root"
    alias = "MenuRoot"
    modal: rx.Var[bool]


class MenuTrigger(RadixSlot):
    """The button that opens a menu."""

    library = _LIBRARY
    tag = "Trigger"
    alias = "MenuTrigger"


class MenuPortal(RadixPart):
    """Puts the menu above everything else."""

    library = _LIBRARY
    tag = "Portal"
    alias = "MenuPortal"


class MenuContent(RadixPart):
    """The menu itself."""

    library = _LIBRARY
    tag = "Content"
    alias = "MenuContent"
    side: rx.Var[Literal["top", "right", "bottom", "left"]]
    align: rx.Var[Literal["start", "center", "end"]]
    side_offset: rx.Var[int]


class MenuItem(RadixSlot):
    """One entry of a menu."""

    library = _LIBRARY
    tag = "Item"
    alias = "MenuItem"
    on_select: rx.EventHandler[rx.event.no_args_event_spec]


class MenuSeparator(RadixPart):
    """A line between entries."""

    library = _LIBRARY
    tag = "Separator"
    alias = "MenuSeparator"


def menu_action(
    label: rx.Var[str] | str, icon: str, on_select: rx.event.EventType[()]
) -> rx.Component:
    """Return an entry that does something."""
    return MenuItem.create(
        rx.icon(icon, size=16, aria_hidden="true", class_name="text-muted"),
        label,
        on_select=on_select,
        class_name=_ITEM,
    )


def menu_link(label: str, icon: str, href: str) -> rx.Component:
    """Return an entry that leads out to the public site."""
    return MenuItem.create(
        link(
            rx.icon(icon, size=16, aria_hidden="true", class_name="text-muted"),
            label,
            href=href,
            class_name=_ITEM,
        ),
        as_child=True,
    )


def menu_separator() -> rx.Component:
    """Return a line between entries."""
    return MenuSeparator.create(class_name="my-1 h-px bg-line")


def menu(
    *entries: rx.Component,
    trigger: rx.Component,
    side: Literal["top", "bottom"] = "bottom",
    testid: str = "menu",
) -> rx.Component:
    """Return a button and the menu that it opens."""
    return MenuRoot.create(
        MenuTrigger.create(trigger, as_child=True),
        MenuPortal.create(
            MenuContent.create(
                *entries,
                side=side,
                align="start",
                side_offset=6,
                class_name=_MENU,
                custom_attrs={"data-testid": testid},
            )
        ),
        # The rest of the page stays readable: a menu is left by Tab or by a click elsewhere.
        modal=False,
    )
