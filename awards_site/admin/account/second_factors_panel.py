"""The list of the user's second factors on the account page."""

from typing import Any

import reflex as rx

from awards_site.admin.account.panels import account_panel, panel_content
from awards_site.admin.account.second_factor_dialogs import (
    authenticator_app_dialogs,
    passkey_dialog,
    recovery_codes_dialogs,
    remove_dialog,
)
from awards_site.admin.account.second_factors import PASSKEY_OPTIONS, SecondFactors
from awards_site.admin.controls import button
from awards_site.frontend import react, script
from awards_site.reflex_patches.websocket.browser_events import value_name

_PasskeyCreator = react(
    "PasskeyCreator",
    script("portal/account/passkey_creator.jsx"),
    name=str,
    on_created=rx.EventHandler[rx.event.passthrough_event_spec(dict[str, Any] | None, str)],
)
"""Creates a passkey when it receives the value `name`."""


def second_factors_panel() -> rx.Component:
    """Return the list with its buttons and dialogs."""
    return account_panel(
        "Two-factor authentication",
        panel_content(SecondFactors, "second factors", _factors()),
        authenticator_app_dialogs(),
        passkey_dialog(),
        recovery_codes_dialogs(),
        remove_dialog(),
        _PasskeyCreator.create(
            name=value_name(PASSKEY_OPTIONS), on_created=SecondFactors.finish_passkey
        ),
        introduction=(
            "With a second factor, your password alone is not enough: signing in also requires"
            " your phone, your computer or a security key."
        ),
        testid="second-factors",
    )


def _factors() -> rx.Component:
    return rx.fragment(
        rx.cond(
            SecondFactors.is_required & ~SecondFactors.has_any,
            rx.el.p(
                "Your role requires a second factor. Add one to use the portal.",
                role="alert",
                class_name="mt-4 border-l-2 border-gold pl-4 text-sm font-medium",
            ),
        ),
        rx.el.ul(
            rx.foreach(
                SecondFactors.passkeys,
                lambda each: _factor(each["name"], "Passkey", each, each["id"]),
            ),
            rx.cond(
                SecondFactors.app,
                _factor("Authenticator app", "One-time codes", SecondFactors.app, ""),
            ),
            rx.cond(SecondFactors.has_any, _recovery_codes()),
            class_name="mt-2 empty:hidden",
        ),
        rx.el.div(
            button(
                rx.icon("fingerprint", size=16),
                "Add a passkey",
                on_click=SecondFactors.open_form("passkey"),
            ),
            button(
                rx.icon("smartphone", size=16),
                rx.cond(
                    SecondFactors.app, "Replace the authenticator app", "Add an authenticator app"
                ),
                on_click=SecondFactors.open_form("start-app"),
            ),
            class_name="mt-5 flex flex-wrap gap-2",
        ),
    )


def _factor(
    name: rx.Var[str] | str, kind: str, times: rx.Var[dict[str, str]], passkey_id: rx.Var[str] | str
) -> rx.Component:
    return _item(
        rx.el.p(name, class_name="text-sm font-medium"),
        rx.el.p(
            f"{kind}, added {times['added']}, last used: {times['used']}",
            class_name="mt-1 text-xs text-muted tabular-nums",
        ),
        action=button(
            "Remove",
            on_click=SecondFactors.ask_to_remove(passkey_id, name),
            aria_label=f"Remove {name}",
        ),
    )


def _recovery_codes() -> rx.Component:
    return _item(
        rx.el.p("Recovery codes", class_name="text-sm font-medium"),
        rx.el.p(
            f"{SecondFactors.codes_left} left. Each can replace your second factor once.",
            class_name="mt-1 text-xs text-muted",
        ),
        action=button("New codes", on_click=SecondFactors.open_form("renew")),
    )


def _item(*text: rx.Component, action: rx.Component) -> rx.Component:
    return rx.el.li(
        rx.el.div(*text, class_name="min-w-0 flex-1"),
        action,
        class_name="flex items-center gap-4 border-b border-line py-4 last:border-b-0",
        custom_attrs={"data-testid": "second-factor"},
    )
