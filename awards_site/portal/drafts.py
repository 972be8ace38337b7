"""Pending changes to published records, which the form saves, shows, publishes and discards."""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

import reflex as rx

from awards_site.core.database.managed_record import is_scheduled
from awards_site.core.errors import NotFound
from awards_site.core.presentation.texts import format_datetime
from awards_site.core.schemas import as_json
from awards_site.portal.autosave import KeptInput
from awards_site.portal.controls import button, button_class, pending_button
from awards_site.portal.gateway import Events, Notice, api_handler, failing, run
from awards_site.portal.history import DELETED_ACCOUNT
from awards_site.portal.inputs import Visibility
from awards_site.portal.parts import Parts
from awards_site.portal.previews import (
    FormAction,
    RecordPreviews,
    preview_dialog,
    preview_form_button,
)
from awards_site.portal.record_form import CHANGED, RECORD_ID, other_was_opened
from awards_site.portal.screen import Form
from awards_site.records.use_cases import (
    discard_pending,
    publish_pending,
    read_pending,
    save_pending,
)
from awards_site.records.versions import validated
from awards_site.records.written import Shown
from awards_site.ui.toasts import notify

_NOT_DISCARDED = Notice("The draft could not be discarded", "{message}")


class RecordDrafts(RecordPreviews, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """A management screen whose published records can have pending changes.

    The screen and the API call them a draft. A form that shows a draft opens with the record on
    which the draft is based and the draft's values. Its changes are added to the draft when it is
    saved, and when it is published.
    """

    use_theirs_hint: ClassVar[str] = (
        "'Use theirs' drops what you typed; of a draft, only these fields."
    )

    draft_text: str = ""
    """Who saved the draft that the form shows, and when; '' if it shows none."""
    is_public: bool = False
    """Whether the form's record is published, so that it can have a draft."""

    _base: dict[str, Any] = {}
    """The record on which the form's draft is based."""
    _saves_draft: bool = False
    """Whether the form was last submitted as a draft."""
    _theirs_is_draft: bool = False
    """Whether `_theirs` has a draft that somebody else saved meanwhile."""

    @classmethod
    def parts(cls) -> Parts:
        entity = cls.screen.entity
        scheduled = []
        if entity and is_scheduled(entity.table):
            is_draft = cls.draft_text != ""
            scheduled.append(Visibility.create(is_draft=is_draft, time_zone=cls.time_zone))
        own = Parts(
            above_form=[draft_banner(cls)],
            form_buttons=[*scheduled, preview_form_button(cls)],
            save_buttons=[draft_buttons(cls)],
            dialogs=[preview_dialog(cls, save_and_link_button(cls))],
        )
        return own + super().parts()

    @api_handler
    def save(self, form_data: dict[str, Any]) -> Events:
        """Save the record, publish its draft, or repeat what the shown conflict prevented."""
        if self.conflict_kind != CHANGED:
            self._saves_draft = False
        return self._submit(form_data)

    @api_handler
    def save_draft(self, form_data: dict[str, Any]) -> Events:
        """Save the input as the draft of the record, which stays as it is."""
        self._saves_draft = True
        return self._submit(form_data)

    @api_handler
    async def save_and_link(self, form_data: dict[str, Any]) -> Events:
        """Save the input that the preview shows, without publishing it, and make a link to it.

        A published record gets a draft; another one is saved, and stays unpublished. If that fails,
        the form shows why.
        """
        if not self.preview_values or self.pending:
            return
        self._saves_draft = self.is_public or bool(self.draft_text)
        if not self._saves_draft:
            form_data = {key: each for key, each in form_data.items() if key != self.screen.publish}
        async for event in self._submit(form_data):
            yield event
        if self._form is not None:
            if self.errors or self.form_errors or self.conflict_kind:
                self._close_preview()
            return
        self.preview_values = ""
        yield type(self).make_preview_link

    @api_handler
    async def discard_draft(self, form_data: dict[str, Any]) -> Events:
        """Discard the draft and close the form; the notice brings back both."""
        form = self.screen.update
        if self.dialog != "edit" or form is None or not self.draft_text or self.pending:
            return
        if not self._is_shown(form_data.get(RECORD_ID)):
            yield other_was_opened()
            return
        self.pending = True
        yield None
        record_id, name = int(self._record["id"]), self.record_name
        with failing(_NOT_DISCARDED, name):
            token = await run(discard_pending, self._entity, record_id, self._seen)
        changes = self._changes(form, self._from_inputs(form, form_data))
        kept = self._kept(form_data) if changes else {}
        self._forget_input()
        self._close()
        yield await self._reload()
        yield notify("Draft discarded", name, **self._undo(token, name, kept))

    def _is_public(self, record: Mapping[str, Any]) -> bool:
        """Return whether a record is published, perhaps later, or is one that always is.

        Screens may override this.
        """
        key = self.screen.public_key
        return not key or bool(record[key])

    def _opened(self) -> None:
        super()._opened()
        self.draft_text, self._base = "", {}
        self.is_public = self._saves_draft = self._theirs_is_draft = False

    async def _open_record(self, record_id: int) -> None:
        """Opens the form with the record's draft, if it has one."""
        record, etag = await self._read_record(record_id)
        draft = await self._read_draft(record_id)
        base, shown, etag = _drafted(record, etag, draft)
        self._open("edit", shown, self._to_inputs(shown), etag)
        self._set_draft(draft, base)
        self.is_public = self._is_public(record)

    async def _restore_edited(self, record: dict[str, Any], etag: str, kept: KeptInput) -> None:
        """Restores the input in the record's draft, if it has one."""
        draft = await self._read_draft(record["id"])
        stored, shown, etag = _drafted(record, etag, draft)
        await super()._restore_edited(shown, etag, kept)
        self._set_draft(draft, stored)
        self.is_public = self._is_public(record)
        self._theirs_is_draft = draft is not None and self.conflict_kind == CHANGED
        # Whether it was to be a draft is not known, so that 'Save anyway' does not publish it.
        self._saves_draft = self.is_public or draft is not None

    def _set_draft(self, draft: Mapping[str, Any] | None, base: dict[str, Any]) -> None:
        self._base = base
        self.draft_text = ""
        if draft is not None:
            author = draft["userName"] or DELETED_ACCOUNT
            self.draft_text = f"{author}, {format_datetime(draft['updatedAt'])}"

    def _open_theirs(self) -> None:
        """Takes what they changed, and keeps the rest of the draft."""
        record = self._theirs if self._theirs_is_draft or not self.draft_text else self._record
        kept = (self.draft_text, self.is_public, self._base)
        self._open("edit", record, self._to_inputs(self._theirs), self._etag)
        self.draft_text, self.is_public, self._base = kept

    async def _save(self, form: Form, form_data: Mapping[str, Any]) -> Shown[Any] | None:
        """Saves or publishes the draft, where that was asked for."""
        is_plain = not (self._saves_draft or self.draft_text)
        if form is not self.screen.update or is_plain:
            return await super()._save(form, form_data)
        changes = self._changes(form, self._from_inputs(form, form_data))
        if self._saves_draft:
            if not changes:
                return None
            write = partial(self._save_draft, changes)
        else:
            write = partial(self._publish_draft, changes)
        return await self._write_checked(form, form_data, write)

    async def _save_draft(self, changes: dict[str, Any]) -> Shown[Any]:
        fields = validated(changes, self._entity.update)
        return await run(save_pending, self._entity, self._record["id"], fields, self._seen)

    async def _publish_draft(self, changes: dict[str, Any]) -> Shown[Any]:
        fields = validated(changes, self._entity.update) if changes else None
        return await run(publish_pending, self._entity, self._record["id"], fields, self._seen)

    def _close_saved(
        self, written: Shown[Any] | None, *, creating: bool
    ) -> rx.event.EventSpec | None:
        if creating or not self._saves_draft:
            return super()._close_saved(written, creating=creating)
        name = self.record_name
        self._close()
        if written is None:
            return None
        if written.record is None:
            return notify("No draft", f"{name} has no changes any more.")
        return notify("Draft saved", f"{name} stays as it is until the draft is published.")

    async def _find_conflict(self, form: Form, form_data: Mapping[str, Any]) -> None:
        """Compares with a draft that somebody else saved, or with the record if it has changed."""
        record, etag = await self._read_record(self._record["id"])
        draft = await self._read_draft(self._record["id"])
        had_draft, before = bool(self.draft_text), self._record
        self._theirs, self._theirs_is_draft = record, False
        if draft is None:
            self._etag = etag
            if had_draft:
                # Somebody has published or discarded it: what it had is sent with the rest.
                self._record = self._base
        elif not had_draft or draft["etag"] not in self._etag:
            record, self._theirs, self._etag = _drafted(record, etag, draft)
            self._theirs_is_draft = True
        else:
            before, self._etag = self._base, f"{draft['etag']}, {etag}"
            drafted = {
                key: value
                for key, value in draft["values"].items()
                if draft["base"][key] == record[key]
            }
            self._set_conflict(form, before, record, form_data)
            self._theirs = {**record, **drafted}
            self._set_draft(draft, record)
            return
        self._set_conflict(form, before, self._theirs, form_data)
        self._set_draft(draft, record)

    async def _read_draft(self, record_id: int) -> dict[str, Any] | None:
        """Return the draft of a record with its `etag`, or None."""
        try:
            shown = await run(read_pending, self._entity, record_id)
        except NotFound:
            return None
        return {**as_json(shown.record), "etag": shown.tag}


def _drafted(
    record: dict[str, Any], etag: str, draft: Mapping[str, Any] | None
) -> tuple[dict[str, Any], dict[str, Any], str]:
    """Return a record as its draft, if any, was begun with, as the draft has it, and the ETag."""
    if draft is None:
        return record, record, etag
    base = {**record, **draft["base"]}
    return base, {**base, **draft["values"]}, draft["etag"]


def draft_banner(state: type[RecordDrafts]) -> rx.Component:
    """Return what is said above a form that shows a draft."""
    return rx.cond(
        state.draft_text != "",
        rx.el.div(
            rx.el.p(
                rx.el.strong("Draft changes ", class_name="font-semibold"),
                rx.el.span(f"({state.draft_text}). "),
                rx.el.span("The record stays as it is until you publish them."),
                class_name="min-w-0 flex-1 basis-64",
            ),
            FormAction.create(
                "Discard draft",
                on_act=state.discard_draft,
                class_name=button_class("quiet"),
                aria_disabled=state.pending,
            ),
            class_name=(
                "flex flex-none flex-wrap items-center gap-3 border-b border-line bg-gold/10 px-5"
                " py-3 text-sm sm:px-6"
            ),
            role="note",
            aria_label="Draft",
        ),
    )


def draft_buttons(state: type[RecordDrafts]) -> rx.Component:
    """Return the buttons that save a record or its draft."""
    return rx.fragment(
        rx.cond(
            state.is_public | (state.draft_text != ""),
            save_draft_button(state),
        ),
        rx.cond(
            state.draft_text != "",
            pending_button("Publish changes", "Publishing...", state.pending, type="submit"),
            pending_button(state.submit_label, "Saving...", state.pending, type="submit"),
        ),
    )


def save_and_link_button(state: type[RecordDrafts]) -> rx.Component:
    """Return the button of a form's preview that saves the input and copies a link to it."""
    return button(
        rx.icon("link", size=15),
        rx.cond(
            state.is_public | (state.draft_text != ""),
            "Save draft and copy link",
            "Save as unpublished and copy link",
        ),
        on_click=state.save_and_link(state.previewed_input),
        aria_disabled=state.pending,
    )


def save_draft_button(state: type[RecordDrafts]) -> rx.Component:
    return FormAction.create(
        "Save draft",
        on_act=state.save_draft,
        class_name=button_class("quiet"),
        aria_disabled=state.pending,
    )
