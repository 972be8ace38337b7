"""The list of the user's sessions on the account page."""

from collections.abc import AsyncIterator, Mapping
from functools import partial
from typing import Any

import reflex as rx

from awards_site.admin.account.reauthenticate import needs_sign_in, sign_in_again
from awards_site.admin.account.state import Account
from awards_site.admin.controls import button, pending_button
from awards_site.admin.lists.cells import badge
from awards_site.admin.lists.columns import format_datetime
from awards_site.admin.notices import Retry
from awards_site.core.request_client import RequestError, request_client
from awards_site.ui.overlays.toasts import notify

_PATH = "/api/auth/sessions"
_OTHERS = "others"
"""The value of `OwnSessions.pending` while all other sessions are ended."""

Events = AsyncIterator[rx.event.EventSpec | None]


class OwnSessions(rx.State):
    """The sessions of the signed-in user."""

    sessions: list[dict[str, str]] = []
    """The keys are those of `_texts`; the current session comes first."""
    has_others: bool = False
    phase: str = ""
    """'' while loading, then 'ready' or 'failed'."""
    error_message: str = ""
    pending: str = ""
    """The id of the session that is being ended, or `_OTHERS`; '' for none."""

    @rx.event
    async def load(self) -> rx.event.EventSpec | None:
        account = await self.get_state(Account)
        if account.phase != "signed-in":
            return None
        return await self._read()

    @rx.event
    async def end(self, session_id: str, device: str) -> Events:
        """Sign out one browser."""
        if self.pending:
            return
        self.pending = session_id
        yield None
        retry = partial(sign_in_again, OwnSessions.end, session_id=session_id, device=device)
        yield await self._end(f"{_PATH}/{session_id}", f"{device} is signed out.", retry)

    @rx.event
    async def end_others(self) -> Events:
        """Sign out every other browser."""
        if self.pending:
            return
        self.pending = _OTHERS
        yield None
        retry = partial(sign_in_again, OwnSessions.end_others)
        yield await self._end(_PATH, "Your other sessions have ended.", retry)

    async def _end(self, path: str, done: str, retry: Retry) -> rx.event.EventSpec | None:
        try:
            await request_client(self).request("DELETE", path)
        except RequestError as error:
            if needs_sign_in(error):
                return retry(error)
            return notify("Error signing out", error.message, destructive=True)
        else:
            return notify("Signed out", done)
        finally:
            await self._read()
            self.pending = ""

    async def _read(self) -> rx.event.EventSpec | None:
        try:
            sessions = await request_client(self).read(_PATH)
        except RequestError as error:
            if needs_sign_in(error):
                return sign_in_again(OwnSessions.load, error)
            self.error_message = error.message
            self.phase = "failed"
            return None
        sessions.sort(key=lambda each: not each["isCurrent"])
        self.sessions = [_texts(each) for each in sessions]
        self.has_others = len(sessions) > 1
        self.phase = "ready"
        return None


def _texts(session: Mapping[str, Any]) -> dict[str, str]:
    """Return the display values of a session, with its times in the programme's zone."""
    return {
        "id": session["id"],
        "device": session["device"],
        "is_current": "yes" if session["isCurrent"] else "",
        "address": session["address"],
        "signed_in": format_datetime(session["createdAt"]),
        "last_used": format_datetime(session["lastUsedAt"]),
    }


def sessions_panel() -> rx.Component:
    """Return the list with its buttons, or its loading or error state."""
    return rx.el.section(
        rx.el.div(
            rx.el.div(
                rx.el.h2("Sessions", id="sessions", class_name="text-base font-semibold"),
                rx.el.p(
                    "The browsers in which you are signed in. Sign out those that you do not know,"
                    " and change your password.",
                    class_name="mt-1 text-sm text-muted text-pretty",
                ),
                class_name="min-w-60 flex-1",
            ),
            rx.cond(
                OwnSessions.has_others,
                pending_button(
                    "Sign out everywhere else",
                    "Signing out...",
                    OwnSessions.pending == _OTHERS,
                    variant="quiet",
                    on_click=OwnSessions.end_others,
                ),
            ),
            class_name="flex flex-wrap items-start justify-between gap-4",
        ),
        rx.match(
            OwnSessions.phase,
            (
                "ready",
                rx.el.ul(rx.foreach(OwnSessions.sessions, _session), class_name="mt-3"),
            ),
            (
                "failed",
                rx.el.div(
                    rx.el.p("The sessions could not be read.", class_name="font-medium"),
                    rx.el.p(OwnSessions.error_message, class_name="text-sm text-muted"),
                    button("Try Again", on_click=OwnSessions.load, class_name="mt-2"),
                    role="alert",
                    class_name="mt-4",
                ),
            ),
            rx.el.p("Loading...", role="status", class_name="mt-4 text-sm text-muted"),
        ),
        aria_labelledby="sessions",
        class_name="rounded-xl border border-line bg-white p-5 sm:p-6",
        custom_attrs={"data-testid": "sessions"},
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
                _detail("Address", each["address"]),
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
        rx.el.dd(value, class_name="break-words text-ink tabular-nums"),
        class_name="flex gap-1",
    )
