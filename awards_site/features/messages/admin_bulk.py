"""The dialog with which staff answer several messages with one template."""

from collections.abc import Iterable, Mapping
from typing import Any

import reflex as rx

from awards_site.core.crypto import new_token
from awards_site.features.messages import use_cases
from awards_site.features.messages.admin_details import (
    KEY,
    REPLY_TO_ALL,
    SUBJECT,
    TEXT,
    MessageDetails,
)
from awards_site.features.messages.admin_details_dialog import hidden_input, templates_select
from awards_site.features.messages.entity import MAX_BULK_REPLIES, BulkReply
from awards_site.features.messages.service import merge, topic
from awards_site.portal.autosave import KeptInput
from awards_site.portal.bulk import bulk_form
from awards_site.portal.controls import HELP, button, pending_button
from awards_site.portal.dialogs import cancel_button
from awards_site.portal.gateway import Events, Notice, api_handler, failing, run
from awards_site.portal.inputs import state_input
from awards_site.records.versions import validated
from awards_site.settings import settings
from awards_site.ui.overlays import UnsavedInput, dialog, dialog_body
from awards_site.ui.toasts import notify

_NOT_SENT = Notice("Replies not sent", "{message}")


class BulkReplies(MessageDetails, mixin=True):  # type: ignore[call-arg] # Reflex's keyword.
    """The part of the screen's State that answers the selected messages."""

    previews: list[dict[str, str]] = []
    """What each recipient will read, and why it could not be sent, if it was tried."""

    _recipients: list[dict[str, Any]] = []
    """The messages to answer, as the API returns them."""
    _reply: dict[str, Any] = {}
    """What the previews were made from."""

    @api_handler
    async def preview_replies(self, form_data: dict[str, Any]) -> None:
        if self.dialog != REPLY_TO_ALL or self.pending:
            return
        self._reply = {name: form_data.get(name) for name in (SUBJECT.name, TEXT.name, KEY)}
        self.errors = {
            name: "Please enter a text" for name, text in self._reply.items() if not text
        }
        if not self.errors:
            self.previews = [_preview(each, self._reply) for each in self._recipients]

    @api_handler
    async def send_replies(self) -> Events:
        """Send what the previews show, of which those stay that fail."""
        count = len(self.previews)
        if not count or self.pending:
            return
        self.pending = True
        self.bulk_progress = f"Sending {count} replies"
        yield None
        self.previews = []
        seen = {each["id"]: each["replyCount"] for each in self._recipients}
        with failing(_NOT_SENT, fields={SUBJECT.name, TEXT.name}, then=self._reload):
            reply = validated({**self._reply, "recipients": seen}, BulkReply)
            skipped = await run(use_cases.send_replies, reply)
        failed = {each.id: each.reason for each in skipped}
        if failed:
            self._recipients = [each for each in self._recipients if each["id"] in failed]
            self.previews = [
                _preview(each, self._reply, failed[each["id"]]) for each in self._recipients
            ]
        else:
            self._close()
        self.selection_version += 1
        sent = count - len(failed)
        title = "1 reply sent" if sent == 1 else f"{sent} replies sent"
        text = f"Not sent: {len(failed)}." if failed else "The emails are on their way."
        yield notify(title, text, destructive=bool(failed))
        yield await self._reload()

    @rx.event
    async def edit_reply(self) -> None:
        """Go back from the previews to the text."""
        self.previews = []

    async def _open_bulk(self, action: str) -> rx.event.EventSpec | None:
        selection = self._selection
        if not settings().sends_email:
            return notify("Replies cannot be sent", "No mail server is configured.")
        if selection["count"] > MAX_BULK_REPLIES:
            text = f"At most {MAX_BULK_REPLIES} messages can be answered at once."
            return notify("Too many messages", text, destructive=True)
        # All matches of a list that is as short as this are on its only page.
        ids = [*self._records] if selection["all"] else selection["ids"]
        await self._open_reply(
            ids, {SUBJECT.name: "Re: {subject}", TEXT.name: "", KEY: new_token()}
        )
        await self._load_dialog()
        return None

    async def _open_reply(self, ids: Iterable[int], values: dict[str, Any]) -> None:
        """Open the dialog for the messages with these ids."""
        with failing(_NOT_SENT, then=self._reload):
            found = [self._records.get(key) or (await self._read_record(key))[0] for key in ids]
        self._open(REPLY_TO_ALL, {}, values)
        self._recipients, self.previews = found, []

    def _kept(self, form_data: Mapping[str, Any]) -> dict[str, Any]:
        kept = super()._kept(form_data)
        if self.dialog == REPLY_TO_ALL:
            kept["base"] = {"ids": [each["id"] for each in self._recipients]}
        return kept

    async def _reopen(self, kept: KeptInput) -> None:
        if kept.dialog != REPLY_TO_ALL:
            return await super()._reopen(kept)
        values = self._to_restored_inputs(REPLY_TO_ALL, kept.values)
        return await self._open_reply(map(int, kept.base.get("ids", ())), values)


def _preview(message: dict[str, Any], reply: dict[str, Any], failure: str = "") -> dict[str, str]:
    values = message["name"], topic(message["subject"], message["inquiryType"])
    texts = {name: merge(str(reply[name]), *values) for name in (SUBJECT.name, TEXT.name)}
    return {"to": f"{message['name']}, {message['email']}", "failure": failure, **texts}


def reply_to_all_dialog(state: type[BulkReplies]) -> rx.Component:
    """Return the dialog, whose previews hide the inputs while they are shown."""
    count = rx.Var.create(state.previews).length()
    inputs = rx.el.div(
        templates_select(state),
        *(state_input(state, each) for each in (SUBJECT, TEXT)),
        rx.el.p("{name} and {subject} become those of each message.", class_name=HELP),
        class_name=rx.cond(count > 0, "hidden", "grid gap-4"),
    )
    previews = rx.foreach(state.previews, _preview_item)
    send = pending_button(
        f"Send Replies ({count})", "Sending...", state.pending, on_click=state.send_replies
    )
    # A double click on "Preview Replies" meets "Edit".
    edit = button("Edit", on_click=state.edit_reply, class_name="min-w-36")
    preview = button("Preview Replies", variant="primary", type="submit")
    form = bulk_form(
        state,
        dialog_body(inputs, rx.el.ol(previews, class_name="grid gap-3 empty:hidden")),
        hidden_input(KEY, state.values[KEY]),
        UnsavedInput.create(restored=state.restored_form_version > 0),
        buttons=rx.cond(count > 0, rx.fragment(send, edit), rx.fragment(cancel_button(), preview)),
        on_submit=state.preview_replies,
    )
    return dialog(
        form,
        title="Reply to the selected messages",
        description="Each sender gets an email of their own.",
        open=state.dialog == REPLY_TO_ALL,
        on_close=state.close,
        width="large",
        testid="reply-to-all-dialog",
    )


def _preview_item(preview: rx.Var[dict[str, str]]) -> rx.Component:
    failure = "font-medium text-danger empty:hidden"
    return rx.el.li(
        rx.el.p(preview["to"], class_name="text-xs text-muted"),
        rx.el.p(preview["failure"], class_name=failure),
        rx.el.p(preview["subject"], class_name="mt-1 font-medium"),
        rx.el.p(preview["text"], class_name="mt-1 whitespace-pre-line"),
        class_name="min-w-0 rounded-md bg-ground p-3 text-sm wrap-break-word",
    )
