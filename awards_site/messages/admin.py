"""The management screen of contact messages."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, ClassVar

import reflex as rx

from awards_site.admin.controls import button, description_item, icon_button
from awards_site.admin.lists.cells import Row, badge
from awards_site.admin.lists.columns import (
    Column,
    CustomColumn,
    LabelColumn,
    format_date,
    format_datetime,
)
from awards_site.admin.screens.management import ManagementScreen
from awards_site.admin.screens.management_page import management_page
from awards_site.admin.screens.notices import Notices, error_toast
from awards_site.admin.screens.record_form import Events
from awards_site.admin.screens.screen import UNDO_HINT, FilterField, FilterTab, Screen
from awards_site.core import paths
from awards_site.core.links import mailto
from awards_site.core.request_client import RequestError, request_client
from awards_site.messages.models import InquiryType, MessagePublic
from awards_site.ui.overlays.dialog import dialog
from awards_site.ui.overlays.dialog_parts import dialog_body


def _date(row: Row) -> rx.Component:
    return rx.el.div(
        rx.el.span(row["createdAt"].to(str)),
        rx.cond(row["unread"].to(bool), badge("Unread", "plum")),
        class_name="flex flex-wrap items-center gap-2 data-[unread=true]:font-semibold",
        custom_attrs={"data-unread": row["unread"].to(bool)},
    )


def _sender(row: Row) -> rx.Component:
    return rx.el.span(
        row["name"].to(str),
        class_name="break-words data-[unread=true]:font-semibold",
        custom_attrs={"data-unread": row["unread"].to(bool)},
    )


MESSAGES = Screen(
    path=paths.MESSAGES,
    label="contact message",
    record=MessagePublic,
    list_path="/api/admin/contact",
    columns=(
        CustomColumn("Date", "createdAt", placement="status", render=_date),
        CustomColumn("Name", "name", render=_sender),
        Column("Email", "email"),
        LabelColumn("Type", "inquiryType", choices=InquiryType),
    ),
    filters=(FilterTab("Unread", "isRead", "false"),),
    filter_fields=(FilterField.of_choices("Type", "inquiryType", InquiryType),),
    exports=True,
    selects=True,
    notices=Notices.plain("message"),
    delete_warning=f"The message from {{name}} is deleted. {UNDO_HINT}",
    empty="No contact messages found.",
)


class MessagesAdmin(ManagementScreen, rx.State):
    """The State of the messages' screen."""

    screen: ClassVar[Screen] = MESSAGES

    message: dict[str, str] = {}
    """The details of the open message, as `_message_details` returns them."""

    @rx.event
    async def open_message(self, record_id: int) -> Events:
        """Show a message, which marks it as read; the audit log has who opened it."""
        record = self._records.get(record_id)
        if record is None:
            return
        # A message that someone has just deleted is shown as it was listed.
        with suppress(RequestError):
            record, _ = await self._read_record(record_id)
        self._open("message", record, {})
        self.message = _message_details(record)
        yield None
        if not record["isRead"]:
            yield await self._mark(record_id, read=True)

    @rx.event
    async def mark_unread(self) -> Events:
        if self.dialog != "message":
            return
        record_id = self._record["id"]
        self._reset_dialog()
        yield None
        yield await self._mark(record_id, read=False)

    @rx.event
    async def delete_open(self) -> None:
        if self.dialog == "message":
            self._open("delete", self._record, {})

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        return {
            **super()._row(record),
            "createdAt": format_date(record["createdAt"]),
            "unread": not record["isRead"],
        }

    async def _mark(self, record_id: int, *, read: bool) -> rx.event.EventSpec | None:
        path = MESSAGES.item_path.format(id=record_id)
        try:
            await request_client(self).request("PATCH", path, {"isRead": read})
        except RequestError as error:
            return error_toast(MESSAGES.notices.update_failed, self.record_name, error)
        finally:
            await self._reload()
        return None


def _message_details(record: Mapping[str, Any]) -> dict[str, str]:
    """Return the details of a message, and the mailto link for a reply."""
    kind = InquiryType.labels().get(record["inquiryType"], record["inquiryType"])
    subject = record["subject"] or ""
    return {
        "name": record["name"],
        "email": record["email"],
        "date": format_datetime(record["createdAt"]),
        "kind": kind,
        "subject": subject,
        "text": record["message"],
        "reply": mailto(record["email"], f"Re: {subject or kind}"),
    }


def _item(term: str, key: str, classes: str = "") -> rx.Component:
    value = MessagesAdmin.message[key]
    wide = "sm:col-span-2" if key in ("subject", "text") else ""
    return rx.cond(value != "", description_item(term, value, classes, wide))


def _details() -> rx.Component:
    return dialog(
        dialog_body(
            rx.el.dl(
                _item("Name", "name"),
                _item("Email", "email"),
                _item("Date", "date"),
                _item("Type", "kind"),
                _item("Subject", "subject"),
                _item("Message", "text", "whitespace-pre-line leading-relaxed"),
                class_name="grid content-start gap-4 sm:grid-cols-2",
            ),
        ),
        rx.el.div(
            button("Delete", on_click=MessagesAdmin.delete_open, class_name="mr-auto"),
            button("Mark as unread", on_click=MessagesAdmin.mark_unread),
            button(
                rx.icon("reply", size=16),
                "Reply via Email",
                variant="primary",
                on_click=rx.call_function(
                    rx.Var(f"() => window.location.assign({MessagesAdmin.message['reply']})")
                ),
            ),
            class_name=(
                "flex flex-none flex-wrap justify-end gap-2 border-t border-line px-5 py-4 sm:px-6"
            ),
        ),
        title="Message Details",
        description=f"From {MessagesAdmin.record_name}",
        open=MessagesAdmin.dialog == "message",
        on_close=MessagesAdmin.close,
        testid="message-dialog",
    )


def _view(row: Row) -> list[rx.Component]:
    return [
        icon_button(
            "eye",
            f"View message from {row['display_name']}",
            on_click=MessagesAdmin.open_message(row["id"].to(int)),
        )
    ]


def messages_admin_page() -> rx.Component:
    return management_page(MessagesAdmin, actions=_view, dialogs=(_details(),))
