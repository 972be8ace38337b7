"""The account menu in the sidebar footer."""

import reflex as rx

from awards_site.admin.layout.settings_dialog import open_settings
from awards_site.admin.sign_in.form import sign_out
from awards_site.admin.sign_in.state import Account, role_label
from awards_site.core import paths
from awards_site.ui.overlays.menu import menu, menu_action, menu_link, menu_separator


def avatar(initials: rx.Var[str]) -> rx.Component:
    """Return a round avatar with initials, hidden from screen readers."""
    return rx.el.span(
        initials,
        aria_hidden="true",
        class_name=(
            "grid size-9 flex-none place-items-center overflow-hidden rounded-full bg-plum"
            " text-xs font-semibold tracking-wide text-gold-light"
        ),
    )


def account_menu() -> rx.Component:
    return menu(
        menu_link("Website", "globe", paths.HOME),
        menu_action("Settings", "settings", open_settings()),
        menu_separator(),
        menu_action("Logout", "log-out", sign_out()),
        trigger=rx.el.button(
            avatar(Account.initials),
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
