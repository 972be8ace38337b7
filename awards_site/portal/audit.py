"""The screen of the audit log, for administrators."""

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar

import reflex as rx
from pydantic.alias_generators import to_camel
from sqlalchemy import JSON

from awards_site.accounts.permissions import Permission
from awards_site.core.audit.models import Action
from awards_site.core.database.engine import UtcDateTime
from awards_site.core.database.filters import ListParams
from awards_site.core.database.pagination import Page
from awards_site.core.database.soft_delete import table_of
from awards_site.core.errors import ApiError
from awards_site.core.presentation.texts import format_datetime
from awards_site.core.schemas import as_json
from awards_site.portal.columns import Column, DateTimeColumn, LabelColumn
from awards_site.portal.controls import icon_button, optional_item
from awards_site.portal.fields import Field
from awards_site.portal.gateway import Notice, Notices, api_handler, failing, run
from awards_site.portal.list_controls import list_filter
from awards_site.portal.management_page import AdminPage, management_page, refresh_button
from awards_site.portal.management_screen import ManagementScreen
from awards_site.portal.screen import SCREENS, Screen
from awards_site.records import audit
from awards_site.records.audit import AuditEntryDetails, AuditEntryPublic, AuditFilters
from awards_site.records.use_cases import read
from awards_site.records.versions import validated
from awards_site.ui.overlays import dialog, dialog_body

AUDIT = Screen(
    path="/admin/audit",
    permission=Permission.READ_AUDIT_LOG,
    title="Audit Log",
    icon="scroll-text",
    group="People",
    label="entry",
    record=AuditEntryPublic,
    export_path="/api/admin/audit/export",
    columns=(
        DateTimeColumn("Time", "createdAt", placement="status"),
        Column("User", "userName"),
        LabelColumn("Action", "action", choices=Action, badge=True, placement="status"),
        Column("Record", "subject", sort_key="recordType"),
        Column("IP address", "ipAddress"),
    ),
    title_key="subject",
    params=("action", "user", "since", "until"),
    notices=Notices.plain("entry"),
    empty="The audit log is empty.",
    no_results="No entries found.",
)


class AuditAdmin(ManagementScreen, rx.State):
    """The State of the audit log's screen."""

    screen: ClassVar[Screen] = AUDIT

    people: list[dict[str, str]] = []
    """All who have an entry, as options of the filter."""
    entry: dict[str, str] = {}
    """The open entry, as `_entry_details` returns it."""
    changes: list[dict[str, str]] = []
    """The changes of the open entry: `field`, `before` and `after`."""
    records: list[dict[str, str]] = []
    """The records of an entry about several: `name`, and `changes` in a line."""

    @api_handler
    async def open_entry(self, record_id: int) -> None:
        with failing(Notice("Error", "{message}")):
            entry = await run(audit.read_entry, record_id)
        self._open("entry", as_json(entry), {})
        self.entry = _entry_details(entry)
        shown = _ShownValues(entry.record_type)
        self.changes = await shown.changes(entry.changes)
        self.records = [
            _record(key, name, await shown.changes(changes))
            for key, name, changes in entry.records or ()
        ]

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Nobody edits or deletes an entry."""
        return {
            **super()._row(record),
            "action": _action_of(AuditEntryPublic.from_json(record)),
            "editable": False,
            "deletable": False,
        }

    async def _list(self, params: ListParams) -> Page[Any]:
        return await run(audit.list_entries, params, validated(params.query, AuditFilters))

    async def _reload(self) -> rx.event.EventSpec | None:
        event = await super()._reload()
        # Read once: the names are gathered from the whole log.
        if self.phase == "ready" and not self.people:
            # Without names the list can still be read, and filtered in other ways.
            with suppress(ApiError):
                names = await run(audit.list_user_names)
                self.people = [{"value": name, "label": name} for name in names]
        return event


def _action_of(entry: AuditEntryPublic) -> str:
    title = Action.titles().get(entry.action, entry.action)
    return title if entry.count == 1 else f"{title}, {entry.count} times"


def _entry_details(entry: AuditEntryDetails) -> dict[str, str]:
    return {
        "time": format_datetime(entry.created_at),
        "user": entry.user_name,
        "action": _action_of(entry),
        "record": entry.subject,
        "record_id": str(entry.record_id or ""),
        "ip_address": entry.ip_address,
        "request_id": entry.request_id,
    }


def _record(key: int, name: str, changes: Sequence[Mapping[str, str]]) -> dict[str, str]:
    texts = [
        f"{each['field']}: {each['before'] or '-'} → {each['after'] or '-'}" for each in changes
    ]
    return {"name": name or f"#{key}", "changes": "; ".join(texts)}


class _ShownValues:
    """Shows the changes of a type of record as its form does, with names instead of ids."""

    def __init__(self, record_type: str) -> None:
        self._names: dict[tuple[str, int], str] = {}
        self._fields: dict[str, Field | Column] = {}
        self._columns: dict[str, Any] = {}
        self._shown: Collection[str] = ()
        for screen in SCREENS.values():
            if (entity := screen.entity) and entity.repository.record_type == record_type:
                forms = [each for each in (screen.create, screen.update) if each]
                self._fields = {each.key: each for each in screen.columns}
                self._fields |= {each.name: each for form in forms for each in form.fields}
                self._columns = dict(table_of(entity.table).columns)
                self._shown = entity.view.model_fields.keys() | entity.list_view.model_fields.keys()

    async def changes(self, changes: Sequence[tuple[str, Any, Any]]) -> list[dict[str, str]]:
        """Return the changes of an entry, without those that only the site itself reads."""
        return [
            {"field": self._label(name), "before": before, "after": after}
            for name, *values in changes
            if name not in self._columns or (name in self._shown and name != "reply_count")
            for before, after in [[await self._text(name, each) for each in values]]
        ]

    def _field(self, name: str) -> Field | Column | None:
        return self._fields.get(to_camel(name)) or self._fields.get(name)

    def _label(self, name: str) -> str:
        field = self._field(name)
        if field is None:
            return name.removesuffix("_id").replace("_", " ").capitalize()
        return field.label if isinstance(field, Field) else field.heading

    async def _text(self, name: str, value: Any) -> str:
        """Return a value of an entry, where times and objects are JSON."""
        field, column = self._field(name), self._columns.get(name)
        if value is None:
            return ""
        if column is not None and column.foreign_keys:
            [key] = column.foreign_keys
            return await self._name(key.column.table.name, value)
        if column is not None and isinstance(column.type, UtcDateTime):
            return format_datetime(value.strip('"'), seconds=True)
        if column is not None and isinstance(column.type, JSON):
            try:
                value = json.loads(value)
            except ValueError:
                # It was too long for the log.
                return str(value)
        if isinstance(field, LabelColumn):
            return field.choices.labels().get(value, value)
        if isinstance(value, bool):
            return "Yes" if value else "No"
        return field.full_text(value) if isinstance(field, Field) else str(value)

    async def _name(self, table: str, key: int) -> str:
        """Return the name of a record to which another refers, or its number if it is deleted."""
        if (table, key) not in self._names:
            screen = SCREENS[table]
            assert screen.entity is not None
            self._names[table, key] = f"{screen.label.capitalize()} {key}"
            with suppress(ApiError):
                shown = await run(read, screen.entity, key)
                self._names[table, key] = str(as_json(shown.record)[screen.title_key])
        return self._names[table, key]


def _item(term: str, key: str, classes: str = "") -> rx.Component:
    return optional_item(term, AuditAdmin.entry[key], classes)


def _change_item(change: rx.Var[dict[str, str]]) -> rx.Component:
    return rx.el.li(
        rx.el.p(change["field"], class_name="text-xs font-medium text-muted"),
        rx.cond(
            change["before"] != "",
            rx.el.p(
                rx.el.span("Before: ", class_name="text-muted"),
                rx.el.del_(change["before"], class_name="text-danger"),
                class_name="whitespace-pre-line",
            ),
        ),
        rx.cond(
            change["after"] != "",
            rx.el.p(
                rx.el.span("After: ", class_name="text-muted"),
                rx.el.ins(change["after"], class_name="text-success no-underline"),
                class_name="whitespace-pre-line",
            ),
        ),
        class_name="border-t border-line py-2.5 text-sm",
    )


def _record_item(record: rx.Var[dict[str, str]]) -> rx.Component:
    return rx.el.li(
        rx.el.p(record["name"], class_name="font-medium"),
        rx.cond(record["changes"] != "", rx.el.p(record["changes"], class_name="text-muted")),
        class_name="border-t border-line py-2 text-sm",
    )


def _details() -> rx.Component:
    return dialog(
        dialog_body(
            rx.el.dl(
                _item("Time", "time"),
                _item("User", "user"),
                _item("Action", "action"),
                _item("Record", "record"),
                _item("Record ID", "record_id"),
                _item("IP address", "ip_address"),
                _item("Request ID", "request_id", "font-mono"),
                class_name="grid content-start gap-4 sm:grid-cols-2",
            ),
            rx.cond(
                AuditAdmin.changes,
                rx.el.section(
                    rx.el.h3("Changes", class_name="mb-2 text-sm font-semibold"),
                    rx.el.ul(rx.foreach(AuditAdmin.changes, _change_item)),
                    class_name="mt-6",
                ),
            ),
            rx.cond(
                AuditAdmin.records,
                rx.el.section(
                    rx.el.h3("Records", class_name="mb-2 text-sm font-semibold"),
                    rx.el.ul(rx.foreach(AuditAdmin.records, _record_item), aria_label="Records"),
                    class_name="mt-6",
                ),
            ),
            role="group",
            aria_label="Details",
        ),
        title="Audit Log Entry",
        description=AuditAdmin.record_name,
        open=AuditAdmin.dialog == "entry",
        on_close=AuditAdmin.close,
        testid="entry-dialog",
    )


def _filters() -> list[rx.Component]:
    actions = [{"value": value, "label": title} for value, title in Action.titles().items()]
    return [
        list_filter("Action", "action", actions),
        list_filter("User", "user", AuditAdmin.people),
        rx.el.div(
            list_filter("From", "since"),
            list_filter("To", "until"),
            class_name="flex flex-wrap gap-x-3 gap-y-2 max-sm:w-full",
        ),
    ]


def audit_admin_page() -> rx.Component:
    return management_page(
        AuditAdmin,
        actions=lambda row: [
            icon_button(
                "eye",
                f"Details of {row['action']}: {row['display_name']}",
                on_click=AuditAdmin.open_entry(row["id"]),
            )
        ],
        tools=[refresh_button(AuditAdmin)],
        beside=_filters(),
        dialogs=(_details(),),
    )


PAGE = AdminPage(AuditAdmin, audit_admin_page)
