"""The Undo of a notice: its button, and what the notice says that follows."""

from collections.abc import Mapping, Sequence
from typing import Any

import reflex as rx

from awards_site.core.errors import ApiError
from awards_site.core.presentation.texts import listed
from awards_site.core.schemas import as_json
from awards_site.portal.autosave import AutosavedInput
from awards_site.portal.gateway import (
    UNDO_MS,
    Events,
    Failed,
    Notice,
    api_handler,
    run,
    success_toast,
)
from awards_site.records.undo import UndoResult, kind_of
from awards_site.records.undo import undo as take_back
from awards_site.ui.toasts import ToastAction, notify

IMPORT_UNDO_MS = 30_000
"""How long the notice of an import stays, which is about more records than others."""
_KEPT = {
    "import": "The import could not be undone",
    "discarding": "The draft could not be restored",
    "replacing": "The replacement could not be undone",
}
"""The titles of notices by the kinds of writes, where that of a change does not suit."""
_PARTLY_KEPT = Notice(
    "The import may be undone only in part",
    "{message} To remove what is left, undo it again under Import.",
)


class UndoableWrites(AutosavedInput, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """A management screen whose writes are taken back by the button of their notice.

    The token is in the notice, so that each undoes its own write, and no name of a deleted record
    stays in the State.
    """

    _undoing: bool = False

    @api_handler
    async def undo(self, token: str, name: str, kept: dict[str, Any]) -> Events:
        """Take back a write; `kept` is input whose form opens again then."""
        if self._undoing:
            return
        self._undoing, kind = True, kind_of(token)
        if kind == "import":
            yield notify("Undoing the import...")
        try:
            undone = await run(take_back, token)
        except ApiError as error:
            raise Failed(error, self._not_undone(kind, error), name, then=self._reload) from error
        yield self._told(kind, undone, name)
        yield await self._reload()
        if kept:
            yield type(self).restore_input(kept)

    def _undo(
        self,
        token: str,
        name: str = "",
        kept: Mapping[str, Any] | None = None,
        duration_ms: int = UNDO_MS,
    ) -> dict[str, Any]:
        """Return the options of a notice about a write with this token, if it has one."""
        if not token:
            return {}
        event = type(self).undo(token, name, dict(kept or {}))
        return {"action": ToastAction("Undo", event=event), "duration_ms": duration_ms}

    def _not_undone(self, kind: str, error: ApiError) -> Notice:
        if kind == "deletion":
            return self.screen.notices.restore_failed
        # It takes several transactions, and those before a failure of the server are done.
        if kind == "import" and error.status >= 500:
            return _PARTLY_KEPT
        return Notice(_KEPT.get(kind, "The change could not be undone"), "{message}")

    def _told(self, kind: str, undone: object, name: str) -> rx.event.EventSpec:
        """Return the notice of an undo, which names the records that were left as they are."""
        if not isinstance(undone, UndoResult):
            draft_restored = Notice("Draft restored", "{name}")
            notice = draft_restored if kind == "discarding" else self.screen.notices.restored
            return success_toast(notice, name, undone)
        counted, skipped = self._counted(undone.restored), list(map(as_json, undone.skipped))
        if kind == "import":
            return self._import_told(counted, undone)
        if kind == "replacing":
            counted = f"{undone.restored} record{'s' * (undone.restored != 1)}"
        text = f"{counted} {'is' if undone.restored == 1 else 'are'} as before."
        if skipped:
            text += f" Unchanged: {reasons(skipped)}."
            return notify("Partly undone", text, destructive=True, duration_ms=UNDO_MS)
        title = "Replacement undone" if kind == "replacing" else "Change undone"
        return success_toast(Notice(title, "{name}"), text)

    def _import_told(self, counted: str, undone: UndoResult) -> rx.event.EventSpec:
        verb = "was" if undone.restored == 1 else "were"
        moved = "moved to the Trash" if self.screen.publish else "removed"
        text = f"{counted} {verb} {moved}."
        if undone.skipped:
            names = listed([each.name for each in undone.skipped], len(undone.skipped))
            text += f" Kept, because they have been changed since: {names}."
        return success_toast(Notice("Import undone", "{name}"), text)

    def _counted(self, count: int) -> str:
        return f"{count:,} {self.screen.label if count == 1 else self.screen.plural}"


def reasons(skipped: Sequence[Mapping[str, Any]]) -> str:
    """Return which records were not changed and why; one that is gone has no name."""
    named = [
        f"{each['name']} ({each['reason']})" if each["name"] else each["reason"] for each in skipped
    ]
    return listed(named, len(skipped))
