"""The list of the user's sessions on the account page."""

from typing import Any

import reflex as rx

from awards_site.admin.account.panels import PanelState, account_panel, panel_content
from awards_site.admin.controls import pending_button
from awards_site.admin.lists.cells import badge
from awards_site.admin.screens.gateway import Events, api_handler, failing
from awards_site.admin.screens.notices import Notice
from awards_site.auth.models import SessionPublic
from awards_site.core.presentation.dates import format_datetime
from awards_site.core.request_client import request_client
from awards_site.ui.toasts.toasts import notify

_PATH = "/api/auth/sessions"
_OTHERS = "others"
"""The value of `OwnSessions.pending` while all other sessions are ended."""


class OwnSessions(PanelState, rx.State):
    """The sessions of the signed-in user."""

    api_path = _PATH

    sessions: list[dict[str, str]] = []
    """The keys are those of `_texts`; the current session comes first."""
    has_others: bool = False
    pending: str = ""
    """The id of the session that is being ended, or `_OTHERS`; '' for none."""

    @api_handler
    async def end(self, session_id: str, device: str) -> Events:
        """Sign out one browser."""
        if self.pending:
            return
        self.pending = session_id
        yield None
        yield await self._end(f"{_PATH}/{session_id}", f"{device} is signed out.")

    @api_handler
    async def end_others(self) -> Events:
        """Sign out every other browser."""
        if self.pending:
            return
        self.pending = _OTHERS
        yield None
        yield await self._end(_PATH, "Your other sessions have ended.")

    async def _end(self, path: str, done: str) -> rx.event.EventSpec:
        with failing(Notice("Error signing out", "{message}"), then=self._read):
            await request_client(self).request("DELETE", path)
        await self._read()
        return notify("Signed out", done)

    def _show(self, data: Any) -> None:
        sessions = [SessionPublic.from_json(each) for each in data]
        sessions.sort(key=lambda each: not each.is_current)
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
