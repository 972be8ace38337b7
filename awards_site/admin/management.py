"""What every management screen does: list, search, create, edit, publish and delete records."""

import reflex as rx

from awards_site.admin.account.reauthenticate import has_ended, sign_in_again
from awards_site.admin.forms.record_form import UNDO_MS, Events, RecordForm
from awards_site.admin.notices import done, failed
from awards_site.admin.screen import Write
from awards_site.core.request_client import RequestError, request_client
from awards_site.ui.overlays.toasts import ToastAction


class ManagementScreen(RecordForm, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """The State of a management screen; a screen's own State names its `screen`.

        class NomineesAdmin(ManagementScreen, rx.State):
            screen = NOMINEES

    What is odd about an entity is an ordinary handler of its own State, or replaces one of the
    methods that start with an underscore, here, in RecordForm or in RecordList.
    """

    @rx.event
    async def ask_delete(self, record_id: int) -> None:
        record = self._records.get(record_id)
        if record is not None:
            self._open("delete", record, {})

    @rx.event
    async def delete(self) -> Events:
        """Delete the record that was asked about; the notice offers to undo that."""
        if self.dialog != "delete" or self.pending:
            return
        self.pending = True
        yield None
        record_id, name = int(self._record["id"]), self.subject
        try:
            path = self.screen.item_path.format(id=record_id)
            response = await request_client(self).request("DELETE", path)
        except RequestError as error:
            self.pending = False
            if has_ended(error):
                yield sign_in_again(type(self).delete)
                return
            yield failed(self.screen.notices.delete_failed, name, error)
        else:
            undo = ToastAction("Undo", event=type(self).restore(record_id, name))
            deleted = self.screen.notices.deleted
            yield done(deleted, name, response, action=undo, duration_ms=UNDO_MS)
        yield await self._reload()
        self.pending = False
        self._leave()

    @rx.event
    async def restore(self, record_id: int, name: str) -> Events:
        again = sign_in_again(type(self).restore, record_id=record_id, name=name)
        yield await self._write(self.screen.restoration, record_id, name, again)
        yield await self._reload()

    @rx.event
    async def write_row(self, record_id: int, action: str) -> Events:
        """Make one of the screen's `row_writes`; `busy_row` is the record meanwhile."""
        record, write = self._records.get(record_id), self.screen.row_writes.get(action)
        if record is None or write is None or self.busy_row:
            return
        self.busy_row = record_id
        yield None
        name = str(record[self.screen.title_key])
        again = sign_in_again(type(self).write_row, record_id=record_id, action=action)
        yield await self._write(write, record_id, name, again)
        yield await self._reload()
        self.busy_row = 0

    async def _write(
        self, write: Write, record_id: int, name: str, again: rx.event.EventSpec
    ) -> rx.event.EventSpec:
        """Return the notice of how a write went; where the session has ended, `again`."""
        path = write.path.format(id=record_id)
        try:
            response = await request_client(self).request(write.method, path, write.body)
        except RequestError as error:
            return failed(write.failed, name, error, again)
        return done(write.done, name, response)
