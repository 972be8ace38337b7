"""The panels of the account page: their layout, and the State of those that read a list."""

from typing import Any, ClassVar

import reflex as rx

from awards_site.admin.controls import button
from awards_site.admin.sign_in.reauthenticate import needs_sign_in, sign_in_again
from awards_site.admin.sign_in.state import Account
from awards_site.core.request_client import RequestError, request_client


class PanelState(rx.State, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """The base of a panel's State, which sets `api_path` and overrides `_show`."""

    api_path: ClassVar[str]
    """The path from which the panel reads what it shows."""

    phase: str = ""
    """'' while loading, then 'ready' or 'failed'."""
    error_message: str = ""
    """Why loading failed."""

    @rx.event
    async def load(self) -> rx.event.EventSpec | None:
        account = await self.get_state(Account)
        return await self._read() if account.phase == "signed-in" else None

    async def _read(self) -> rx.event.EventSpec | None:
        try:
            data = await request_client(self).read(self.api_path)
        except RequestError as error:
            if needs_sign_in(error):
                return sign_in_again(type(self).load, error)
            self.error_message = error.message
            self.phase = "failed"
            return None
        self._show(data)
        self.phase = "ready"
        return None

    def _show(self, data: Any) -> None:
        """Take over what the API has returned."""
        raise NotImplementedError


def account_panel(
    title: str,
    *content: rx.Component,
    testid: str,
    introduction: str = "",
    action: rx.Component | None = None,
) -> rx.Component:
    """Return a panel; `action` stands beside its title."""
    return rx.el.section(
        rx.el.div(
            rx.el.div(
                rx.el.h2(title, id=f"{testid}-title", class_name="text-base font-semibold"),
                rx.el.p(
                    introduction, class_name="mt-1 text-sm text-muted text-pretty empty:hidden"
                ),
                class_name="min-w-60 flex-1",
            ),
            action,
            class_name="flex flex-wrap items-start justify-between gap-4",
        ),
        *content,
        aria_labelledby=f"{testid}-title",
        class_name="rounded-xl border border-line bg-white p-5 sm:p-6",
        custom_attrs={"data-testid": testid},
    )


def panel_content(state: type[PanelState], subject: str, content: rx.Component) -> rx.Component:
    """Return the content of a panel that reads `subject`, or its loading or error state."""
    return rx.match(
        state.phase,
        ("ready", content),
        (
            "failed",
            rx.el.div(
                rx.el.p(f"The {subject} could not be read.", class_name="font-medium"),
                rx.el.p(state.error_message, class_name="text-sm text-muted"),
                button("Try Again", on_click=state.load, class_name="mt-2"),
                role="alert",
                class_name="mt-4",
            ),
        ),
        rx.el.p("Loading...", role="status", class_name="mt-4 text-sm text-muted"),
    )
