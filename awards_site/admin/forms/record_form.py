"""The form of a management screen: it creates and edits records, and settles conflicts."""

from collections.abc import AsyncIterator, Mapping
from copy import deepcopy
from http import HTTPStatus
from typing import Any

import httpx
import reflex as rx

from awards_site.admin.account.reauthenticate import has_ended, sign_in_again
from awards_site.admin.forms.diff import changed, differences
from awards_site.admin.lists.record_list import RecordList
from awards_site.admin.notices import done, failed
from awards_site.admin.screen import Form
from awards_site.core.request_client import RequestError, RequestFailed, request_client
from awards_site.settings import settings
from awards_site.ui.overlays.toasts import ToastAction, notify

Events = AsyncIterator[rx.event.EventSpec | None]

_DIALOG_VARS = ("dialog", "conflict", "conflicts", "_record", "_theirs", "_tag")
"""The variables that tell what a dialog is about."""

CHANGED = "changed"
DELETED = "deleted"

UNDO_MS = 10_000
"""How long a notice stands that offers to undo something."""


class RecordForm(RecordList, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """The dialogs of a management screen, and its form about one version of one record."""

    dialog: str = ""
    """'create', 'edit', 'delete' or a name of the screen's own, while that dialog is open."""
    subject: str = ""
    """The name of the record that the dialog is about."""
    values: dict[str, Any] = {}
    """What the form's inputs show at first, by field."""
    errors: dict[str, str] = {}
    """What the API refused, by field."""
    form_errors: list[str] = []
    """What the API refused about fields that the form does not have."""
    conflict: str = ""
    """'changed' or 'deleted': what became of the record while it was being edited."""
    conflicts: list[dict[str, str]] = []
    """What was changed meanwhile, as `differences` tells it."""
    form_version: int = 0
    """Counts the forms, so that each gets fresh inputs."""
    pending: bool = False
    """Whether a dialog's write is on its way."""
    zone: str = ""
    """The programme's time zone, in which times are typed."""
    busy_row: int = 0
    """The id of the record that is being read or written from its row."""

    _record: dict[str, Any] = {}
    """The record that the dialog is about, as it was when the form opened; empty for a new one."""
    _theirs: dict[str, Any] = {}
    """The record as someone else changed it meanwhile."""
    _discarded: dict[str, Any] = {}
    """The `_DIALOG_VARS`, `values` and `form_version` of the dialog last closed unsaved."""
    _tag: str = ""
    """The ETag of the newest version of the record that the person at the form was shown."""

    @rx.event
    async def open_create(self) -> None:
        if self.screen.create is not None:
            self._open("create", {}, self._blank())

    @rx.event
    async def open_edit(self, record_id: int) -> Events:
        """Open the form with a record's values, read afresh."""
        if self.screen.update is None or self.busy_row:
            return
        self.busy_row = record_id
        yield None
        try:
            record, tag = await self._read_record(record_id)
        except RequestError as error:
            name = str(self._records.get(record_id, {}).get(self.screen.title_key, ""))
            again = sign_in_again(type(self).open_edit, record_id=record_id)
            yield failed(self.screen.read_failed, name, error, again)
            yield await self._reload()
        else:
            self._open("edit", record, self._shown(record), tag)
        self.busy_row = 0

    @rx.event
    async def close(self, typed: dict[str, Any]) -> rx.event.EventSpec | None:
        """Close the dialog and reset its form; a notice offers to restore what was typed."""
        if not (typed and self.dialog):
            self._leave()
            return None
        about = {name: getattr(self, name) for name in (*_DIALOG_VARS, "form_version")}
        self._discarded = {**deepcopy(about), "values": self._retyped(typed)}
        self._leave()
        restore = ToastAction("Restore", event=type(self).restore_input())
        return notify("Changes discarded", self.subject, action=restore, duration_ms=UNDO_MS)

    @rx.event
    async def restore_input(self) -> rx.event.EventSpec | None:
        """Open the dialog that was last closed unsaved as it was, on its screen."""
        if not self._discarded:
            return None
        discarded, self._discarded = self._discarded, {}
        self._open(
            discarded["dialog"], discarded["_record"], discarded["values"], discarded["_tag"]
        )
        for name in _DIALOG_VARS:
            setattr(self, name, discarded[name])
        self.restored = discarded["form_version"]
        return None if self._is_on_its_screen else rx.redirect(self.screen.path)

    @rx.event
    async def save(self, typed: dict[str, Any]) -> Events:
        """Create or update the record; what is refused stands beside its field."""
        form = self._form
        if form is None or self.pending:
            return
        self.pending = True
        self.errors = {}
        self.form_errors = []
        yield None
        creating = form is self.screen.create
        try:
            response = await self._save(form, typed)
        except RequestError as error:
            yield await self._save_failed(form, typed, error)
            self.pending = False
            return
        reloaded = await self._reload()
        if creating and response is not None:
            self._show_first(response.json())
        yield reloaded
        self.pending = False
        self._leave()
        if response is not None:
            saved = response.json()
            if self._stays(saved):
                self._open("edit", saved, self._shown(saved), response.headers.get("ETag", ""))
            notices = self.screen.notices
            name = str(saved[self.screen.title_key])
            yield done(notices.created if creating else notices.updated, name, response)

    @rx.event
    async def use_theirs(self) -> None:
        """Show the record as someone else left it, in the place of what was typed."""
        if self.conflict == CHANGED:
            self._open("edit", self._theirs, self._shown(self._theirs), self._tag)

    def _leave(self) -> None:
        self.dialog = ""
        self.restored = 0
        self.conflict = ""
        self.conflicts = []
        self._record = {}
        self._theirs = {}

    @property
    def _form(self) -> Form | None:
        """The form of the dialog that is open, if it has one."""
        if self.dialog == "create" or (self.dialog == "edit" and self.conflict == DELETED):
            return self.screen.create
        return self.screen.update if self.dialog == "edit" else None

    def _blank(self) -> dict[str, Any]:
        """Return what the inputs show for a new record."""
        return self.screen.create.blank() if self.screen.create else {}

    def _shown(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the inputs show for a record that is edited."""
        return self.screen.update.shown(record) if self.screen.update else {}

    def _retyped(self, typed: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the inputs show for what was typed into them."""
        form = self._form or self.screen.create
        return form.retyped(typed) if form else {}

    def _values(self, form: Form, typed: Mapping[str, Any]) -> dict[str, Any]:
        """Return what was typed as the API takes it: every field's value, by name."""
        return form.values(typed)

    def _stays(self, _saved: Mapping[str, Any]) -> bool:
        """Tell whether the dialog stays open on what was saved, because there is more to say."""
        return False

    def _refused(self, error: RequestError) -> rx.event.EventSpec | None:
        """Return what is said besides, when fields were refused: nothing, on most screens."""

    async def _read_record(self, record_id: int) -> tuple[dict[str, Any], str]:
        path = self.screen.item_path.format(id=record_id)
        response = await request_client(self).request("GET", path)
        return response.json(), response.headers.get("ETag", "")

    def _open(
        self, dialog: str, record: dict[str, Any], values: dict[str, Any], tag: str = ""
    ) -> None:
        """Open a dialog about a record; `values` are what its form shows at first."""
        self._leave()
        self._record = record
        self._tag = tag
        self.subject = str(record.get(self.screen.title_key, ""))
        self.values = values
        self.errors = {}
        self.form_errors = []
        self.pending = False
        self.zone = settings().timezone
        self.form_version += 1
        self.dialog = dialog

    async def _save(self, form: Form, typed: Mapping[str, Any]) -> httpx.Response | None:
        """Send the form and return the answer, or None when there was nothing to change.

        Of a record that is edited only those fields are sent that the person at the form changed,
        so that what others did to the rest of it stays.
        """
        values = self._values(form, typed)
        if form is self.screen.create:
            return await self._send(form, values)
        changes = changed(self._values(form, self._shown(self._record)), values)
        if not changes:
            return None
        try:
            return await self._send(form, changes)
        except RequestFailed as error:
            if error.status != HTTPStatus.PRECONDITION_FAILED:
                raise
            theirs, self._tag = await self._read_record(self._record["id"])
            if self._differences(form, theirs, typed):
                self._theirs = theirs
                raise
        # What was changed meanwhile is nothing that this form shows, or has been changed back.
        return await self._send(form, changes)

    async def _send(self, form: Form, body: dict[str, Any]) -> httpx.Response:
        """Make a form's call, for the version of the record that the form was filled in for."""
        headers = {"If-Match": self._tag} if form is self.screen.update and self._tag else None
        path = form.path.format(id=self._record.get("id"))
        return await request_client(self).request(form.method, path, body, headers=headers)

    async def _save_failed(
        self, form: Form, typed: Mapping[str, Any], error: RequestError
    ) -> rx.event.EventSpec | None:
        """Show in the dialog why the form was not saved, and return what a notice says of it."""
        if has_ended(error):
            return sign_in_again(type(self).save, typed=dict(typed))
        status = error.status if isinstance(error, RequestFailed) else 0
        if form is self.screen.update and status == HTTPStatus.PRECONDITION_FAILED:
            self.conflict = CHANGED
            self.conflicts = self._differences(form, self._theirs, typed)
            return None
        notices = self.screen.notices
        notice = notices.create_failed if form is self.screen.create else notices.update_failed
        if form is self.screen.update and status == HTTPStatus.NOT_FOUND:
            self.conflict = DELETED
            self.conflicts = []
            return failed(notice, self.subject, error)
        inputs = {each.name for each in form.fields}
        self.errors = {name: text for name, text in error.errors.items() if name in inputs}
        self.form_errors = [text for name, text in error.errors.items() if name not in inputs]
        if self.errors or self.form_errors:
            return self._refused(error)
        return failed(notice, self.subject, error)

    def _differences(
        self, form: Form, theirs: Mapping[str, Any], typed: Mapping[str, Any]
    ) -> list[dict[str, str]]:
        """Return what someone else changed about the record since the form was opened."""
        before, now = (self._values(form, self._shown(each)) for each in (self._record, theirs))
        return differences(form, before, now, self._values(form, typed))
