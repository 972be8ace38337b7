"""The frame of every screen: menu, account menu, command palette."""

from collections.abc import Callable, Sequence
from typing import Any

import reflex as rx

from awards_site.accounts.permissions import Permission, roles_with
from awards_site.core import paths
from awards_site.frontend import react, script
from awards_site.portal.controls import ICON_BUTTON, button, button_class
from awards_site.portal.inputs import ScrollIntoView
from awards_site.portal.navigation import ACCOUNT, MENU, AdminNavItem, nav_groups, nav_items
from awards_site.portal.settings_dialog import open_settings, settings_dialog
from awards_site.portal.sign_in.pages import FlashMessage, sign_out
from awards_site.portal.sign_in.reauthenticate import session_dialog
from awards_site.portal.sign_in.state import Account, role_label
from awards_site.portal.to_do import ToDo
from awards_site.settings import settings
from awards_site.ui.loading_states import spinner
from awards_site.ui.overlays import (
    DIALOG_LIBRARY,
    DialogClose,
    menu,
    menu_action,
    menu_link,
    menu_separator,
    side_panel,
)
from awards_site.ui.shell import skip_link
from awards_site.ui.theme import FontPreload
from awards_site.ui.toasts import Toaster, toast_events


def account_menu() -> rx.Component:
    return menu(
        menu_link("Website", "globe", paths.HOME),
        menu_action("Settings", "settings", open_settings()),
        menu_separator(),
        menu_action("Logout", "log-out", sign_out()),
        trigger=rx.el.button(
            rx.el.span(
                Account.initials,
                aria_hidden="true",
                class_name=(
                    "grid size-9 flex-none place-items-center overflow-hidden rounded-full bg-plum"
                    " text-xs font-semibold tracking-wide text-gold-light"
                ),
            ),
            rx.el.span(
                rx.el.span(Account.name, class_name="block truncate text-sm font-medium"),
                rx.el.span(
                    role_label(Account.role), class_name="block truncate text-xs text-muted"
                ),
                class_name="min-w-0 flex-1 text-left",
            ),
            rx.icon("chevrons-up-down", size=16, class_name="flex-none text-muted"),
            type="button",
            class_name=(
                "flex w-full cursor-pointer items-center gap-3 rounded-lg p-2"
                " hover:bg-line/50 data-[state=open]:bg-line/50"
            ),
            custom_attrs={"data-testid": "account-menu-button"},
        ),
        side="top",
        testid="account-menu",
    )


_LIBRARY = script("portal/layout/frame.jsx")


_PaletteButton = react("PaletteButton", _LIBRARY, hint=bool, hint_class_name=str)


_CommandPalette = react(
    "CommandPalette",
    _LIBRARY,
    dependencies=[DIALOG_LIBRARY, "downshift@9.5.0"],
    destinations=list[dict[str, Any]],
    role=str,
)
"""`destinations` are links with their `kind`, 'screen' or 'action', and `roles`."""


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


PANEL = "mt-4 rounded-xl border border-line bg-white p-4 sm:p-5"
"""The classes of a part of a screen that is no list."""
_FOLDED = ("Recovery",)
"""The groups that are folded at first: their screens are seldom used."""
_LINK = (
    # Low windows show all entries without scrolling.
    "flex min-h-9 items-center gap-3 rounded-md px-2.5 text-sm text-ink/85 hover:bg-line/50"
    " lg:[@media(max-height:56rem)]:min-h-6"
    " aria-[current=page]:bg-plum aria-[current=page]:font-medium"
    " aria-[current=page]:text-on-plum"
)


NavGroup = react(
    "NavGroup", script("portal/layout/frame.jsx"), heading=str, is_current=bool, is_folded=bool
)
"""A heading of the menu that folds its links; the choice is kept, and the current one is open."""


PageFocus = react("PageFocus", script("portal/layout/frame.jsx"), target=str)
"""Moves the focus to the element `target` after client-side navigation."""


ImageProcessingStatus = react("ImageProcessingStatus", script("portal/layout/frame.jsx"))
"""A status overlay that shows how many uploaded images are being processed."""


def visible_to(roles: list[str]) -> rx.Var[bool]:
    """Return whether the signed-in user has one of the roles."""
    return rx.Var.create(roles).contains(Account.role)


def screen_link(*children: Any, **props: Any) -> rx.Component:
    """Return a link within the portal; a pointer on it loads the scripts of its screen."""
    attributes = {"prefetch": "intent", **props.pop("custom_attrs", {})}
    return rx.el.a(*children, custom_attrs=attributes, **props)


def nav_link(item: AdminNavItem, current: str, *, in_panel: bool = False) -> rx.Component:
    """Return a link to a screen, which closes the panel of small screens if it is in it."""
    link = screen_link(
        rx.icon(item.icon, size=17, class_name="flex-none opacity-80"),
        item.label,
        href=item.path,
        class_name=_LINK,
        custom_attrs={"aria-current": "page"} if item.path == current else {},
    )
    # The entries may not fit beside the screen.
    shown = ScrollIntoView.create() if item.path == current else None
    # How many records have something to do is beside the link, and not in its name.
    count = rx.Var.create(ToDo.counts.get(item.path, 0)).to(int)
    color = "text-on-plum" if item.path == current else "text-muted"
    to_do = rx.el.span(
        count,
        rx.el.span(" to do", class_name="sr-only"),
        class_name="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center"
        f" text-xs tabular-nums {color}",
    )
    if in_panel:
        link = DialogClose.create(link, as_child=True)
    entry = rx.el.li(link, rx.cond(count > 0, to_do), shown, class_name="relative")
    return rx.cond(visible_to(item.roles), entry)


def _group(
    heading: str, group: Sequence[AdminNavItem], current: str, *entries: rx.Component
) -> rx.Component:
    """Return the links of a group, hidden if the user may see none of them."""
    links = rx.el.ul(*entries, class_name="grid gap-0.5")
    roles = sorted({role for item in group for role in item.roles})
    return rx.cond(
        visible_to(roles),
        NavGroup.create(
            links,
            heading=heading,
            is_current=any(item.path == current for item in group),
            is_folded=heading in _FOLDED,
            class_name="flex min-h-6 w-full cursor-pointer items-center justify-between rounded-md"
            " px-2.5 text-left text-xs font-medium text-muted hover:text-ink"
            " focus-visible:outline-plum max-lg:min-h-11",
        )
        if heading
        else links,
    )


def _brand() -> rx.Component:
    return rx.el.a(
        settings().short_name,
        rx.el.span(
            "Admin", class_name="ml-2 inline-block font-sans text-sm font-normal text-muted"
        ),
        href=paths.ADMIN,
        class_name="rounded-sm font-display text-xl font-semibold text-plum",
    )


def _navigation(current: str, *, in_panel: bool = False) -> rx.Component:
    groups = [
        _group(
            heading, group, current, *(nav_link(item, current, in_panel=in_panel) for item in group)
        )
        for heading, group in nav_groups().items()
    ]
    return rx.el.div(
        rx.el.nav(
            *groups,
            aria_label="Admin",
            class_name="grid flex-1 content-start gap-5 overflow-y-auto px-3 py-4"
            " lg:[@media(max-height:56rem)]:gap-1 lg:[@media(max-height:56rem)]:py-2",
        ),
        rx.el.div(account_menu(), class_name="flex-none border-t border-line p-2"),
        class_name="flex min-h-0 flex-1 flex-col",
    )


def _sidebar(current: str) -> rx.Component:
    return rx.el.aside(
        rx.el.div(_brand(), class_name="flex h-14 flex-none items-center px-5"),
        rx.el.div(search_button(), class_name="flex-none px-3"),
        _navigation(current),
        class_name=(
            "sticky top-0 hidden h-dvh w-60 flex-none flex-col border-r border-line bg-ground"
            " lg:flex"
        ),
        custom_attrs={"data-testid": "admin-sidebar"},
    )


def _top_bar(current: str) -> rx.Component:
    return rx.el.header(
        side_panel(
            rx.el.div(_brand(), class_name="flex h-14 flex-none items-center px-5"),
            _navigation(current, in_panel=True),
            title="Admin menu",
            trigger=rx.el.button(
                rx.icon("menu", size=20),
                type="button",
                aria_label="Open menu",
                class_name=f"{ICON_BUTTON} -ml-2 max-lg:size-11",
            ),
            testid="admin-menu",
        ),
        _brand(),
        _PaletteButton.create(
            rx.icon("search", size=20),
            custom_attrs={"aria-label": "Search", "title": "Search"},
            class_name=f"{ICON_BUTTON} -mr-2 ml-auto max-lg:size-11",
        ),
        class_name=(
            "sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-ground px-4"
            " lg:hidden"
        ),
        custom_attrs={"data-testid": "admin-top-bar"},
    )


def _access_denied() -> rx.Component:
    return rx.el.section(
        rx.icon("lock", size=28, class_name="text-gold-ink"),
        rx.el.h1("Access Denied", class_name="font-display text-2xl font-semibold"),
        rx.el.p(
            "You don't have permission to access this page. Administrator privileges are required.",
            class_name="max-w-md text-muted",
        ),
        rx.el.a(
            "Back to Dashboard", href=paths.ADMIN, class_name=f"{button_class('primary')} mt-2"
        ),
        class_name="mx-auto grid max-w-xl justify-items-center gap-3 py-20 text-center",
        custom_attrs={"data-testid": "access-denied"},
    )


def _frame(content: rx.Component, item: AdminNavItem) -> rx.Component:
    return rx.el.div(
        skip_link(),
        _sidebar(item.path),
        rx.el.div(
            _top_bar(item.path),
            rx.el.main(
                rx.cond(visible_to(item.roles), content, _access_denied())
                if item.shows_access_denied
                else content,
                id=paths.MAIN_ANCHOR,
                tab_index=-1,
                class_name="mx-auto w-full max-w-7xl p-4 outline-none sm:p-6 lg:p-8",
            ),
            class_name="min-w-0 flex-1",
        ),
        rx.cond(
            visible_to(sorted(roles_with(Permission.MANAGE_SHOWCASE))),
            ImageProcessingStatus.create(),
        ),
        settings_dialog(),
        _CommandPalette.create(destinations=destinations(), role=Account.role),
        session_dialog(Account.user_id, Account.username, Account.path, Account.keep_alive),
        PageFocus.create(target=paths.MAIN_ANCHOR),
        class_name="flex min-h-dvh flex-col bg-surface font-sans text-ink lg:flex-row",
        custom_attrs={"data-testid": "admin"},
    )


def _failed() -> rx.Component:
    return rx.el.main(
        rx.el.h1("The portal could not be loaded", class_name="font-display text-2xl"),
        rx.el.p(Account.error_message, class_name="text-muted"),
        button("Try Again", on_click=Account.load),
        role="alert",
        class_name="grid min-h-dvh place-content-center justify-items-center gap-4 p-6",
    )


def admin_page(content: rx.Component, item: AdminNavItem) -> rx.Component:
    """Return the screen of a menu item in the admin layout.

    The page's `on_load` must include `Account.load`. Shows a spinner while the account loads, and
    redirects to the sign-in page if nobody is signed in.
    """
    return rx.fragment(
        FontPreload.create(),
        rx.el.link(rel="icon", href=paths.ICON, type="image/svg+xml"),
        rx.el.link(rel="apple-touch-icon", href=paths.APPLE_ICON),
        rx.match(
            Account.phase,
            ("signed-in", _frame(content, item)),
            ("failed", _failed()),
            # Sign-in is a public page, which the portal's router does not know.
            ("signed-out", rx.el.meta(http_equiv="refresh", content=f"0;url={paths.SIGN_IN}")),
            spinner("Loading...", "grid min-h-dvh place-items-center bg-surface text-plum"),
        ),
        Toaster.create(),
        toast_events(),
        FlashMessage.create(),
    )


def add_admin_page(
    app: rx.App,
    page: Callable[[], rx.Component],
    item: AdminNavItem,
    *on_load: rx.event.EventType[()],
    listed_to_do: int = 0,
) -> None:
    """Add a screen to the app, and its item to the menu, without being indexed.

    `listed_to_do` is how many things to do of each kind it shows.
    """
    app.add_page(
        page,
        route=item.path,
        title=f"{item.label} | {settings().short_name} Admin",
        meta=[{"name": "robots", "content": "noindex"}],
        on_load=[Account.load, *on_load, ToDo.load(listed_to_do)],
    )
    if item is not ACCOUNT:
        MENU.append(item)
