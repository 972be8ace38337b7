"""The State of imports from files: the notice afterwards, and its Undo."""

import reflex as rx

from awards_site.admin.management.bulk import BulkChanges
from awards_site.admin.screens.notices import Notice, failure, success_toast
from awards_site.admin.screens.record_form import Events
from awards_site.core.presentation.texts import listed
from awards_site.core.request_client import RequestError, RequestFailed, request_client
from awards_site.ui.toasts.toasts import ToastAction, notify

UNDO_MS = 30_000
"""How long the notice stays, which is about more records than others."""

_NOT_UNDONE = Notice("The import could not be undone", "{message}")
_PARTLY_UNDONE = Notice(
    "The import may be undone only in part",
    "{message} To remove what is left, undo it again under Import.",
)


class RecordImports(BulkChanges, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """What follows an import, which the browser sends to the API itself."""

    undoing_import: int = 0
    """The id of the import that is being undone; 0 for none."""

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
            duration_ms=UNDO_MS,
        )

    @rx.event
    async def undo_import(self, import_id: int) -> Events:
        """Remove the records of an import, except those that have been changed since."""
        if self.undoing_import:
            return
        self.undoing_import = import_id
        yield notify("Undoing the import...")
        path = f"{self.screen.imports_path}/{import_id}/undo"
        try:
            response = await request_client(self).request("POST", path)
        except RequestError as error:
            # It takes several transactions, and those before a failure of the server are done.
            is_refused = isinstance(error, RequestFailed) and error.status < 500
            notice = _NOT_UNDONE if is_refused else _PARTLY_UNDONE
            yield failure(notice, "", error)
        else:
            undone = response.json()
            removed, kept = undone["removed"], undone["kept"]
            moved = "were moved to the Trash" if self.screen.publish else "were removed"
            if removed == 1:
                moved = moved.replace("were", "was")
            text = f"{self._counted(removed)} {moved}."
            if kept:
                names = listed([each["name"] for each in kept], len(kept))
                text += f" Kept, because they have been changed since: {names}."
            yield success_toast(Notice("Import undone", "{name}"), text, response)
        yield await self._reload()
        self.undoing_import = 0
