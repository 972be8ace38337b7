"""The account at the foot of the sidebar: who is signed in, and the menu that belongs to it."""

import reflex as rx
from reflex.experimental.client_state import ClientStateVar

from awards_site.auth.account import Account
from awards_site.auth.permissions import Role
from awards_site.auth.sign_in import sign_out
from awards_site.ui import paths
from awards_site.ui.dialog import dialog
from awards_site.ui.menu import menu, menu_action, menu_link, menu_separator

_settings_open = ClientStateVar.create("accountSettingsOpen", default=False)


def role_label(role: rx.Var[str]) -> rx.Var[str]:
    """Return the label that people read for a stored role."""
    return rx.Var.create(Role.labels())[role].to(str)


def avatar(initials: rx.Var[str]) -> rx.Component:
    """Return a round mark with somebody's initials, for the eye only."""
    return rx.el.span(
        initials,
        aria_hidden="true",
        class_name=(
            "grid size-9 flex-none place-items-center overflow-hidden rounded-full bg-plum"
            " text-xs font-semibold tracking-wide text-gold-light"
        ),
    )


def account_menu() -> rx.Component:
    """Return the avatar, name and role, and the menu of Website, Settings and Logout."""
    return menu(
        menu_link("Website", "globe", paths.HOME),
        menu_action("Settings", "settings", _settings_open.set_value(True)),
        menu_separator(),
        menu_action("Logout", "log-out", sign_out()),
        trigger=rx.el.button(
            avatar(Account.initials),
            rx.el.span(
                rx.el.span(Account.name, class_name="block truncate text-sm font-medium"),
                rx.el.span(
                    role_label(Account.role),
                    class_name="block truncate text-xs text-muted",
                ),
                class_name="min-w-0 flex-1 text-left",
            ),
            rx.icon(
                "chevrons-up-down", size=16, aria_hidden="true", class_name="flex-none text-muted"
            ),
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


def _fact(term: str, value: rx.Var[str]) -> rx.Component:
    return rx.el.div(
        rx.el.dt(term, class_name="text-xs font-medium text-muted"),
        rx.el.dd(value, class_name="mt-0.5 text-sm break-words"),
    )


def settings_dialog() -> rx.Component:
    """Return the dialog that shows the account's facts; it opens from the menu."""
    return dialog(
        rx.el.dl(
            _fact("Name", Account.name),
            _fact("Username", Account.username),
            _fact("Email", Account.email),
            _fact("Role", role_label(Account.role)),
            class_name="grid gap-4 overflow-y-auto p-5 sm:grid-cols-2 sm:p-6",
        ),
        title="Settings",
        description="Your account. An administrator can change your role.",
        open=_settings_open.value,
        on_close=_settings_open.set_value(False),
        width="small",
        testid="settings-dialog",
    )
