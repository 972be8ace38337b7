"""Ends an embargo from a row of a screen, once staff have confirmed it."""

from typing import Any

import reflex as rx

from awards_site.admin.controls import button
from awards_site.admin.dialogs.record_dialogs import cancel_button
from awards_site.admin.lists.cells import Row
from awards_site.admin.lists.time_left import TimeLeft
from awards_site.admin.management.management_screen import ManagementScreen
from awards_site.admin.screens.gateway import api_handler, failing
from awards_site.admin.screens.notices import Notice
from awards_site.admin.screens.screen import RowAction
from awards_site.admin.tables.row_buttons import row_button
from awards_site.ui.overlays.dialog import alert_dialog_content
from awards_site.ui.overlays.dialog_parts import DialogRoot

ACTION = "reveal"
"""The screen's row action, and the name of its dialog."""
_FAILED = Notice("The results could not be revealed", "{message}")


class ResultsReveal(ManagementScreen, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """Rows have `revealInstant`, an ISO 8601 time or '', and `isActive` if they can end it now."""

    still_hidden: str = ""
    """Who stays hidden after the embargo of the dialog, as a sentence and a space, or ''."""

    @api_handler
    async def open_reveal(self, record_id: int) -> None:
        """Ask whether the results are to be revealed."""
        record = self._records.get(record_id)
        if record is None:
            return
        with failing(_FAILED, str(record[self.screen.title_key])):
            self.still_hidden = await self._describe_still_hidden(record)
        self._open(ACTION, record, {})

    @rx.event
    async def reveal(self, record_id: int) -> rx.event.EventSpec | None:
        """End the embargo of the dialog now."""
        if self.dialog != ACTION or not self._is_shown(record_id):
            return None
        self._reset_dialog()
        return type(self).run_row_action(record_id, ACTION)

    async def _describe_still_hidden(self, _record: dict[str, Any]) -> str:
        """Return a sentence and a space on who stays hidden, or ''. Screens may override this."""
        return ""


def reveal_action(path: str, body: dict[str, object] | None = None) -> RowAction:
    """Return the row action that ends an embargo by a request to `path`."""
    return RowAction(
        "PATCH" if body else "POST",
        path,
        Notice("Results revealed", "{name}"),
        _FAILED,
        body,
    )


def time_until_reveal(instant: rx.Var[str] | str, over: str) -> rx.Component:
    """Return the countdown to an ISO 8601 time, or `over` once that is past."""
    return TimeLeft.create(target=instant, over=over, class_name="tabular-nums")


def reveal_button(state: type[ResultsReveal], row: Row) -> rx.Component:
    """Return the button of a row that asks whether its results are to be revealed."""
    return rx.cond(
        row["isActive"].to(bool),
        row_button(
            state,
            row,
            "lock-keyhole-open",
            f"Reveal now: {row['display_name'].to(str)}",
            state.open_reveal(row["id"].to(int)),
        ),
    )


def reveal_dialog(state: type[ResultsReveal], results: str) -> rx.Component:
    """Return the question; `results` precedes the name of the record."""
    return DialogRoot.create(
        alert_dialog_content(
            cancel_button(),
            button("Reveal now", variant="primary", on_click=state.reveal(state.record_id)),
            title="Reveal the results now?",
            description=rx.Var.create(f"Visitors will see {results} ")
            + state.record_name
            + " at once, unless another embargo hides them. "
            + state.still_hidden
            + "This cannot be undone for visitors who have seen them.",
            testid="reveal-dialog",
        ),
        open=state.dialog == ACTION,
        on_close=state.close,
    )
