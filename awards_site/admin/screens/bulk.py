"""The State of changes of all selected records: publish, unpublish, set a value, delete, undo."""

from collections.abc import Mapping, Sequence
from typing import Any

import httpx
import reflex as rx

from awards_site.admin.screens.notices import UNDO_MS, Notice, error_toast, success_toast
from awards_site.admin.screens.query import ListQuery
from awards_site.admin.screens.record_form import Events, RecordForm
from awards_site.admin.screens.screen import UNDO_HINT
from awards_site.admin.sign_in.reauthenticate import needs_sign_in, sign_in_again
from awards_site.core.request_client import RequestError, request_client
from awards_site.ui.overlays.toasts import ToastAction, notify

PUBLISHING = ("publish", "unpublish")
DELETE = "delete"
SET_FIELD = "set:"
"""What the actions that set a field begin with."""

_DONE = {"publish": "published", "unpublish": "unpublished", "set": "updated", DELETE: "deleted"}
_UNCHANGED = {
    "publish": "are published",
    "unpublish": "are unpublished",
    "set": "have this value",
    DELETE: "were deleted",
}
_NOTHING_DONE = Notice("Nothing was changed", "{message}")
_NOT_UNDONE = Notice("The change could not be undone", "{message}")


class BulkChanges(RecordForm, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """What is done to all selected records, with one request and one Undo."""

    bulk_action: str = ""
    """The action in progress that has no dialog; '' for none."""
    bulk_field: str = ""
    """The field that the open dialog sets."""
    bulk_text: str = ""
    """The description of the open dialog."""
    selection_version: int = 0
    """Incremented for each change, which clears the selection."""

    _selection: dict[str, Any] = {}
    """The records of the dialog or of the action in progress, as `selection.jsx` sends them."""
    _bulk_result: dict[str, Any] = {}
    """The API's response to the last change, by which it is undone."""

    @rx.event
    async def choose_bulk(self, action: str, selection: dict[str, Any]) -> Events:
        """Publish or unpublish the selected records, or open the dialog of another action."""
        if self.bulk_action or self.pending:
            return
        self._selection = selection
        if action in PUBLISHING:
            self.bulk_action = action
            yield None
            try:
                response = await self._change_selected(action, {})
            except RequestError as error:
                if needs_sign_in(error):
                    retry = type(self).choose_bulk
                    yield sign_in_again(retry, error, action=action, selection=selection)
                else:
                    yield error_toast(_NOTHING_DONE, "", error)
                    yield await self._reload()
            else:
                yield await self._changed(action, response)
            self.bulk_action = ""
        elif action == DELETE:
            self._open("bulk-delete", {}, {})
            self.bulk_text = f"{self._selected} deleted at once. {UNDO_HINT}"
        elif (field := action.removeprefix(SET_FIELD)) in self.screen.bulk_fields:
            self._open("bulk-set", {}, self._initial_values())
            self.bulk_field = field
            self.bulk_text = f"{self._selected} changed."

    @rx.event
    async def confirm_bulk(self, form_data: dict[str, Any]) -> Events:
        """Do what the open dialog asks about."""
        if self.dialog not in ("bulk-delete", "bulk-set") or self.pending:
            return
        action = DELETE if self.dialog == "bulk-delete" else "set"
        self.pending = True
        self.errors = {}
        yield None
        try:
            response = await self._change_selected(action, self._bulk_values(form_data))
        except RequestError as error:
            if needs_sign_in(error):
                yield sign_in_again(type(self).confirm_bulk, error, form_data=dict(form_data))
            elif self.bulk_field in error.errors:
                self.errors = error.errors
            else:
                yield error_toast(_NOTHING_DONE, "", error)
                self._reset_dialog()
                yield await self._reload()
        else:
            self._reset_dialog()
            yield await self._changed(action, response)
        self.pending = False

    @rx.event
    async def undo_bulk(self, version: int) -> Events:
        """Undo the last change, unless there has been another one since."""
        if version != self.selection_version or not self._bulk_result:
            return
        path = f"{self._bulk_path}/undo"
        try:
            response = await request_client(self).request("POST", path, self._bulk_result)
        except RequestError as error:
            if needs_sign_in(error):
                yield sign_in_again(type(self).undo_bulk, error, version=version)
                return
            yield error_toast(_NOT_UNDONE, "", error)
        else:
            self._bulk_result = {}
            yield self._undone(response)
        yield await self._reload()

    def _reset_dialog(self) -> None:
        super()._reset_dialog()
        self.bulk_field = ""

    @property
    def _bulk_path(self) -> str:
        return self.screen.item_path.removesuffix("/{id}") + "/bulk"

    @property
    def _selected(self) -> str:
        """The beginning of a sentence about the selected records, such as '2 events (A, B) are'."""
        count = int(self._selection["count"])
        return f"{self._counted(count)} ({_listed(self._selection['names'], count)})" + (
            " is" if count == 1 else " are"
        )

    def _counted(self, count: int) -> str:
        return f"{count:,} {self.screen.label if count == 1 else self.screen.plural}"

    def _bulk_values(self, form_data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the value of the field that the dialog sets, in the API's format."""
        fields = self.screen.update.fields if self.screen.update else ()
        return {
            each.name: each.from_input(form_data.get(each.name))
            for each in fields
            if each.name == self.bulk_field
        }

    async def _change_selected(self, action: str, values: Mapping[str, Any]) -> httpx.Response:
        """Send one request for all selected records. Raises RequestError."""
        selection, path = self._selection, self._bulk_path
        body: dict[str, Any] = {"action": action, "values": dict(values)}
        if selection["all"]:
            query = ListQuery.from_url(self.router.url.query_parameters, self.screen)
            path = query.api_url(path)
            body |= {"matches": selection["count"], "seenAt": self._listed_at}
        else:
            body["ids"] = selection["ids"]
        return await request_client(self).request("POST", path, body)

    async def _changed(self, action: str, response: httpx.Response) -> rx.event.EventSpec:
        """Clear the selection, read the list again and return the toast, which offers Undo."""
        self._bulk_result = response.json()
        self.selection_version += 1
        changed = self._bulk_result["changed"]
        reloaded = await self._reload()
        if reloaded is not None:
            return reloaded
        if not changed:
            text = f"The selected {self.screen.plural} {_UNCHANGED[action]} already."
            return notify("Nothing to change", text)
        title = f"{self._counted(len(changed))} {_DONE[action]}"
        names = _listed([each["name"] for each in changed], len(changed))
        undo = ToastAction("Undo", event=type(self).undo_bulk(self.selection_version))
        notice = Notice(title, "{name}")
        return success_toast(notice, names, response, action=undo, duration_ms=UNDO_MS)

    def _undone(self, response: httpx.Response) -> rx.event.EventSpec:
        undone = response.json()
        restored, skipped = undone["restored"], undone["skipped"]
        verb = "is" if restored == 1 else "are"
        text = f"{self._counted(restored)} {verb} as before."
        if skipped:
            reasons = [f"{each['name']} ({each['reason']})" for each in skipped]
            text += f" Unchanged: {_listed(reasons, len(skipped))}."
            return notify("Partly undone", text, destructive=True, duration_ms=UNDO_MS)
        return success_toast(Notice("Change undone", "{name}"), text, response)


def _listed(names: Sequence[str], count: int) -> str:
    """Return the first names of `count` records: 'Ada, Bisi, Cleo and 9 others'."""
    first = ", ".join(names[:3])
    others = count - len(names[:3])
    return f"{first} and {others:,} {'other' if others == 1 else 'others'}" if others else first
