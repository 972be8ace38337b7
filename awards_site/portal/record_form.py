"""The State of a management screen's form: creates and edits records, and resolves conflicts."""

import json
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, ClassVar

import reflex as rx

from awards_site.core.errors import ApiError, NotFound, PreconditionFailed
from awards_site.core.schemas import as_json
from awards_site.portal.columns import schedule_keys
from awards_site.portal.gateway import (
    Events,
    api_handler,
    error_toast,
    failing,
    run,
    success_toast,
)
from awards_site.portal.record_list import RecordList
from awards_site.portal.screen import Form
from awards_site.portal.sign_in.reauthenticate import needs_user
from awards_site.records.use_cases import create, read, update
from awards_site.records.versions import validated
from awards_site.records.written import Seen, Shown
from awards_site.settings import settings
from awards_site.ui.toasts import notify

Values = Mapping[str, Any]
"""A form's values in the API's format, by field name."""


def changed(before: Values, after: Values) -> dict[str, Any]:
    """Return the values of `after` that differ from `before`, by name."""
    # Compare JSON, because 1 == True in Python.
    return {
        name: value
        for name, value in after.items()
        if json.dumps(value) != json.dumps(before.get(name))
    }


def differences(form: Form, before: Values, theirs: Values, mine: Values) -> list[dict[str, str]]:
    """Return the display values of each field that they changed since `before`.

    The keys are `label`, `before`, `theirs`, and `mine`, which is '' unless my change conflicts
    with theirs.
    """
    conflicting = changed(before, mine).keys() & changed(theirs, mine).keys()
    changes = []
    for field in form.fields:
        if field.name not in changed(before, theirs):
            continue
        old, new, own = (values.get(field.name) for values in (before, theirs, mine))
        old_display, new_display = field.display_change(old, new)
        _, own_display = field.display_change(old, own)
        changes.append(
            {
                "label": field.label,
                "before": old_display,
                "theirs": new_display,
                "mine": own_display if field.name in conflicting else "",
            }
        )
    return changes


CHANGED = "changed"
DELETED = "deleted"
RECORD_ID = "recordId"
"""The hidden input of a dialog's form that names the record which the dialog shows."""


def other_was_opened() -> rx.event.EventSpec:
    """Return the notice for an event of a dialog in whose place another one has opened."""
    text = "Another dialog was opened meanwhile. What you typed is kept for its record."
    return notify("Nothing was changed", text, destructive=True)


class RecordForm(RecordList, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """The dialogs of a management screen, and a form for one version of one record."""

    use_theirs_hint: ClassVar[str] = "'Use theirs' drops what you typed."

    dialog: str = ""
    """The open dialog: 'create', 'edit', 'delete' or a screen's own; '' for none."""
    record_id: int = 0
    """The id of the dialog's record, with which its events return; 0 for a new one."""
    form_title: str = ""
    """The heading of the form's dialog."""
    form_description: str = ""
    """The sentence below it."""
    submit_label: str = ""
    """The button that saves the form."""
    record_name: str = ""
    """The name of the dialog's record."""
    values: dict[str, Any] = {}
    """The initial values of the inputs, by field."""
    errors: dict[str, str] = {}
    """Validation errors by field."""
    form_errors: list[str] = []
    """Validation errors of fields that the form does not have."""
    conflict_kind: str = ""
    """'changed' or 'deleted' if someone else wrote the record meanwhile, else ''."""
    conflicting_fields: list[dict[str, str]] = []
    """The fields that someone else changed meanwhile, as `differences` returns them."""
    form_version: int = 0
    """Incremented for each opened form, which remounts the inputs."""
    pending: bool = False
    """Whether a write of the dialog is in progress."""
    time_zone: str = ""
    """The programme's time zone, in which times are entered."""
    saved_input: str = ""
    """The record whose input was saved last, and a number; the browser then forgets the input."""
    focused_field: str = ""
    """The field whose input the form focuses when it opens; '' for the first."""
    to_do: list[str] = []
    """What is to do for the dialog's record before visitors see it."""
    site_path: str = ""
    """The path of the page on which visitors see the dialog's record, or ''."""
    busy_row: int = 0
    """The id of the record that a row's button is reading or writing; 0 for none."""

    _record: dict[str, Any] = {}
    """The dialog's record as it was when the form opened; empty for a new one."""
    _theirs: dict[str, Any] = {}
    """The record as changed by someone else meanwhile."""
    _linked_field: str = ""
    """The field that the link which opens a form leads to."""
    _etag: str = ""
    """The ETag of the latest version of the record that the form has shown."""

    @rx.event
    async def open_create(self) -> None:
        if self.screen.create is not None:
            self._open("create", {}, self._initial_values())

    @api_handler
    async def open_edit(self, record_id: int) -> Events:
        """Read a record again and open the form with its values."""
        if self.screen.update is None or self.busy_row:
            return
        self.busy_row = record_id
        yield None
        name = str(self._records.get(record_id, {}).get(self.screen.title_key, ""))
        with failing(self.screen.read_failed, name, then=self._reload):
            await self._open_record(record_id)

    @api_handler
    def save(self, form_data: dict[str, Any]) -> Events:
        """Create or update the record, or show validation errors next to their fields."""
        return self._submit(form_data)

    async def _submit(self, form_data: dict[str, Any]) -> Events:
        form = self._form
        if form is None or self.pending:
            return
        if not self._is_shown(form_data.get(RECORD_ID)):
            yield other_was_opened()
            return
        self.pending = True
        self.errors = {}
        self.form_errors = []
        yield None
        try:
            written = await self._save(form, form_data)
        except ApiError as error:
            if needs_user(error):
                raise
            yield self._save_failed(form, error)
            return
        creating = self._form is self.screen.create
        reloaded = await self._reload()
        if creating and written is not None:
            created = as_json(written.record)
            await self._read_problems(created["id"])
            self._show_first(created)
        yield reloaded
        self._forget_input()
        yield self._close_saved(written, creating=creating)

    def _close_saved(
        self, written: Shown[Any] | None, *, creating: bool
    ) -> rx.event.EventSpec | None:
        """Close the saved form, and return its toast, if it has changed anything."""
        self._close()
        if written is None:
            return None
        saved = as_json(written.record)
        if self._keeps_dialog_open(saved):
            self._open("edit", saved, self._to_inputs(saved), written.tag)
        notices = self.screen.notices
        name = str(saved[self.screen.title_key])
        notice = notices.created if creating else notices.updated
        is_public = self.screen.publish and saved.get(self.screen.publish)
        to_do = self._problems.get(saved["id"], []) if is_public else []
        return success_toast(notice, name, written, to_do)

    @rx.event
    async def use_theirs(self) -> None:
        """Discard the input and show the record as changed by someone else."""
        if self.conflict_kind == CHANGED:
            self._forget_input()
            self._open_theirs()

    def _open_theirs(self) -> None:
        self._open("edit", self._theirs, self._to_inputs(self._theirs), self._etag)

    def _open_linked(self, link: Mapping[str, str], role: str) -> rx.event.EventSpec | None:
        if role not in self.screen.write_roles:
            return None
        key = link.get("edit", "")
        self._linked_field = link.get("field", "")
        if key.isascii() and key.isdecimal():
            return type(self).open_edit(int(key))
        return type(self).open_create() if "new" in link else None

    def _is_shown(self, record_id: Any) -> bool:
        """Return whether an event that a dialog has sent is about the record that is open now.

        Another dialog may have opened before the event arrived. Events without an id are accepted.
        """
        return record_id is None or str(record_id) == str(self.record_id)

    async def _load_dialog(self) -> None:
        """Read what else a reopened dialog shows than its record. Screens may override this."""

    def _forget_input(self) -> None:
        """Let the browser forget what it has autosaved of the form. Subclasses override this."""

    def _close(self) -> None:
        self.dialog = ""
        self.restored_form_version = 0

    @property
    def _form(self) -> Form | None:
        if self.dialog == "create" or (self.dialog == "edit" and self.conflict_kind == DELETED):
            return self.screen.create
        return self.screen.update if self.dialog == "edit" else None

    def _initial_values(self) -> dict[str, Any]:
        return self.screen.create.initial_values() if self.screen.create else {}

    def _to_inputs(self, record: Mapping[str, Any]) -> dict[str, Any]:
        return self.screen.update.to_inputs(record) if self.screen.update else {}

    def _to_restored_inputs(self, dialog: str, form_data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the inputs' values when unsaved input of a dialog is restored."""
        form = self.screen.update if dialog == "edit" else self.screen.create
        return form.to_restored_inputs(form_data) if form else {}

    def _from_inputs(self, form: Form, form_data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the submitted values of all fields in the API's format, by name."""
        return form.from_inputs(form_data)

    def _keeps_dialog_open(self, _saved: Mapping[str, Any]) -> bool:
        """Return whether the dialog stays open after saving. Screens may override this."""
        return False

    def _validation_toast(self, error: ApiError) -> rx.event.EventSpec | None:
        """Return a toast for validation errors, or None. Screens may override this."""

    async def _open_record(self, record_id: int) -> None:
        record, etag = await self._read_record(record_id)
        self._open("edit", record, self._to_inputs(record), etag)

    async def _read_record(self, record_id: int) -> tuple[dict[str, Any], str]:
        shown = await run(read, self._entity, record_id)
        return as_json(shown.record), shown.tag

    def _open(
        self, dialog: str, record: dict[str, Any], values: dict[str, Any], etag: str = ""
    ) -> None:
        """Open a dialog for a record; `values` are the initial values of its form."""
        self.restored_form_version = 0
        self.conflict_kind, self.conflicting_fields = "", []
        self._record, self._theirs = record, {}
        self._etag = etag
        self.record_id = int(record.get("id", 0))
        self.record_name = str(record.get(self.screen.title_key, ""))
        self.to_do = self._problems.get(record.get("id", 0), [])
        listed = self._records.get(record.get("id", 0))
        self.site_path = self._page_of(listed) if listed else ""
        self.focused_field, self._linked_field = self._linked_field, ""
        self.values = values
        self.errors = {}
        self.form_errors = []
        self.pending = False
        self.time_zone = settings().timezone
        self.form_version += 1
        self.dialog = dialog
        if form := self._form:
            self.form_title, self.submit_label = form.title, form.submit
            self.form_description = form.description or self.record_name
        self._opened()

    def _opened(self) -> None:
        """Set all that the open dialog shows besides. Subclasses override this."""

    async def _save(self, form: Form, form_data: Mapping[str, Any]) -> Shown[Any] | None:
        """Save the form and return the record, or None if nothing has changed.

        An update contains only the changed fields, so that it does not overwrite other people's
        changes to other fields.
        """
        values = self._from_inputs(form, form_data)
        if form is self.screen.create:
            return await self._create(values)
        changes = self._changes(form, values)
        if not changes:
            return None
        return await self._write_checked(form, form_data, partial(self._update, changes))

    def _changes(self, form: Form, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the submitted values that differ from those with which the form opened."""
        changes = changed(self._from_inputs(form, self._to_inputs(self._record)), values)
        if self.screen.publish in changes:
            # Without its schedule, a record is published at once.
            keys = schedule_keys(self.screen.publish)
            changes |= {key: values[key] for key in keys if key in values}
        return changes

    async def _write_checked(
        self,
        form: Form,
        form_data: Mapping[str, Any],
        write: Callable[[], Awaitable[Shown[Any]]],
    ) -> Shown[Any]:
        """Write; if someone else has, again, unless the form shows what changed meanwhile."""
        try:
            return await write()
        except PreconditionFailed:
            await self._find_conflict(form, form_data)
            if self.conflicting_fields:
                raise
        # The form does not show what changed meanwhile, or it was changed back.
        return await write()

    async def _find_conflict(self, form: Form, form_data: Mapping[str, Any]) -> None:
        """Read the record again, and find out what someone else changed in the form's fields."""
        self._theirs, self._etag = await self._read_record(self._record["id"])
        self._set_conflict(form, self._record, self._theirs, form_data)

    async def _create(self, values: dict[str, Any]) -> Shown[Any]:
        """Create a record. Screens whose entity has a use case of its own override this."""
        return await run(create, self._entity, validated(values, self._entity.create))

    async def _update(self, changes: dict[str, Any]) -> Shown[Any]:
        """Update the form's record, unless it is not as the form shows it any more."""
        fields = validated(changes, self._entity.update)
        return await run(update, self._entity, self._record["id"], fields, self._seen)

    @property
    def _seen(self) -> Seen:
        return Seen(self._etag or None)

    def _save_failed(self, form: Form, error: ApiError) -> rx.event.EventSpec | None:
        """Show in the dialog why saving failed, and return the toast for it, if any."""
        if form is self.screen.update and isinstance(error, PreconditionFailed):
            self.conflict_kind = CHANGED
            return None
        notices = self.screen.notices
        notice = notices.create_failed if form is self.screen.create else notices.update_failed
        if form is self.screen.update and isinstance(error, NotFound):
            self.conflict_kind = DELETED
            self.conflicting_fields = []
            return error_toast(notice, self.record_name, error)
        inputs = {each.name for each in form.fields}
        self.errors = {name: text for name, text in error.errors.items() if name in inputs}
        self.form_errors = [text for name, text in error.errors.items() if name not in inputs]
        if self.errors or self.form_errors:
            return self._validation_toast(error)
        return error_toast(notice, self.record_name, error)

    def _set_conflict(
        self,
        form: Form,
        before: Mapping[str, Any],
        theirs: Mapping[str, Any],
        form_data: Mapping[str, Any],
    ) -> None:
        """Set what someone else changed from one record to another."""
        old, new = (self._from_inputs(form, self._to_inputs(each)) for each in (before, theirs))
        mine = self._from_inputs(form, form_data)
        self.conflicting_fields = differences(form, old, new, mine)
