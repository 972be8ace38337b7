"""The search of the portal: screens, new records and records of all kinds, by Ctrl+K."""

from typing import Any

import reflex as rx

from awards_site.admin.controls import ICON_BUTTON
from awards_site.admin.navigation import ACCOUNT, nav_items
from awards_site.admin.sign_in.state import Account
from awards_site.frontend import react, script
from awards_site.ui.overlays.dialog_parts import DIALOG_LIBRARY

_LIBRARY = script("portal/layout/command_palette.jsx")


_PaletteButton = react("PaletteButton", _LIBRARY, hint=bool, hint_class_name=str)


_CommandPalette = react(
    "CommandPalette",
    _LIBRARY,
    dependencies=[DIALOG_LIBRARY, "downshift@9.5.0"],
    destinations=list[dict[str, Any]],
    role=str,
)
"""`destinations` are links with their `kind`, 'screen' or 'action', and `roles`."""


def command_palette() -> rx.Component:
    """Return the search, which opens over every screen."""
    return _CommandPalette.create(destinations=destinations(), role=Account.role)


def search_button() -> rx.Component:
    """Return the button of wide screens, which shows the keys."""
    return _PaletteButton.create(
        rx.icon("search", size=16, class_name="flex-none"),
        rx.el.span("Search", class_name="flex-1 text-left"),
        hint=True,
        hint_class_name=(
            "rounded border border-line bg-ground px-1.5 py-0.5 font-sans text-xs whitespace-nowrap"
        ),
        class_name=(
            "flex min-h-10 w-full cursor-pointer items-center gap-2.5 rounded-md border border-line"
            " bg-white px-2.5 text-sm text-muted hover:border-muted/50 hover:text-ink"
            " focus-visible:outline-plum"
        ),
    )


def search_icon_button() -> rx.Component:
    """Return the button of small screens."""
    return _PaletteButton.create(
        rx.icon("search", size=20),
        custom_attrs={"aria-label": "Search", "title": "Search"},
        class_name=f"{ICON_BUTTON} -mr-2 ml-auto max-lg:size-11",
    )


def destinations() -> list[dict[str, Any]]:
    """Return the screens, and the forms of new records, with the roles that may open them."""
    screens = [
        {"kind": "screen", "label": item.label, "path": item.path, "roles": item.roles}
        for item in (*nav_items(), ACCOUNT)
    ]
    forms = [
        {
            "kind": "action",
            "label": f"New {item.creates}",
            "path": f"{item.path}?new=1",
            "roles": item.creator_roles,
        }
        for item in nav_items()
        if item.creates
    ]
    return [*screens, *forms]
