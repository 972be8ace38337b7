"""What every management screen does: list, search, create, edit, publish and delete records."""

from collections.abc import AsyncIterator, Mapping
from typing import Any, ClassVar

import reflex as rx

from awards_site.admin.changes import changed
from awards_site.admin.listing import ListQuery
from awards_site.admin.screen import Form, Notice, Screen
from awards_site.auth.account import Account
from awards_site.core.request_client import RequestError, request_client
from awards_site.ui.notices import notify

Events = AsyncIterator[rx.event.EventSpec | None]


class ManagementScreen(rx.State, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """The State of a management screen; a screen's own State names its `screen`.

        class NomineesAdmin(ManagementScreen, rx.State):
            screen = NOMINEES

    What is odd about an entity is an ordinary handler of its own State, or replaces one of the
    methods below that start with an underscore.
    """

    screen: ClassVar[Screen]

    phase: str = ""
    """'' while the list loads for the first time, then 'ready', 'failed' or 'withheld'."""
    problem: str = ""
    """Why the list could not be read."""
    rows: list[dict[str, Any]] = []
    """What the table shows: the cells of each record, its id, its name and what may be done."""
    shown: int = 0
    """How many rows there are."""
    total: int = 0
    """How many records there are, whatever is searched for."""
    search_text: str = ""
    searching: bool = False
    filter: str = ""
    """The name of the chosen tab, '' for the one that shows everything."""

    dialog: str = ""
    """'create', 'edit', 'delete' or a name of the screen's own, while that dialog is open."""
    subject: str = ""
    """The name of the record that the dialog is about."""
    values: dict[str, Any] = {}
    """What the form's inputs show at first, by field."""
    errors: dict[str, str] = {}
    """What the API refused, by field."""
    serial: int = 0
    """Counts the dialogs, so that each gets fresh inputs."""
    pending: bool = False
    """Whether a dialog's write is on its way."""
    busy_row: int = 0
    """The id of the record that is being written from its row."""

    _records: dict[int, dict[str, Any]] = {}
    _record: dict[str, Any] = {}
    """The record that the dialog is about; empty for a new one."""

    @rx.event
    async def load(self) -> None:
        """Read the list when the screen is opened, for the roles that are given it."""
        account = await self.get_state(Account)
        self.search_text = ""
        self.filter = ""
        self.dialog = ""
        if account.phase != "signed-in":
            return
        if account.role in self.screen.read_by:
            await self._reload()
        else:
            self.phase = "withheld"

    @rx.event
    async def search(self, text: str) -> None:
        """Show the records in which the text is found."""
        self.search_text = text
        self._list()

    @rx.event
    async def choose(self, name: str) -> None:
        """Show the records of a filter's tab."""
        self.filter = name
        self._list()

    @rx.event
    async def open_create(self) -> None:
        """Open the form for a new record."""
        if self.screen.create is not None:
            self._open("create", {}, self._blank())

    @rx.event
    async def open_edit(self, record_id: int) -> None:
        """Open the form with a record's values."""
        record = self._records.get(record_id)
        if record is not None and self.screen.update is not None:
            self._open("edit", record, self._shown(record))

    @rx.event
    async def ask_delete(self, record_id: int) -> None:
        """Ask whether a record is to be deleted."""
        record = self._records.get(record_id)
        if record is not None and self.screen.delete_warning is not None:
            self._open("delete", record, {})

    @rx.event
    async def close(self) -> None:
        """Close the dialog and forget what was typed."""
        self.dialog = ""

    @rx.event
    async def save(self, typed: dict[str, Any]) -> Events:
        """Create or update the record; what is refused stands beside its field."""
        creating = self.dialog == "create"
        form = self._form
        if form is None or self.pending:
            return
        self.pending = True
        self.errors = {}
        yield None
        try:
            saved = await self._save(form, typed)
        except RequestError as error:
            self.pending = False
            self.errors = {
                each.name: error.errors[each.name]
                for each in form.fields
                if each.name in error.errors
            }
            notices = self.screen.notices
            failed = notices.create_failed if creating else notices.update_failed
            yield self._refused(error) if self.errors else self._failed(failed, self.subject, error)
            return
        await self._reload()
        self.pending = False
        if saved is not None and self._stays(saved):
            self._open("edit", saved, self._shown(saved))
        else:
            self.dialog = ""
        if saved is not None:
            notices = self.screen.notices
            name = str(saved[self.screen.named_by])
            yield self._done(notices.created if creating else notices.updated, name)

    @rx.event
    async def delete(self) -> Events:
        """Delete the record that was asked about."""
        if self.dialog != "delete" or self.pending:
            return
        self.pending = True
        yield None
        try:
            path = self.screen.item_path.format(id=self._record["id"])
            await request_client(self).request("DELETE", path)
        except RequestError as error:
            yield self._failed(self.screen.notices.delete_failed, self.subject, error)
        else:
            yield self._done(self.screen.notices.deleted, self.subject)
        await self._reload()
        self.pending = False
        self.dialog = ""

    @rx.event
    async def toggle_published(self, record_id: int) -> Events:
        """Publish a record, or take it back: flips that field and sends no other."""
        record = self._records.get(record_id)
        update = self.screen.update
        if record is None or update is None or not self.screen.publish:
            return
        publishing = not record[self.screen.publish]
        notices = self.screen.notices
        write = self._write_row(
            record_id,
            update.method,
            update.path,
            {self.screen.publish: publishing},
            done=notices.published if publishing else notices.unpublished,
            failed=notices.update_failed,
        )
        async for event in write:
            yield event

    @rx.event
    async def refresh(self) -> None:
        """Read the list again."""
        await self._reload()

    @property
    def _form(self) -> Form | None:
        """The form of the dialog that is open, if it has one."""
        return {"create": self.screen.create, "edit": self.screen.update}.get(self.dialog)

    def _blank(self) -> dict[str, Any]:
        """Return what the inputs show for a new record."""
        return self.screen.create.blank() if self.screen.create else {}

    def _shown(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the inputs show for a record that is edited."""
        return self.screen.update.shown(record) if self.screen.update else {}

    def _values(self, form: Form, typed: Mapping[str, Any]) -> dict[str, Any]:
        """Return what was typed as the API takes it: every field's value, by name."""
        return form.values(typed)

    async def _write_row(
        self,
        record_id: int,
        method: str,
        path: str,
        body: object = None,
        *,
        done: Notice,
        failed: Notice,
    ) -> Events:
        """Make a call that a row's button stands for; its `busy_row` is the record meanwhile.

        `{id}` in `path` is the record's id.
        """
        record = self._records.get(record_id)
        if record is None or self.busy_row:
            return
        self.busy_row = record_id
        yield None
        name = str(record[self.screen.named_by])
        try:
            await request_client(self).request(method, path.format(id=record_id), body)
        except RequestError as error:
            yield self._failed(failed, name, error)
        else:
            yield self._done(done, name)
        await self._reload()
        self.busy_row = 0

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the table shows of a record, and what may be done with it."""
        screen = self.screen
        return {
            **screen.cells(record),
            "id": record["id"],
            "called": str(record[screen.named_by]),
            "published": bool(screen.publish and record[screen.publish]),
            "editable": True,
            "deletable": True,
        }

    async def _reload(self) -> None:
        """Read the list from the API; after a failure the last one stays, if there was one."""
        try:
            records = await request_client(self).read([self.screen.list_path])
        except RequestError as error:
            self.problem = error.message
            self.phase = "failed"
            return
        self._records = {record["id"]: record for record in records}
        self.phase = "ready"
        self._list()

    def _list(self) -> None:
        chosen = next((each for each in self.screen.filters if each.name == self.filter), None)
        query = ListQuery(
            search=self.search_text,
            key=chosen.key if chosen else "",
            value=chosen.value if chosen else "",
        )
        entries = [(record, self._row(record)) for record in self._records.values()]
        self.rows = query.select(entries, self.screen.search)
        self.shown = len(self.rows)
        self.searching = query.searching
        self.total = len(entries)

    def _stays(self, _saved: Mapping[str, Any]) -> bool:
        """Tell whether the dialog stays open on what was saved, because there is more to say."""
        return False

    def _refused(self, error: RequestError) -> rx.event.EventSpec | None:
        """Return what is said besides, when fields were refused: nothing, on most screens."""

    def _open(self, dialog: str, record: dict[str, Any], values: dict[str, Any]) -> None:
        self._record = record
        self.subject = str(record.get(self.screen.named_by, ""))
        self.values = values
        self.errors = {}
        self.pending = False
        self.serial += 1
        self.dialog = dialog

    async def _save(self, form: Form, typed: Mapping[str, Any]) -> dict[str, Any] | None:
        """Send the form and return the saved record, or None when there was nothing to change."""
        values = self._values(form, typed)
        if form is self.screen.create:
            return await self._send(form, values)
        before = self._values(form, self._shown(self._record))
        changes = changed(before, values)
        return await self._send(form, changes, self._record["id"]) if changes else None

    async def _send(
        self, form: Form, body: dict[str, Any], record_id: int | None = None
    ) -> dict[str, Any]:
        """Make a form's call and return the record that the API answers."""
        path = form.path.format(id=record_id)
        answer: dict[str, Any] = (
            await request_client(self).request(form.method, path, body)
        ).json()
        return answer

    def _done(self, notice: Notice, name: str) -> rx.event.EventSpec:
        return notify(*notice.filled(name=name, message=""))

    def _failed(self, notice: Notice, name: str, error: RequestError) -> rx.event.EventSpec:
        words = notice.filled(name=name, message=error.message)
        return notify(*words, destructive=True)
