"""The State of a contact message's details: what staff do with it, notes, and conversation."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import reflex as rx

from awards_site.accounts.permissions import Role
from awards_site.core import paths
from awards_site.core.crypto import new_token
from awards_site.core.errors import ApiError, Conflict, PreconditionFailed
from awards_site.core.paths import mailto
from awards_site.core.presentation.texts import format_datetime
from awards_site.core.schemas import as_json
from awards_site.core.validation import MAX_LINE_LENGTH
from awards_site.features.messages import use_cases
from awards_site.features.messages.entity import (
    MessagePublic,
    MessageStatus,
    MessageUpdate,
    NoteCreate,
    NotePublic,
    ReplyCreate,
    ReplyPublic,
)
from awards_site.features.messages.service import topic
from awards_site.portal.autosave import KeptInput
from awards_site.portal.fields import Field, TextAreaField
from awards_site.portal.gateway import Events, Failed, Notice, api_handler, failing, run
from awards_site.portal.management_screen import ManagementScreen
from awards_site.portal.record_form import RECORD_ID, other_was_opened
from awards_site.portal.sign_in.state import Account
from awards_site.records.use_cases import read
from awards_site.records.versions import validated
from awards_site.records.written import Shown
from awards_site.settings import settings
from awards_site.ui.toasts import notify

DIALOG, REPLY_TO_ALL = "message", "reply"
"""The dialogs of one message, and of a reply to several."""
MAX_LISTED = 20
"""The most messages and replies in the list of a conversation."""

_FORMER_COLLEAGUE = "a former colleague"
SUBJECT = Field("subject", "Reply subject", half=True)
TEXT = TextAreaField("text", "Reply text", half=True, rows=7)
KEY = "key"
"""The hidden input by which the API recognises what is sent twice."""
NOTE_KEY = "noteKey"
"""The same for a note."""
NOTE = TextAreaField("note", "New note", half=True, rows=2)


class MessageDetails(ManagementScreen, mixin=True):  # type: ignore[call-arg] # Reflex's keyword.
    """The part of the screen's State that shows a message and changes what staff do with it."""

    message: dict[str, str] = {}
    """The details of the open message, as `_message_details` returns them."""
    notes: list[dict[str, str]] = []
    """Its notes, oldest first."""
    note_to_delete: str = ""
    """The id of the note whose deletion is to be confirmed."""
    conversation: list[dict[str, str]] = []
    """What else its address has written and received, newest first."""
    has_more_conversation: bool = False
    conversation_error: str = ""
    """Why notes and conversation could not be read."""
    assignees: list[dict[str, str]] = []
    """Who can be assigned: `id` and `name`."""
    templates: list[dict[str, str]] = []
    """The templates of replies: `title` and `text`, which may have merge fields."""
    previous_id: int = 0
    """The message before the open one in the list as it was when the dialog opened; 0 for none."""
    next_id: int = 0
    place: str = ""
    """Its place in that list, such as '3 of 20'."""
    can_reply: bool = False
    """Whether the site sends email."""
    note_version: int = 0
    """Incremented for each opened message and added note, which remounts the input."""
    note_key: str = ""
    """What the API recognises a repeated note by, as `values` has one for the reply."""
    note_pending: bool = False

    _sequence: list[int] = []
    """The ids of the list when the dialog opened: read messages leave a list of unread ones."""

    @api_handler
    async def set_status(self, record_id: int, status: str) -> rx.event.EventSpec | None:
        return await self._change(record_id, {"status": status})

    @api_handler
    async def set_assignee(self, record_id: int, assignee: str) -> rx.event.EventSpec | None:
        return await self._change(record_id, {"assigneeId": int(assignee) if assignee else None})

    @api_handler
    async def take(self, record_id: int) -> rx.event.EventSpec | None:
        account = await self.get_state(Account)
        return await self._change(record_id, {"assigneeId": account.user_id})

    @api_handler
    async def add_note(self, form_data: dict[str, Any]) -> Events:
        if self.dialog != DIALOG or self.note_pending:
            return
        if not self._is_shown(form_data.get(RECORD_ID)):
            yield other_was_opened()
            return
        self.note_pending = True
        self.errors = {}
        yield None
        body = {"text": form_data.get(NOTE.name), KEY: form_data.get(NOTE_KEY)}
        try:
            note = validated(body, NoteCreate)
            await run(use_cases.add_note, self._record["id"], note)
        except ApiError as error:
            if error.errors:
                self.errors = {NOTE.name: error.message}
                return
            # An earlier text has been stored with this key.
            if isinstance(error, Conflict):
                self.note_key = new_token()
            notice = Notice("Error adding note", "{message}")
            raise Failed(error, notice, then=self._read_thread) from error
        self.values = {**self.values, NOTE.name: ""}
        self.note_version += 1
        self.note_key = new_token()
        await self._read_thread()

    @rx.event
    async def ask_to_delete_note(self, note_id: str) -> None:
        """Ask whether a note is to be deleted; '' ends the question."""
        self.note_to_delete = note_id

    @rx.event
    async def delete_note(self) -> Events:
        note_id, self.note_to_delete = self.note_to_delete, ""
        if not note_id:
            return
        try:
            await run(use_cases.delete_note, self._record["id"], int(note_id))
        except ApiError as error:
            yield notify("Error deleting note", error.message, destructive=True)
        else:
            yield notify("Note deleted", self.record_name)
        await self._read_thread()

    @api_handler
    async def reply(self, form_data: dict[str, Any]) -> Events:
        """Send a reply; what was typed stays if that fails."""
        if self.dialog != DIALOG or self.pending:
            return
        if not self._is_shown(form_data.get(RECORD_ID)):
            yield other_was_opened()
            return
        self.pending = True
        self.errors = {}
        yield None
        body = {name: form_data.get(name) for name in (SUBJECT.name, TEXT.name, KEY)}
        try:
            reply = validated(body, ReplyCreate)
            sent = await run(use_cases.send_reply, self._record["id"], reply, self._seen)
        except ApiError as error:
            if isinstance(error, Conflict):
                self.values = {**self.values, KEY: new_token()}
            notice = Notice("Reply not sent", "{message}")
            raise Failed(error, notice, fields=error.errors, then=self._show_latest) from error
        self._etag = sent.tag
        yield notify("Reply sent", f"An email to {self.record_name} is on its way.")
        await self._show_latest()
        self._forget_input()
        self.values = {**self.values, **_reply_inputs(self.message)}
        self.restored_form_version = 0
        self.form_version += 1
        yield await self._reload()

    def _opened(self) -> None:
        super()._opened()
        self.notes, self.conversation = [], []
        self.note_to_delete = self.conversation_error = ""
        self.has_more_conversation = False
        self.assignees, self.templates = [], []
        if self.dialog == DIALOG:
            self.message = _message_details(self._record)
            self.opened = {"record": str(self.record_id), "name": self.record_name}
            self.values = {**_reply_inputs(self.message), NOTE.name: "", **self.values}
            self.can_reply = settings().sends_email
            self.note_version += 1
            self.note_key = new_token()
            self.note_pending = False
            self._list_assignee()
            self._find_place()

    def _find_place(self) -> None:
        ids = self._sequence if self.record_id in self._sequence else [self.record_id]
        at = ids.index(self.record_id)
        self.previous_id = ids[at - 1] if at else 0
        self.next_id = ids[at + 1] if at + 1 < len(ids) else 0
        self.place = f"{at + 1} of {len(ids)}"

    async def _load_dialog(self) -> None:
        """Read what else the dialog shows than the message itself."""
        if self.dialog not in (DIALOG, REPLY_TO_ALL, "bulk-set"):
            return
        try:
            assignees = await run(use_cases.list_assignees)
            self.templates = [as_json(each) for each in await run(use_cases.list_templates)]
        except ApiError as error:
            self.conversation_error = error.message
            return
        self.assignees = [{"id": str(each.id), "name": each.name} for each in assignees]
        if self.dialog == DIALOG:
            self._list_assignee()
            await self._read_thread()

    def _to_restored_inputs(self, dialog: str, form_data: Mapping[str, Any]) -> dict[str, Any]:
        if dialog not in (DIALOG, REPLY_TO_ALL):
            return super()._to_restored_inputs(dialog, form_data)
        # Only the forms with unsaved input have been sent.
        fields = [each for each in (SUBJECT, TEXT, NOTE) if each.name in form_data]
        inputs = {each.name: each.to_restored_input(form_data[each.name]) for each in fields}
        return inputs | ({KEY: form_data[KEY]} if KEY in form_data else {})

    async def _restore_edited(self, record: dict[str, Any], etag: str, kept: KeptInput) -> None:
        """Show a message with the reply and the note that had not been sent."""
        self._open(DIALOG, record, self._to_restored_inputs(DIALOG, kept.values), etag)

    async def _change(self, record_id: int, changes: dict[str, Any]) -> rx.event.EventSpec | None:
        """Change the open message, unless someone else has changed the same meanwhile."""
        if self.dialog != DIALOG or not self._is_shown(record_id):
            return None
        before = self._record
        with failing(self.screen.notices.update_failed, self.record_name):
            try:
                await self._patch(changes)
            except PreconditionFailed:
                await self._show_latest()
                if any(self._record.get(key) != before.get(key) for key in changes):
                    raise
                # What changed is something else, such as whether it has been read.
                await self._patch(changes)
        return await self._reload()

    async def _patch(self, changes: dict[str, Any]) -> None:
        fields = validated(changes, MessageUpdate)
        self._show(await run(use_cases.update, self._record["id"], fields, self._seen))

    def _show(self, shown: Shown[MessagePublic]) -> None:
        self._record, self._etag = as_json(shown.record), shown.tag
        self.message = _message_details(self._record)
        self._list_assignee()

    def _list_assignee(self) -> None:
        """Offer the message's assignee, too, whose role may have changed since."""
        key, name = self.message["assignee"], self.message["assignee_name"]
        if key and all(each["id"] != key for each in self.assignees):
            self.assignees = [*self.assignees, {"id": key, "name": name}]

    async def _show_latest(self) -> None:
        """Show the message and its conversation as they are now."""
        try:
            shown = await run(read, self._entity, self._record["id"])
        except ApiError as error:
            self.conversation_error = error.message
            return
        self._show(shown)
        await self._read_thread()

    async def _read_thread(self) -> None:
        account = await self.get_state(Account)
        try:
            thread = await run(use_cases.read_thread, self._record["id"])
        except ApiError as error:
            self.conversation_error = error.message
            return
        self.conversation_error = ""
        self.notes = [
            {
                "id": str(each.id),
                "by": _by(each),
                "text": each.text,
                "deletable": "yes"
                if account.role == Role.ADMIN or each.author_id == account.user_id
                else "",
            }
            for each in thread.notes
        ]
        written = [(each.created_at, _written(each)) for each in thread.messages]
        sent = [(each.created_at, _sent(each)) for each in thread.replies]
        newest = sorted([*written, *sent], key=lambda pair: pair[0], reverse=True)
        self.conversation = [each for _, each in newest[:MAX_LISTED]]
        self.has_more_conversation = thread.has_more or len(newest) > MAX_LISTED


def _message_details(record: Mapping[str, Any]) -> dict[str, str]:
    """Return the details of a message, and the mailto link for a reply."""
    kind = topic(None, record["inquiryType"])
    subject = record["subject"] or ""
    return {
        "name": record["name"],
        "email": record["email"],
        "date": format_datetime(record["createdAt"]),
        "kind": kind,
        "subject": subject,
        "topic": subject or kind,
        "text": record["message"],
        "status": record["status"],
        "assignee": str(record["assigneeId"] or ""),
        "assignee_name": record["assigneeName"] or "",
        "reply_subject": f"Re: {subject or kind}",
        "reply": mailto(record["email"], f"Re: {subject or kind}"),
        "same_address": f"{paths.MESSAGES}?{urlencode({'search': record['email']})}",
    }


def _reply_inputs(message: Mapping[str, str]) -> dict[str, Any]:
    subject = message["reply_subject"][:MAX_LINE_LENGTH]
    return {SUBJECT.name: subject, TEXT.name: "", KEY: new_token()}


def _by(record: NotePublic | ReplyPublic) -> str:
    return f"{record.author_name or _FORMER_COLLEAGUE}, {format_datetime(record.created_at)}"


def _written(message: MessagePublic) -> dict[str, str]:
    return {
        "heading": f"{message.name}, {format_datetime(message.created_at)}",
        "subject": topic(message.subject, message.inquiry_type),
        "text": message.message,
        "status": MessageStatus.labels().get(message.status, message.status),
        "failure": "",
    }


def _sent(reply: ReplyPublic) -> dict[str, str]:
    states = {"waiting": "Being sent", "sent": "Sent", "failed": ""}
    return {
        "heading": f"Reply by {_by(reply)}",
        "subject": reply.subject,
        "text": reply.text,
        "status": states[reply.delivery],
        "failure": reply.delivery_error,
    }
