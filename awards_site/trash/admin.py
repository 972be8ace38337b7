"""The Trash (docs/rules/admin-trash.md)."""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

import httpx
import reflex as rx

from awards_site.admin.controls import INPUT
from awards_site.admin.lists.cells import Row
from awards_site.admin.lists.columns import Column, DateTimeColumn, NumberColumn
from awards_site.admin.management.management_screen import ManagementScreen
from awards_site.admin.pages.management_page import management_page
from awards_site.admin.screens.notices import UNDO_MS, Notice, Notices
from awards_site.admin.screens.record_form import Events
from awards_site.admin.screens.screen import RowAction, Screen
from awards_site.admin.sign_in.reauthenticate import sign_in_again
from awards_site.admin.tables.list_controls import ListFilter
from awards_site.admin.tables.row_buttons import row_button
from awards_site.auth.permissions import Permission, roles_with
from awards_site.core.http.security.headers import DRAFT_SLUG_HEADER
from awards_site.resources.trash import TRASHED_ENTITIES
from awards_site.settings import settings
from awards_site.trash.models import DeletedRecordPublic
from awards_site.ui.toasts.toasts import ToastAction

TRASH = Screen(
    path="/admin/trash",
    label="deleted record",
    record=DeletedRecordPublic,
    list_path="/api/admin/trash",
    columns=(
        Column("Name", "name"),
        Column("Type", "recordType", placement="status"),
        Column("Deleted by", "userName"),
        DateTimeColumn("Deleted", "createdAt"),
        NumberColumn("Days left", "daysLeft", sort_key="createdAt"),
    ),
    params=("type",),
    exports=True,
    selects=True,
    notices=Notices.plain(
        "record",
        deleted=Notice("Deleted permanently", "{name}"),
        delete_failed=Notice("Error deleting record", "{message}"),
    ),
    deletes_permanently=True,
    delete_warning=(
        "{name} and its history are permanently deleted from the database. This action cannot be"
        " undone."
    ),
    row_actions={
        "restore": RowAction(
            "POST",
            "/api/admin/trash/{id}/restore",
            Notice("Record restored", "{name}"),
            Notice("The record could not be restored", "{message}"),
        )
    },
    empty="The Trash is empty.",
    no_results="No deleted records found.",
    load_error="Error loading the Trash",
    delete_roles=roles_with(Permission.EMPTY_TRASH),
)


class TrashAdmin(ManagementScreen, rx.State):
    """The State of the Trash."""

    screen: ClassVar[Screen] = TRASH

    types: list[dict[str, str]] = []
    """The kinds of records, as options of the filter."""
    days: int = 0
    """For how many days records stay in the Trash."""

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        return {
            **super()._row(record),
            "recordType": record["recordType"].capitalize(),
            "restorable": record["canRestore"],
        }

    def _follow_up(self, response: httpx.Response, record_id: int, name: str) -> dict[str, Any]:
        deleted = self._records.get(record_id)
        if deleted is None or DRAFT_SLUG_HEADER not in response.headers:
            return {}
        event = TrashAdmin.publish(deleted["recordType"], deleted["recordId"], name)
        return {"action": ToastAction("Publish", event=event), "duration_ms": UNDO_MS}

    @rx.event
    async def publish(self, record_type: str, key: int, name: str) -> Events:
        """Publish a restored record."""
        paths = {each.repository.record_type: each.path for each in TRASHED_ENTITIES.values()}
        if record_type not in paths:
            return
        action = RowAction(
            "POST",
            f"/api{paths[record_type]}/bulk",
            Notice("Record published", "{name}"),
            Notice("The record could not be published", "{message}"),
            {"ids": [key], "action": "publish"},
        )
        retry = partial(
            sign_in_again, TrashAdmin.publish, record_type=record_type, key=key, name=name
        )
        yield await self._run(action, key, name, retry)

    def _counted(self, count: int) -> str:
        return f"{count:,} {'record' if count == 1 else 'records'}"

    async def _reload(self) -> rx.event.EventSpec | None:
        self.types = [
            {"value": each.repository.record_type, "label": each.repository.label}
            for each in TRASHED_ENTITIES.values()
        ]
        self.days = settings().trash_days
        return await super()._reload()


def trash_admin_page() -> rx.Component:
    return management_page(
        TrashAdmin,
        actions=_restore,
        beside=(
            ListFilter.create(
                label="Type", param="type", options=TrashAdmin.types, input_class_name=INPUT
            ),
            rx.el.p(
                "Deleted records stay here for ",
                TrashAdmin.days,
                " days. A restored record is unpublished until you publish it; content sections"
                " and embargoes take effect at once.",
                class_name="order-last w-full text-sm text-muted",
            ),
        ),
    )


def _restore(row: Row) -> list[rx.Component]:
    return [
        row_button(
            TrashAdmin,
            row,
            "undo-2",
            f"Restore {row['display_name'].to(str)}",
            TrashAdmin.run_row_action(row["id"].to(int), "restore"),
            disabled=~row["restorable"].to(bool),
        )
    ]
