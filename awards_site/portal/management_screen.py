"""The State of management screens: list, create, edit, publish, delete and import records."""

from collections.abc import Mapping
from typing import Any

import reflex as rx

from awards_site.portal.bulk import BulkChanges
from awards_site.portal.gateway import (
    Events,
    api_handler,
    failing,
    run,
    success_toast,
)
from awards_site.portal.parts import Parts
from awards_site.portal.screen import RowAction
from awards_site.portal.undo import IMPORT_UNDO_MS
from awards_site.records.use_cases import delete
from awards_site.ui.toasts import notify


class ManagementScreen(BulkChanges, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """Base class of a management screen's State. A subclass sets `screen`:

        class NomineesAdmin(ManagementScreen, rx.State):
            screen = NOMINEES

    Subclasses add event handlers, or override methods that start with an underscore.
    """

    note: str = ""
    """A remark on the record, which the open question may include."""

    @classmethod
    def parts(cls) -> Parts:
        """Return what the capabilities of the screen add to its page. They override this."""
        return Parts()

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
            token = await self._delete(record_id)
        undo = self._undo(token, name)
        yield success_toast(self.screen.notices.deleted, name, **undo)
        yield await self._reload_and_close()

    async def _delete(self, record_id: int) -> str:
        """Delete a record, and return the token that undoes it; '' if nothing does.

        Screens without an entity override this.
        """
        token = await run(delete, self._entity, record_id)
        return "" if self.screen.deletes_permanently else token

    async def _reload_and_close(self) -> rx.event.EventSpec | None:
        event = await self._reload()
        self._close()
        return event

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
        self._close()
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
    async def imported(self, token: str, count: int, faulty: int) -> Events:
        """Read the list again and show the notice, whose Undo has the token of the import."""
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
            **self._undo(token, duration_ms=IMPORT_UNDO_MS),
        )
