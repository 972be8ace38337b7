"""The Trash."""

from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from awards_site.accounts.permissions import Permission, roles_with
from awards_site.core.database.filters import ListParams
from awards_site.core.database.pagination import Page
from awards_site.core.database.soft_delete import TRASH_PERIOD
from awards_site.core.paths import record_id
from awards_site.core.presentation.texts import listed
from awards_site.portal.columns import Column, DateTimeColumn, NumberColumn, Row
from awards_site.portal.controls import ICON_BUTTON, button_class
from awards_site.portal.gateway import (
    UNDO_MS,
    Events,
    Notice,
    Notices,
    api_handler,
    failing,
    run,
    success_toast,
)
from awards_site.portal.list_controls import list_filter
from awards_site.portal.management_page import AdminPage, management_page
from awards_site.portal.management_screen import ManagementScreen
from awards_site.portal.record_list import ListQuery
from awards_site.portal.screen import RowAction, Screen
from awards_site.portal.table import row_button
from awards_site.records import trash
from awards_site.records.bulk import BulkAction, BulkChange, change_several
from awards_site.records.entity import ENTITIES
from awards_site.records.trash import (
    DeletedRecordPublic,
    TrashChange,
    TrashFilter,
    TrashResult,
)
from awards_site.records.versions import validated
from awards_site.records.written import Written
from awards_site.ui.controls import link
from awards_site.ui.toasts import ToastAction

TRASH = Screen(
    path="/admin/trash",
    permission=Permission.READ_TRASH,
    title="Trash",
    icon="trash-2",
    group="Recovery",
    label="deleted record",
    record=DeletedRecordPublic,
    columns=(
        Column("Name", "name"),
        Column("Type", "recordType", placement="status"),
        Column("Deleted by", "userName"),
        DateTimeColumn("Deleted", "createdAt"),
        NumberColumn("Days left", "daysLeft", sort_key="createdAt"),
    ),
    params=("type", "group"),
    export_path="/api/admin/trash/export",
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
            lambda key: run(trash.restore, key),
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
    row_types: ClassVar[Mapping[str, Any]] = {
        "restorable": bool,
        "group_path": str,
        "group_size": str,
    }

    types: list[dict[str, str]] = []
    """The kinds of records, as options of the filter."""
    is_in_group: bool = False
    """Whether the list shows what was deleted together."""

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        size, row = record["groupSize"], super()._row(record)
        if size > 1:
            row["name"] = row["display_name"] = listed([record["name"]], size)
        return {
            **row,
            "recordType": record["recordType"].capitalize(),
            "restorable": record["canRestore"],
            "deletable": size == 1,
            "group_path": f"{self.screen.path}?group={record['id']}" if size > 1 else "",
            "group_size": f"{size:,}",
        }

    @property
    def _is_grouped(self) -> bool:
        """Whether records that were deleted together are one row: unless some are looked for."""
        query = ListQuery.from_url(self.router.url.query_parameters, self.screen)
        return not (query.search or "group" in query.params)

    @property
    def _selected(self) -> str:
        """Names the rows, of which some may stand for several records."""
        if not self._is_grouped:
            return super()._selected
        count = int(self._selection["count"])
        rows = f"{count:,} {'row' if count == 1 else 'rows'}"
        names = listed(self._selection["names"], count)
        return f"All records of {rows} ({names}) are"

    @property
    def _filter(self) -> TrashFilter:
        query = ListQuery.from_url(self.router.url.query_parameters, self.screen)
        return TrashFilter(query.params.get("type"), record_id(query.params.get("group", "")))

    async def _list(self, params: ListParams) -> Page[Any]:
        return await run(trash.list_deleted, params, self._filter, grouped=self._is_grouped)

    async def _delete(self, record_id: int) -> str:
        await run(trash.delete_permanently, record_id)
        return ""

    async def _change_selected(self, action: str, _values: Mapping[str, Any]) -> TrashResult:
        wanted = {**self._wanted(action), "grouped": self._is_grouped}
        change = validated(wanted, TrashChange)
        return await run(trash.change_several, change, self._selected_list, self._filter)

    @rx.event
    async def restore_row(self, record_id: int) -> Events:
        """Restore a row's record, or those that were deleted together."""
        record = self._records.get(record_id, {})
        if record.get("groupSize", 1) == 1:
            yield type(self).run_row_action(record_id, "restore")
            return
        size, names = record["groupSize"], [record["name"]]
        selection = {"all": False, "ids": [record_id], "count": size, "names": names}
        yield type(self).choose_bulk("restore", selection)

    def _follow_up(self, done: object, record_id: int, name: str) -> dict[str, Any]:
        deleted = self._records.get(record_id)
        if deleted is None or not isinstance(done, Written) or done.draft_slug is None:
            return {}
        event = TrashAdmin.publish(deleted["recordType"], deleted["recordId"], name)
        return {"action": ToastAction("Publish", event=event), "duration_ms": UNDO_MS}

    @api_handler
    async def publish(self, record_type: str, key: int, name: str) -> Events:
        entities = {each.label: each for each in ENTITIES.values()}
        if record_type not in entities:
            return
        change = BulkChange(ids=[key], action=BulkAction.PUBLISH)
        with failing(Notice("The record could not be published", "{message}"), name):
            await run(change_several, entities[record_type], change, ListParams())
        yield success_toast(Notice("Record published", "{name}"), name)

    def _counted(self, count: int) -> str:
        return f"{count:,} {'record' if count == 1 else 'records'}"

    async def _reload(self) -> rx.event.EventSpec | None:
        self.types = [
            {"value": each.label, "label": each.repository.label} for each in ENTITIES.values()
        ]
        self.is_in_group = "group" in self.router.url.query_parameters
        return await super()._reload()


def trash_admin_page() -> rx.Component:
    return management_page(
        TrashAdmin,
        actions=_restore,
        beside=(
            list_filter("Type", "type", TrashAdmin.types),
            rx.cond(
                TrashAdmin.is_in_group,
                link("Show all deleted records", href=TRASH.path, class_name=button_class("quiet")),
            ),
        ),
        note=f"Deleted records stay here for {TRASH_PERIOD.days} days. A restored record is"
        " unpublished until you publish it; content sections and embargoes take effect at once.",
    )


def _restore(row: Row) -> list[rx.Component]:
    return [
        row_button(
            TrashAdmin,
            row,
            "undo-2",
            f"Restore {row['display_name']}",
            TrashAdmin.restore_row(row["id"]),
            disabled=~row["restorable"],
        ),
        rx.cond(
            row["group_path"] != "",
            link(
                rx.icon("list", size=16),
                href=row["group_path"],
                aria_label=f"Show {row['display_name']}",
                title=f"Show all {row['group_size']}",
                class_name=ICON_BUTTON,
            ),
        ),
    ]


PAGE = AdminPage(TrashAdmin, trash_admin_page)
