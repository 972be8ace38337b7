"""The parts of a management screen that keep and offer unsaved input.

It is in the browser: in its storage while a form is open, and in the notice of a dialog that was
closed. Both give it to `restore_input`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import reflex as rx

from awards_site.core.errors import ApiError, NotFound
from awards_site.core.paths import record_id
from awards_site.frontend import react, script
from awards_site.portal.controls import button_class
from awards_site.portal.gateway import UNDO_MS, Events, Failed, api_handler
from awards_site.portal.record_form import CHANGED, DELETED, RecordForm
from awards_site.portal.sign_in.state import Account
from awards_site.ui.toasts import ToastAction, notify

NEW = "new"


@dataclass(frozen=True)
class KeptInput:
    """The unsaved input of a dialog, as the browser has kept it, which may be anything."""

    dialog: str
    """The dialog; '' for the form of the record."""
    record: str
    """The id of its record, or NEW; '' for another dialog."""
    name: str
    """The record's name."""
    base: Mapping[str, Any]
    """The values by field with which the form began."""
    values: Mapping[str, Any]
    """The values by field that it had last."""

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "KeptInput":
        dialog, record, name = (str(kept.get(key) or "") for key in ("dialog", "record", "name"))
        found = (kept.get(key) for key in ("base", "values"))
        base, values = (each if isinstance(each, dict) else {} for each in found)
        return cls(dialog, record, name, base, values)


class AutosavedInput(RecordForm, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """Names the open form for the browser, which autosaves its input, and opens it again."""

    opened: dict[str, Any] = {}
    """The `record` of the form opened last, an id or NEW, and its `name`.

    A form that was restored has the values by field with which it began, `base`, and the time `at`
    which its input was autosaved.
    """

    @rx.event
    async def close(self, form_data: dict[str, Any]) -> rx.event.EventSpec | None:
        """Close the dialog and reset its form; a notice offers to restore unsaved input."""
        if not (form_data and self.dialog):
            self._close()
            return None
        kept, name = self._kept(form_data), self.record_name
        self._close()
        restore = ToastAction("Restore", event=type(self).restore_input(kept))
        return notify("Changes discarded", name, action=restore, duration_ms=UNDO_MS)

    def _kept(self, form_data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the input of the open dialog for `restore_input`."""
        base = self._to_inputs(self._record) if self.dialog == "edit" else {}
        return {
            "dialog": self.dialog,
            "record": self.opened.get("record", ""),
            "name": self.record_name,
            "base": base,
            "values": self._to_restored_inputs(self.dialog, form_data),
            "version": self.form_version,
        }

    @api_handler
    async def restore_input(self, kept: dict[str, Any]) -> Events:
        """Open a dialog again, on its screen, with the input that the browser has kept.

        If someone else has changed or deleted the record since, the form says so, as if it had
        been open meanwhile. `kept` has the keys of KeptInput, the `version` of a form that was
        closed, and the time `at` which input was autosaved.
        """
        if self.pending or self.busy_row:
            return
        await self._reopen(KeptInput.of(kept))
        if not self.dialog:
            return
        self.restored_form_version = kept.get("version") or self.form_version
        self.opened = {**self.opened, "at": kept.get("at")}
        yield None if self._is_on_its_screen else rx.redirect(self.screen.path)
        await self._load_dialog()

    async def _reopen(self, kept: KeptInput) -> None:
        """Open the dialog. Screens whose dialogs are about more than a record override this."""
        key = record_id(kept.record)
        if key is None:
            dialog = "create" if kept.record == NEW else kept.dialog
            if dialog:
                self._open(dialog, {}, self._to_restored_inputs(dialog, kept.values))
            return
        try:
            record, etag = await self._read_record(key)
            await self._restore_edited(record, etag, kept)
        except ApiError as error:
            if not (isinstance(error, NotFound) and self.screen.can_create_as_new):
                raise Failed(error, self.screen.read_failed, kept.name) from error
            self._restore_deleted(key, kept)

    def _opened(self) -> None:
        super()._opened()
        keys = {"create": NEW, "edit": str(self._record.get("id", ""))}
        self.opened = {"record": keys.get(self.dialog, ""), "name": self.record_name}
        if self.dialog == "edit" and self.values != (base := self._to_inputs(self._record)):
            self.opened["base"] = base

    def _forget_input(self) -> None:
        self.saved_input = f"{self.opened['record']}:{self.form_version}"

    async def _restore_edited(self, record: dict[str, Any], etag: str, kept: KeptInput) -> None:
        """Open the form of a record, with what has changed in it since it was filled in."""
        form = self.screen.update
        if form is None:
            return
        self._open_restored(record, etag, kept)
        self._record = {**record, **self._from_inputs(form, kept.base)}
        self._set_conflict(form, self._record, record, kept.values)
        if self.conflicting_fields:
            self._theirs = record
            self.conflict_kind = CHANGED
        else:
            self._record = record

    def _restore_deleted(self, key: int, kept: KeptInput) -> None:
        form = self.screen.update
        if form is None:
            return
        record = {**self._from_inputs(form, kept.base), "id": key}
        self._open_restored(record, "", kept)
        self.conflict_kind = DELETED

    def _open_restored(self, record: dict[str, Any], etag: str, kept: KeptInput) -> None:
        self._open("edit", record, self._to_restored_inputs("edit", kept.values), etag)
        self.opened = {**self.opened, "base": dict(kept.base)}


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
        "on_restore": state.restore_input,
        "button_class_name": button_class("quiet"),
    }
