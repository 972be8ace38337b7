"""The management screen of embargoes (docs/rules/admin-embargoes.md)."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any, ClassVar

import reflex as rx

from awards_site.admin.controls import pending_button
from awards_site.admin.dialogs.record_dialogs import cancel_button
from awards_site.admin.fields.field_types import DateTimeField, NumberField, SelectField
from awards_site.admin.lists.cells import Row
from awards_site.admin.lists.columns import Column, CustomColumn, DateTimeColumn
from awards_site.admin.lists.time_left import TimeLeft
from awards_site.admin.pages.management_page import management_page
from awards_site.admin.screens.notices import Notice, Notices
from awards_site.admin.screens.record_form import Events
from awards_site.admin.screens.screen import (
    CHANGED_BY_FILTER,
    UNDO_HINT,
    Form,
    RowAction,
    Screen,
)
from awards_site.admin.sign_in.reauthenticate import sign_in_again
from awards_site.admin.tables.row_buttons import row_button
from awards_site.admin.versions.history import RecordHistory
from awards_site.core import clock
from awards_site.nominees.models import (
    EmbargoCreate,
    EmbargoPublic,
    EmbargoUpdate,
    NomineeCategory,
)
from awards_site.ui.overlays.dialog import alert_dialog_content
from awards_site.ui.overlays.dialog_parts import DialogRoot

_REVEALED = "Results are public"

_FIELDS = (
    NumberField("year", "Edition", help="The year of the nominees.", half=True),
    SelectField(
        "category", "Category", half=True, choices=NomineeCategory, empty_label="All categories"
    ),
    DateTimeField(
        "revealAt",
        "Reveal results at",
        help="Until then, visitors see neither Finalist nor Winner. In the time zone {zone}.",
    ),
)


def _time_left(row: Row) -> rx.Component:
    return TimeLeft.create(
        target=row["revealInstant"].to(str), over=_REVEALED, class_name="tabular-nums"
    )


EMBARGOES = Screen(
    path="/admin/embargoes",
    label="embargo",
    plural="embargoes",
    record=EmbargoPublic,
    list_path="/api/admin/embargoes",
    columns=(
        Column("Results of", "name", sort_key="year"),
        DateTimeColumn("Reveal at", "revealAt", placement="detail"),
        CustomColumn("Time left", "id", sort_key="revealAt", placement="status", render=_time_left),
    ),
    filter_fields=(CHANGED_BY_FILTER,),
    create=Form(
        EmbargoCreate,
        _FIELDS,
        description="Enter the results afterwards. Until the time comes, only staff see them.",
    ),
    update=Form(EmbargoUpdate, _FIELDS, method="PATCH"),
    row_actions={
        "reveal": RowAction(
            "POST",
            "/api/admin/embargoes/{id}/reveal",
            Notice("Results revealed", "{name}"),
            Notice("The results could not be revealed", "{message}"),
        )
    },
    delete_warning="Visitors see the results of {name} at once, unless another embargo hides"
    f" them. {UNDO_HINT}",
    notices=Notices.plain("embargo"),
)


class EmbargoesAdmin(RecordHistory, rx.State):
    """The State of the embargoes' screen."""

    screen: ClassVar[Screen] = EMBARGOES

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Adds the instant that the time left is counted to, and whether it is in the future."""
        instant = record["revealAt"]
        is_active = datetime.fromisoformat(instant) > clock.now()
        return {**super()._row(record), "revealInstant": instant, "isActive": is_active}

    @rx.event
    async def open_reveal(self, record_id: int) -> None:
        """Ask whether the results are to be revealed."""
        record = self._records.get(record_id)
        if record is not None:
            self._open("reveal", record, {})

    @rx.event
    async def reveal(self) -> Events:
        """End the embargo of the dialog now."""
        if self.dialog != "reveal" or self.pending:
            return
        self.pending = True
        yield None
        record_id, action = int(self._record["id"]), "reveal"
        retry = partial(
            sign_in_again, type(self).run_row_action, record_id=record_id, action=action
        )
        row_action = self.screen.row_actions[action]
        yield await self._run(row_action, record_id, self.record_name, retry)
        yield await self._reload()
        self.pending = False
        self._reset_dialog()


def embargoes_admin_page() -> rx.Component:
    return management_page(
        EmbargoesAdmin, actions=lambda row: [_reveal_button(row)], dialogs=[_reveal_dialog()]
    )


def _reveal_button(row: Row) -> rx.Component:
    return rx.cond(
        row["isActive"].to(bool),
        row_button(
            EmbargoesAdmin,
            row,
            "lock-keyhole-open",
            f"Reveal now: {row['display_name'].to(str)}",
            EmbargoesAdmin.open_reveal(row["id"].to(int)),
        ),
    )


def _reveal_dialog() -> rx.Component:
    return DialogRoot.create(
        alert_dialog_content(
            cancel_button(),
            pending_button(
                "Reveal now",
                "Revealing...",
                EmbargoesAdmin.pending,
                on_click=EmbargoesAdmin.reveal,
            ),
            title="Reveal the results now?",
            description=rx.Var.create("Visitors will see the winners and finalists of ")
            + EmbargoesAdmin.record_name
            + " at once, unless another embargo hides them. This cannot be undone for visitors who"
            " have seen them.",
            testid="reveal-dialog",
        ),
        open=EmbargoesAdmin.dialog == "reveal",
        on_close=EmbargoesAdmin.close,
    )
