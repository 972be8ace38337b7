"""The State of management screens: list, create, edit, publish, delete and import records."""

from collections.abc import Mapping
from typing import Any

import reflex as rx

from awards_site.core.errors import ApiError
from awards_site.core.presentation.texts import listed
from awards_site.portal.bulk import BulkChanges
from awards_site.portal.gateway import (
    UNDO_MS,
    Events,
    Failed,
    Notice,
    api_handler,
    failing,
    run,
    success_toast,
)
from awards_site.portal.screen import RowAction
from awards_site.records.imports.use_cases import undo_import
from awards_site.records.use_cases import delete, restore
from awards_site.ui.toasts import ToastAction, notify

IMPORT_UNDO_MS = 30_000
"""How long the notice of an import stays, which is about more records than others."""

_IMPORT_KEPT = Notice("The import could not be undone", "{message}")
_IMPORT_PARTLY_KEPT = Notice(
    "The import may be undone only in part",
    "{message} To remove what is left, undo it again under Import.",
)


class ManagementScreen(BulkChanges, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """Base class of a management screen's State. A subclass sets `screen`:

        class NomineesAdmin(ManagementScreen, rx.State):
            screen = NOMINEES

    Subclasses add event handlers, or override methods that start with an underscore.
    """

    undoing_import: int = 0
    """The id of the import that is being undone; 0 for none."""
    note: str = ""
    """A remark on the record, which the open question may include."""

    @rx.event
    async def open_delete(self, record_id: int) -> None:
        record = self._records.get(record_id)
        if record is not None:
            self._open("delete", record, {})

    @api_handler
    async def delete(self, record_id: int) -> Events:
        """Delete the dialog's record; the toast offers to undo it, if that is possible."""
        if self.dialog != "delete" or self.pending or not self._is_shown(record_id):
            return
        self.pending = True
        yield None
        name = self.record_name
        with failing(self.screen.notices.delete_failed, name, then=self._reload_and_close):
            await self._delete(record_id)
        yield success_toast(self.screen.notices.deleted, name, **self._undo(record_id, name))
        yield await self._reload_and_close()

    async def _delete(self, record_id: int) -> None:
        """Delete a record. Screens without an entity override this."""
        await run(delete, self._entity, record_id)

    async def _reload_and_close(self) -> rx.event.EventSpec | None:
        event = await self._reload()
        self._reset_dialog()
        return event

    def _undo(self, record_id: int, name: str) -> dict[str, Any]:
        if self.screen.deletes_permanently:
            return {}
        undo = ToastAction("Undo", event=type(self).restore(record_id, name))
        return {"action": undo, "duration_ms": UNDO_MS}

    @api_handler
    async def restore(self, record_id: int, name: str) -> Events:
        notices = self.screen.notices
        with failing(notices.restore_failed, name, then=self._reload):
            written = await run(restore, self._entity, record_id)
        yield success_toast(notices.restored, name, written)
        yield await self._reload()

    @api_handler
    async def run_row_action(self, record_id: int, action: str) -> Events:
        record, row_action = self._records.get(record_id), self.screen.row_actions.get(action)
        if record is None or row_action is None or self.busy_row:
            return
        self.busy_row = record_id
        yield None
        yield await self._run(row_action, record_id, str(record[self.screen.title_key]))
        yield await self._reload()

    @api_handler
    async def ask(self, record_id: int, action: str) -> None:
        record, row_action = self._records.get(record_id), self.screen.row_actions.get(action)
        if record is None or row_action is None:
            return
        with failing(row_action.error_toast, str(record[self.screen.title_key])):
            self.note = await self._note_on(record)
        self._open(action, record, {})

    @rx.event
    async def confirm(self, record_id: int, action: str) -> rx.event.EventSpec | None:
        """Send the action about which the open dialog has asked."""
        if self.dialog != action or not self._is_shown(record_id):
            return None
        self._reset_dialog()
        return type(self).run_row_action(record_id, action)

    async def _note_on(self, record: Mapping[str, Any]) -> str:
        """Return the `{note}` of a question, a sentence and a space. Screens may override this."""
        return ""

    async def _run(self, action: RowAction, record_id: int, name: str) -> rx.event.EventSpec:
        """Do it, and return the toast; read the list again if it fails."""
        with failing(action.error_toast, name, then=self._reload):
            done = await action.act(record_id)
        to_do = self._problems.get(record_id, []) if action.publishes else []
        options = self._follow_up(done, record_id, name)
        return success_toast(action.success_toast, name, done, to_do, **options)

    def _follow_up(self, done: object, record_id: int, name: str) -> dict[str, Any]:
        """Return options of the toast after what an action has returned."""
        return {}

    @rx.event
    async def imported(self, import_id: int, count: int, faulty: int) -> Events:
        """Read the list again and show the notice, which offers Undo."""
        reloaded = await self._reload()
        if reloaded is not None:
            yield reloaded
        drafts = (" as a draft" if count == 1 else " as drafts") if self.screen.publish else ""
        left_out = ""
        if faulty:
            rows = "row with errors was" if faulty == 1 else "rows with errors were"
            left_out = f"{faulty:,} {rows} left out. "
        yield notify(
            f"{self._counted(count)} imported{drafts}.",
            f"{left_out}Later, you can undo it under Import.",
            action=ToastAction("Undo", event=type(self).undo_import(import_id)),
            duration_ms=IMPORT_UNDO_MS,
        )

    @api_handler
    async def undo_import(self, import_id: int) -> Events:
        """Remove the records of an import, except those that have been changed since."""
        if self.undoing_import:
            return
        self.undoing_import = import_id
        yield notify("Undoing the import...")
        try:
            undone = await run(undo_import, self._entity, import_id)
        except ApiError as error:
            # It takes several transactions, and those before a failure of the server are done.
            notice = _IMPORT_KEPT if error.status < 500 else _IMPORT_PARTLY_KEPT
            raise Failed(error, notice, then=self._reload) from error
        removed, kept = undone.removed, undone.kept
        moved = "were moved to the Trash" if self.screen.publish else "were removed"
        if removed == 1:
            moved = moved.replace("were", "was")
        text = f"{self._counted(removed)} {moved}."
        if kept:
            names = listed([each.name for each in kept], len(kept))
            text += f" Kept, because they have been changed since: {names}."
        yield success_toast(Notice("Import undone", "{name}"), text)
        yield await self._reload()
