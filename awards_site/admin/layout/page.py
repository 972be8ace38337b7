"""The layout of admin screens: sidebar, top bar, slide-out menu and route guard."""

from typing import Any

import reflex as rx

from awards_site.admin.controls import ICON_BUTTON, button, button_class
from awards_site.admin.forms.inputs import ScrollIntoView
from awards_site.admin.layout.account_menu import account_menu
from awards_site.admin.layout.command_palette import (
    command_palette,
    search_button,
    search_icon_button,
)
from awards_site.admin.layout.settings_dialog import settings_dialog
from awards_site.admin.navigation import NAV_GROUPS, AdminNavItem, nav_item_at
from awards_site.admin.sign_in.form import FlashMessage
from awards_site.admin.sign_in.reauthenticate import session_dialog
from awards_site.admin.sign_in.state import Account
from awards_site.auth.permissions import Permission, roles_with
from awards_site.core import paths
from awards_site.frontend import react, script
from awards_site.settings import settings
from awards_site.ui.layout.skip_link import skip_link
from awards_site.ui.layout.theme import FontPreload
from awards_site.ui.loading_states import spinner
from awards_site.ui.overlays.dialog import side_panel
from awards_site.ui.toasts.toasts import Toaster, toast_events

_LINK = (
    "flex min-h-9 items-center gap-3 rounded-md px-2.5 text-sm text-ink/85 hover:bg-line/50"
    " aria-[current=page]:bg-plum aria-[current=page]:font-medium"
    " aria-[current=page]:text-on-plum"
)


PageFocus = react("PageFocus", script("portal/layout/page_focus.jsx"), target=str)
"""Moves the focus to the element `target` after client-side navigation."""


ImageProcessingStatus = react(
    "ImageProcessingStatus", script("portal/layout/image_processing_status.jsx")
)
"""A status overlay that shows how many uploaded images are being processed."""


def visible_to(roles: list[str]) -> rx.Var[bool]:
    """Return whether the signed-in user has one of the roles."""
    return rx.Var.create(roles).contains(Account.role)


def screen_link(*children: Any, **props: Any) -> rx.Component:
    """Return a link within the portal; a pointer on it loads the scripts of its screen."""
    attributes = {"prefetch": "intent", **props.pop("custom_attrs", {})}
    return rx.el.a(*children, custom_attrs=attributes, **props)


def _link(item: AdminNavItem, current: str) -> rx.Component:
    link = screen_link(
        rx.icon(item.icon, size=17, class_name="flex-none opacity-80"),
        item.label,
        href=item.path,
        class_name=_LINK,
        custom_attrs={"aria-current": "page"} if item.path == current else {},
    )
    # The entries may not fit beside the screen.
    shown = ScrollIntoView.create() if item.path == current else None
    return rx.cond(visible_to(item.roles), rx.el.li(link, shown))


def _group(heading: str, group: tuple[AdminNavItem, ...], current: str) -> rx.Component:
    """Return a group of links, hidden if the user may see none of them."""
    roles = sorted({role for item in group for role in item.roles})
    return rx.cond(
        visible_to(roles),
        rx.el.div(
            rx.el.p(heading, class_name="px-2.5 pb-1.5 text-xs font-medium text-muted")
            if heading
            else None,
            rx.el.ul(*(_link(item, current) for item in group), class_name="grid gap-0.5"),
        ),
    )


def _brand() -> rx.Component:
    return rx.el.a(
        settings().short_name,
        rx.el.span("Admin", class_name="ml-2 font-sans text-sm font-normal text-muted"),
        href=paths.ADMIN,
        class_name="rounded-sm font-display text-xl font-semibold text-plum",
    )


def _navigation(current: str) -> rx.Component:
    """Return the entries and the account menu, for the sidebar and the slide-out menu."""
    return rx.el.div(
        rx.el.nav(
            *(_group(*group, current) for group in NAV_GROUPS.items()),
            aria_label="Admin",
            class_name="grid flex-1 content-start gap-5 overflow-y-auto px-3 py-4",
        ),
        rx.el.div(account_menu(), class_name="flex-none border-t border-line p-2"),
        class_name="flex min-h-0 flex-1 flex-col",
    )


def _sidebar(current: str) -> rx.Component:
    return rx.el.aside(
        rx.el.div(_brand(), class_name="flex h-16 flex-none items-center px-5"),
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
            _navigation(current),
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
        search_icon_button(),
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
                class_name=(
                    "mx-auto w-full max-w-7xl px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8"
                ),
            ),
            class_name="min-w-0 flex-1",
        ),
        rx.cond(
            visible_to(sorted(roles_with(Permission.MANAGE_SHOWCASE))),
            ImageProcessingStatus.create(),
        ),
        settings_dialog(),
        command_palette(),
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


def admin_page(content: rx.Component, path: str) -> rx.Component:
    """Return the screen at `path` in the admin layout.

    The page's `on_load` must include `Account.load`. Shows a spinner while the account loads, and
    redirects to the sign-in page if nobody is signed in. Raises LookupError if no AdminNavItem has
    the path.
    """
    return rx.fragment(
        FontPreload.create(),
        rx.el.link(rel="icon", href=paths.ICON, type="image/svg+xml"),
        rx.el.link(rel="apple-touch-icon", href=paths.APPLE_ICON),
        rx.match(
            Account.phase,
            ("signed-in", _frame(content, nav_item_at(path))),
            ("failed", _failed()),
            # Sign-in is a public page, which the portal's router does not know.
            ("signed-out", rx.el.meta(http_equiv="refresh", content=f"0;url={paths.SIGN_IN}")),
            spinner("Loading...", "grid min-h-dvh place-items-center bg-surface text-plum"),
        ),
        Toaster.create(),
        toast_events(),
        FlashMessage.create(),
    )
