"""The account page: the user's details, second factors and sessions."""

from collections.abc import Awaitable
from typing import Any

import reflex as rx

from awards_site.accounts import own_account
from awards_site.accounts.models import SessionPublic
from awards_site.core.presentation.texts import format_datetime
from awards_site.frontend import react, script
from awards_site.portal.account.second_factor_dialogs import second_factor_dialogs
from awards_site.portal.account.second_factors import (
    PASSKEY_OPTIONS,
    PanelState,
    SecondFactors,
    account_panel,
    panel_content,
)
from awards_site.portal.columns import badge
from awards_site.portal.controls import button, pending_button
from awards_site.portal.gateway import Events, Notice, api_handler, failing, run
from awards_site.portal.layout import add_admin_page, admin_page
from awards_site.portal.navigation import ACCOUNT
from awards_site.portal.settings_dialog import account_details, open_settings
from awards_site.portal.sign_in.reauthenticate import stay_known
from awards_site.reflex_patches.portal_scripts import value_name
from awards_site.ui.toasts import notify

_OTHERS = "others"
"""The value of `OwnSessions.pending` while all other sessions are ended."""


class OwnSessions(PanelState, rx.State):
    """The sessions of the signed-in user."""

    sessions: list[dict[str, str]] = []
    """The keys are those of `_texts`; the current session comes first."""
    has_others: bool = False
    pending: str = ""
    """The id of the session that is being ended, or `_OTHERS`; '' for none."""

    @api_handler
    async def end(self, session_id: str, device: str) -> Events:
        if self.pending:
            return
        self.pending = session_id
        yield None
        yield await self._end(run(own_account.end_session, session_id), f"{device} is signed out.")
        yield stay_known()

    @api_handler
    async def end_others(self) -> Events:
        if self.pending:
            return
        self.pending = _OTHERS
        yield None
        yield await self._end(
            run(own_account.end_other_sessions), "Your other sessions have ended."
        )
        yield stay_known()

    async def _end(self, ending: Awaitable[None], done: str) -> rx.event.EventSpec:
        with failing(Notice("Error signing out", "{message}"), then=self._read):
            await ending
        await self._read()
        return notify("Signed out", done)

    async def _show(self) -> None:
        found = await run(own_account.list_sessions)
        sessions = sorted(found, key=lambda each: not each.is_current)
        self.sessions = [_texts(each) for each in sessions]
        self.has_others = len(sessions) > 1


def _texts(session: SessionPublic) -> dict[str, str]:
    """Return the display values of a session, with its times in the programme's zone."""
    return {
        "id": session.id,
        "device": session.device,
        "is_current": "yes" if session.is_current else "",
        "ip_address": session.ip_address,
        "signed_in": format_datetime(session.created_at),
        "last_used": format_datetime(session.last_used_at),
    }


def sessions_panel() -> rx.Component:
    return account_panel(
        "Sessions",
        panel_content(
            OwnSessions,
            "sessions",
            rx.el.ul(rx.foreach(OwnSessions.sessions, _session), class_name="mt-3"),
        ),
        introduction=(
            "The browsers where you are signed in. If you do not recognize one, sign it out and"
            " change your password."
        ),
        action=rx.cond(
            OwnSessions.has_others,
            pending_button(
                "Sign out everywhere else",
                "Signing out...",
                OwnSessions.pending == _OTHERS,
                variant="quiet",
                on_click=OwnSessions.end_others,
            ),
        ),
        testid="sessions",
    )


def _session(each: rx.Var[dict[str, str]]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.p(
                rx.el.span(each["device"], class_name="font-medium"),
                rx.cond(each["is_current"] != "", badge("This session", "plum")),
                class_name="flex flex-wrap items-center gap-2 text-sm",
            ),
            rx.el.dl(
                _detail("IP address", each["ip_address"]),
                _detail("Signed in", each["signed_in"]),
                _detail("Last use", each["last_used"]),
                class_name="mt-1.5 grid gap-x-6 gap-y-1 text-xs text-muted sm:flex sm:flex-wrap",
            ),
            class_name="min-w-0 flex-1",
        ),
        rx.cond(
            each["is_current"] == "",
            pending_button(
                "Sign out",
                "Signing out...",
                OwnSessions.pending == each["id"],
                variant="quiet",
                on_click=OwnSessions.end(each["id"], each["device"]),
                aria_label=f"Sign out {each['device']}",
            ),
        ),
        key=each["id"],
        class_name="flex items-center gap-4 border-b border-line py-4 last:border-b-0 last:pb-0",
        custom_attrs={"data-testid": "session"},
    )


def _detail(term: str, value: rx.Var[str]) -> rx.Component:
    return rx.el.div(
        rx.el.dt(f"{term}:", class_name="flex-none"),
        rx.el.dd(value, class_name="text-ink tabular-nums"),
        class_name="flex gap-1",
    )


_PasskeyCreator = react(
    "PasskeyCreator",
    script("portal/sign_in/reauthenticate.jsx"),
    name=str,
    on_created=rx.EventHandler[rx.event.passthrough_event_spec(dict[str, Any] | None, str)],
)
"""Creates a passkey when it receives the value `name`."""


def second_factors_panel() -> rx.Component:
    return account_panel(
        "Two-factor authentication",
        panel_content(SecondFactors, "second factors", _factors()),
        second_factor_dialogs(),
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


def _account_page() -> rx.Component:
    return admin_page(
        rx.el.div(
            rx.el.h1(ACCOUNT.label, class_name="font-display text-3xl font-semibold"),
            rx.el.div(
                account_panel(
                    "Details",
                    account_details("mt-4"),
                    action=button("Change password", on_click=open_settings()),
                    testid="details",
                ),
                second_factors_panel(),
                sessions_panel(),
                class_name="mt-6 grid max-w-4xl gap-4",
            ),
            custom_attrs={"data-testid": "account-page"},
        ),
        ACCOUNT,
    )


def add_account_page(app: rx.App) -> None:
    add_admin_page(app, _account_page, ACCOUNT, SecondFactors.load, OwnSessions.load)
