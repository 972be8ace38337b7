"""The parts of a management screen that keep and offer unsaved input, which is in the browser."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import reflex as rx

from awards_site.core.errors import ApiError, NotFound
from awards_site.frontend import react, script
from awards_site.portal.controls import button_class
from awards_site.portal.gateway import Failed, api_handler
from awards_site.portal.record_form import CHANGED, DELETED, RecordForm
from awards_site.portal.sign_in.state import Account

NEW = "new"


@dataclass(frozen=True)
class Autosaved:
    """The input of a record's form, which the browser has autosaved."""

    base: Mapping[str, Any]
    """The values by field with which the form began."""
    values: Mapping[str, Any]
    """The values by field that it had last."""


class AutosavedInput(RecordForm, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """Names the open form for the browser, which autosaves its input, and opens it again."""

    opened: dict[str, Any] = {}
    """The `record` of the form opened last, an id or NEW, and its `name`.

    A form that was restored has the values by field with which it began, `base`, and the time `at`
    which its input was autosaved.
    """

    @api_handler
    async def restore_autosaved(self, autosaved: dict[str, Any]) -> None:
        """Open a form with the input that the browser has autosaved.

        If someone else has changed or deleted the record since, the form says so, as if it had
        been open meanwhile. `autosaved` has the keys of `opened`, and `values`.
        """
        record_key, values, base = (autosaved.get(key) for key in ("record", "values", "base"))
        if self.pending or self.busy_row or not isinstance(values, dict | None):
            return
        if record_key == NEW:
            self._restore_new(values or {})
        elif isinstance(record_key, str) and record_key.isascii() and record_key.isdecimal():
            restored = Autosaved(base if isinstance(base, dict) else {}, values or {})
            try:
                record, etag = await self._read_record(int(record_key))
                await self._restore_edited(record, etag, restored)
            except ApiError as error:
                if not (isinstance(error, NotFound) and self.screen.can_create_as_new):
                    name = str(autosaved.get("name", ""))
                    raise Failed(error, self.screen.read_failed, name) from error
                self._restore_deleted(int(record_key), restored)
        else:
            return
        self.opened = {**self.opened, "at": autosaved.get("at")}

    def _opened(self) -> None:
        super()._opened()
        keys = {"create": NEW, "edit": str(self._record.get("id", ""))}
        self.opened = {"record": keys.get(self.dialog, ""), "name": self.record_name}
        if self.dialog == "edit" and self.values != (base := self._to_inputs(self._record)):
            self.opened["base"] = base

    def _forget_input(self) -> None:
        self.saved_input = f"{self.opened['record']}:{self.form_version}"

    def _restore_new(self, values: Mapping[str, Any]) -> None:
        self._reset_dialog()
        self.dialog = "create"
        self._open("create", {}, self._to_restored_inputs(values))
        self.restored_form_version = self.form_version

    async def _restore_edited(self, record: dict[str, Any], etag: str, restored: Autosaved) -> None:
        """Open the form of a record, with what has changed in it since it was filled in."""
        form = self.screen.update
        if form is None:
            return
        self._open_restored(record, etag, restored)
        self._record = {**record, **self._from_inputs(form, restored.base)}
        self._set_conflict(form, self._record, record, restored.values)
        if self.conflicting_fields:
            self._theirs = record
            self.conflict_kind = CHANGED
        else:
            self._record = record

    def _restore_deleted(self, record_id: int, restored: Autosaved) -> None:
        form = self.screen.update
        if form is None:
            return
        record = {**self._from_inputs(form, restored.base), "id": record_id}
        self._open_restored(record, "", restored)
        self.conflict_kind = DELETED

    def _open_restored(self, record: dict[str, Any], etag: str, restored: Autosaved) -> None:
        self._reset_dialog()
        self.dialog = "edit"
        self._open("edit", record, self._to_restored_inputs(restored.values), etag)
        self.opened = {**self.opened, "base": dict(restored.base)}
        self.restored_form_version = self.form_version


_LIBRARY = script("portal/dialogs/dialogs.jsx")
_NOTICE = "flex flex-wrap items-center gap-2 border-gold bg-gold/10 text-sm"


_PROPS = {
    "user_id": int,
    "form": str,
    "zone": str,
    "on_restore": rx.EventHandler[rx.event.passthrough_event_spec(dict[str, Any])],
    "button_class_name": str,
}

_Autosave = react("Autosave", _LIBRARY, opened=dict[str, Any], **_PROPS)
_AutosavedForms = react("AutosavedForms", _LIBRARY, label=str, is_open=bool, saved=str, **_PROPS)


def autosave(state: type[AutosavedInput]) -> rx.Component:
    """Return what autosaves the input of the open dialog, and offers what was autosaved before."""
    return _Autosave.create(
        **_common(state),
        opened=state.opened,
        # The form beside it has the version itself as its key.
        key=f"autosave-{state.form_version}",
        class_name=f"{_NOTICE} flex-none border-b px-5 py-3 sm:px-6",
    )


def autosaved_forms(state: type[AutosavedInput]) -> rx.Component:
    """Return the notices of what was autosaved and is not open."""
    return _AutosavedForms.create(
        **_common(state),
        label=state.screen.label,
        is_open=state.dialog != "",
        saved=state.saved_input,
        class_name=f"{_NOTICE} mt-4 rounded-xl border px-4 py-3",
    )


def _common(state: type[AutosavedInput]) -> dict[str, Any]:
    return {
        "user_id": Account.user_id,
        "form": state.screen.path,
        "zone": Account.time_zone,
        "on_restore": state.restore_autosaved,
        "button_class_name": button_class("quiet"),
    }
