"""The part of the media library's State that replaces a file everywhere, and undoes it."""

from typing import Any

from awards_site.admin.management.management_screen import ManagementScreen
from awards_site.admin.screens.gateway import Events, api_handler, failing
from awards_site.admin.screens.notices import UNDO_MS, Notice, success_toast
from awards_site.core.request_client import request_client
from awards_site.ui.toasts.toasts import ToastAction, notify

_REPLACED = Notice("File replaced", "{name}")
_UNDONE = Notice("Replacement undone", "{name}")
_NOT_REPLACED = Notice("The file was not replaced", "{message}")
_NOT_UNDONE = Notice("The replacement could not be undone", "{message}")


class MediaReplacement(ManagementScreen, mixin=True):  # type: ignore[call-arg] # Reflex's keyword.
    """Replaces the item of the details dialog in all records that use it."""

    _replacement: dict[str, Any] = {}
    """What the last replacement changed, and the `path` that undoes it."""

    @api_handler
    async def replace_by(self, record_id: int, url: str) -> Events:
        """Replace the dialog's item everywhere; the toast offers to undo it."""
        if self.dialog != "edit" or self.pending or not self._is_shown(record_id):
            return
        self.pending = True
        yield None
        name = self.record_name
        path = f"{self.screen.list_path}/{record_id}/replace"
        with failing(_NOT_REPLACED, name):
            response = await request_client(self).request("POST", path, {"url": url})
        self._replacement = {**response.json(), "path": f"{path}/undo"}
        self._reset_dialog()
        yield await self._reload()
        text = f"{name} was replaced in {_counted(len(self._replacement['records']))}."
        undo = ToastAction("Undo", event=type(self).undo_replacement())
        yield success_toast(_REPLACED, text, response, action=undo, duration_ms=UNDO_MS)

    @api_handler
    async def undo_replacement(self) -> Events:
        """Undo the last replacement, once."""
        replacement = self._replacement
        if not replacement:
            return
        body = {"records": replacement["records"]}
        with failing(_NOT_UNDONE):
            response = await request_client(self).request("POST", replacement["path"], body)
        self._replacement = {}
        undone = response.json()
        skipped = [f"{each['name']} ({each['reason']})" for each in undone["skipped"]]
        text = f"{_counted(undone['restored'])} as before."
        yield await self._reload()
        if skipped:
            text += f" Unchanged: {', '.join(skipped)}."
            yield notify("Partly undone", text, destructive=True, duration_ms=UNDO_MS)
        else:
            yield success_toast(_UNDONE, text, response)


def _counted(records: int) -> str:
    return "1 record" if records == 1 else f"{records} records"
