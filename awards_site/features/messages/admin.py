"""The management screen of contact messages."""

from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from awards_site.core.errors import ApiError
from awards_site.core.presentation.texts import format_date
from awards_site.features.messages import use_cases
from awards_site.features.messages.admin_bulk import BulkReplies, reply_to_all_dialog
from awards_site.features.messages.admin_details import DIALOG, REPLY_TO_ALL
from awards_site.features.messages.admin_details_dialog import assignee_options, details_dialog
from awards_site.features.messages.entity import MESSAGE, InquiryType, MessageStatus, MessageUpdate
from awards_site.portal.columns import Column, CustomColumn, LabelColumn, Row, badge
from awards_site.portal.controls import INPUT, icon_button
from awards_site.portal.fields import BoundField, CustomField, SelectField
from awards_site.portal.gateway import Events, Failed, Notices, api_handler, failing, run
from awards_site.portal.list_controls import list_filter
from awards_site.portal.management_page import AdminPage, management_page
from awards_site.portal.screen import UNDO_HINT, FilterField, FilterTab, Screen
from awards_site.portal.table import clickable_name
from awards_site.records.versions import validated


def _date(row: Row) -> rx.Component:
    return rx.el.div(
        rx.el.span(row["createdAt"]),
        rx.cond(row["unread"], badge("Unread", "plum")),
        class_name="flex flex-wrap items-center gap-2 data-[unread=true]:font-semibold",
        custom_attrs={"data-unread": row["unread"]},
    )


def _sender(row: Row) -> rx.Component:
    name = rx.el.span(
        row["name"],
        class_name="data-[unread=true]:font-semibold",
        custom_attrs={"data-unread": row["unread"]},
    )
    return clickable_name(name, MessagesAdmin.open_message(row["id"]))


def _status(row: Row) -> rx.Component:
    return rx.el.div(
        badge(row["status"], "neutral"),
        rx.el.div(row["assigneeName"], class_name="mt-0.5 text-xs text-muted"),
        class_name="min-w-0",
    )


def _assignees(bound: BoundField) -> rx.Component:
    return rx.el.select(
        *assignee_options(MessagesAdmin),
        name=bound.field.name,
        class_name=INPUT,
        custom_attrs=bound.attributes,
    )


MESSAGES = Screen(
    entity=MESSAGE,
    title="Contact Messages",
    icon="inbox",
    group="People",
    label="contact message",
    columns=(
        CustomColumn("Date", "createdAt", placement="status", render=_date),
        CustomColumn("Name", "name", render=_sender),
        Column("Email", "email"),
        LabelColumn("Type", "inquiryType", choices=InquiryType),
        CustomColumn(
            "Status",
            "status",
            render=_status,
            extra_keys=("assigneeName",),
        ),
    ),
    filters=(FilterTab("Unread", "isRead", "false"),),
    params=("status", "assignee"),
    filter_fields=(FilterField.of_choices("Type", "inquiryType", InquiryType),),
    bulk_actions={REPLY_TO_ALL: "Reply"},
    bulk_inputs=(
        SelectField("status", "Status", choices=MessageStatus),
        CustomField("assigneeId", "Assignee", make=_assignees),
    ),
    notices=Notices.plain("message"),
    delete_warning=f"The message from {{name}} is deleted. {UNDO_HINT}",
    empty="No contact messages found.",
)


class MessagesAdmin(BulkReplies, rx.State):
    """The State of the messages' screen."""

    screen: ClassVar[Screen] = MESSAGES
    row_types: ClassVar[Mapping[str, Any]] = {"unread": bool}

    @api_handler
    async def open_message(self, record_id: int) -> Events:
        """Show a message, which marks it as read; the audit log has who opened it."""
        if not record_id:
            return
        if self.dialog != DIALOG or record_id not in self._sequence:
            self._sequence = [row["id"] for row in self.rows]
        try:
            record, etag = await self._read_record(record_id)
        except ApiError as error:
            listed = self._records.get(record_id)
            if listed is None:
                raise Failed(error, MESSAGES.read_failed) from error
            # A message that someone has just deleted is shown as it was listed.
            record, etag = listed, ""
        self._open(DIALOG, record, {}, etag)
        yield None
        await self._load_dialog()
        yield None
        if not record["isRead"]:
            await self._mark(record_id, read=True)

    @api_handler
    async def mark_unread(self, record_id: int) -> None:
        """Mark the open message as unread; its button closes the dialog, too."""
        if self.dialog == DIALOG and self._is_shown(record_id):
            await self._mark(record_id, read=False)

    @rx.event
    async def delete_open(self, record_id: int) -> None:
        if self.dialog == DIALOG and self._is_shown(record_id):
            self._open("delete", self._record, {})

    def _open_linked(self, link: Mapping[str, str], role: str) -> rx.event.EventSpec | None:
        key = link.get("edit", "")
        return type(self).open_message(int(key)) if key.isascii() and key.isdecimal() else None

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        return {
            **super()._row(record),
            "createdAt": format_date(record["createdAt"]),
            "unread": not record["isRead"],
            "status": MessageStatus.labels().get(record["status"], record["status"]),
        }

    async def _mark(self, record_id: int, *, read: bool) -> None:
        changes = validated({"isRead": read}, MessageUpdate)
        with failing(MESSAGES.notices.update_failed, self.record_name, then=self._reload):
            shown = await run(use_cases.update, record_id, changes)
        if self.dialog == DIALOG:
            self._show(shown)
        await self._reload()


def _filters() -> list[rx.Component]:
    statuses = [{"value": key, "label": label} for key, label in MessageStatus.labels().items()]
    people = [{"value": "me", "label": "Me"}, {"value": "none", "label": "Unassigned"}]
    return [
        list_filter("Status", "status", statuses),
        list_filter("Assigned to", "assignee", people),
    ]


def messages_admin_page() -> rx.Component:
    return management_page(
        MessagesAdmin,
        actions=lambda row: [
            icon_button(
                "eye",
                f"View message from {row['display_name']}",
                on_click=MessagesAdmin.open_message(row["id"]),
            )
        ],
        beside=_filters(),
        dialogs=(
            details_dialog(
                MessagesAdmin,
                MessagesAdmin.delete_open,
                MessagesAdmin.mark_unread,
                MessagesAdmin.open_message,
            ),
            reply_to_all_dialog(MessagesAdmin),
        ),
    )


PAGE = AdminPage(MessagesAdmin, messages_admin_page)
