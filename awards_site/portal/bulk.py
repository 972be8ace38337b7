"""Actions on all selected rows of a list, and their undo."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import reflex as rx
from pydantic import BaseModel

from awards_site.core.database.filters import MAX_BULK_RECORDS, MAX_EXPORTED_IDS, ListParams
from awards_site.core.presentation.texts import listed
from awards_site.core.schemas import as_json
from awards_site.frontend import react, script
from awards_site.portal.columns import Row
from awards_site.portal.controls import button_class, pending_button
from awards_site.portal.dialogs import FOOTER_CLASSES, cancel_button, deletion_dialog
from awards_site.portal.gateway import (
    UNDO_MS,
    Events,
    Notice,
    api_handler,
    failing,
    run,
    success_toast,
)
from awards_site.portal.inputs import InvalidFocus, state_input
from awards_site.portal.layout import visible_to
from awards_site.portal.record_list import ListQuery
from awards_site.portal.screen import EVERY_ROLE, UNDO_HINT, Screen
from awards_site.portal.undo import UndoableWrites, reasons
from awards_site.records.bulk import BulkChange, change_several
from awards_site.records.versions import validated
from awards_site.ui.overlays import dialog
from awards_site.ui.toasts import notify

WITHOUT_DIALOG = ("publish", "unpublish", "restore")
"""The actions that ask nothing; they are also `row_actions` of the screen."""
DELETE = "delete"
SET_FIELD = "set:"
"""What the actions that set a field begin with."""


class _Words(NamedTuple):
    doing: str
    done: str
    unchanged: str


_WORDS = {
    "publish": _Words("Publishing", "published", "are published"),
    "unpublish": _Words("Unpublishing", "unpublished", "are unpublished"),
    "restore": _Words("Restoring", "restored", "were restored"),
    "set": _Words("Updating", "updated", "have this value"),
    DELETE: _Words("Deleting", "deleted", "were deleted"),
}
_NOTHING_DONE = Notice("Nothing was changed", "{message}")


class BulkChanges(UndoableWrites, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """Actions on all selected records, each with one change and one Undo."""

    bulk_progress: str = ""
    """What is being done to the selected records, such as 'Publishing 2 events'; '' if nothing."""
    bulk_field: str = ""
    """The field that the open dialog sets."""
    bulk_text: str = ""
    """The description of the open dialog."""
    selection_version: int = 0
    """Incremented for each change, which clears the selection."""

    _selection: dict[str, Any] = {}
    """The records of the dialog or of the action in progress, as `SelectionBar` sends them."""

    @api_handler
    async def choose_bulk(self, action: str, selection: dict[str, Any]) -> Events:
        """Change the selected records, or open the dialog of an action that has one."""
        if self.bulk_progress or self.pending:
            return
        self._selection = selection
        if action in WITHOUT_DIALOG:
            self.bulk_progress = self._doing(action)
            yield None
            with failing(_NOTHING_DONE, then=self._reload):
                result = await self._change_selected(action, {})
            yield await self._changed(action, as_json(result))
        elif action == DELETE:
            self._open("bulk-delete", {}, {})
            self.bulk_text = f"{self._selected} " + (
                "permanently deleted from the database, with their history. This action cannot be"
                " undone."
                if self.screen.deletes_permanently
                else " ".join(["deleted at once.", *self.screen.bulk_delete_notes, UNDO_HINT])
            )
        elif (field := action.removeprefix(SET_FIELD)) in self.screen.bulk_fields:
            self._open("bulk-set", {}, self._initial_values())
            self.bulk_field = field
            self.bulk_text = f"{self._selected} changed."
            await self._load_dialog()
        elif action in self.screen.bulk_actions:
            yield await self._open_bulk(action)

    @api_handler
    async def confirm_bulk(self, form_data: dict[str, Any]) -> Events:
        if self.dialog not in ("bulk-delete", "bulk-set") or self.pending:
            return
        action = DELETE if self.dialog == "bulk-delete" else "set"
        self.pending = True
        self.bulk_progress = self._doing(action)
        self.errors = {}
        yield None
        with failing(_NOTHING_DONE, fields={self.bulk_field}, then=self._reload_and_close):
            result = await self._change_selected(action, self._bulk_values(form_data))
        self._close()
        yield await self._changed(action, as_json(result))

    async def _open_bulk(self, action: str) -> rx.event.EventSpec | None:
        """Open the dialog of one of the `bulk_actions`, or return a notice. Screens override it."""

    @property
    def _selected(self) -> str:
        """The beginning of a sentence about the selected records, such as '2 events (A, B) are'."""
        count = int(self._selection["count"])
        return f"{self._counted(count)} ({listed(self._selection['names'], count)})" + (
            " is" if count == 1 else " are"
        )

    def _doing(self, action: str) -> str:
        return f"{_WORDS[action].doing} {self._counted(int(self._selection['count']))}"

    def _bulk_values(self, form_data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the value of the field that the dialog sets, in the API's format."""
        return {
            each.name: each.from_input(form_data.get(each.name))
            for each in self.screen.bulk_inputs
            if each.name == self.bulk_field
        }

    async def _change_selected(self, action: str, values: Mapping[str, Any]) -> BaseModel:
        """Change all selected records at once. Raises ApiError."""
        change = validated({**self._wanted(action), "values": dict(values)}, BulkChange)
        return await run(change_several, self._entity, change, self._selected_list)

    def _wanted(self, action: str) -> dict[str, Any]:
        """Return an action with the selection, whose ids or matches it has."""
        selection = self._selection
        if selection["all"]:
            return {
                "action": action,
                "matches": selection["count"],
                "seenAt": self._listed_at,
            }
        return {"action": action, "ids": list(selection["ids"])}

    @property
    def _selected_list(self) -> ListParams:
        """The list whose matches are selected, if all are."""
        if not self._selection["all"]:
            return ListParams()
        return ListQuery.from_url(self.router.url.query_parameters, self.screen).list_params

    async def _changed(self, action: str, result: dict[str, Any]) -> rx.event.EventSpec:
        """Clear the selection, read the list again and return the toast, which offers Undo.

        It names the records that were left as they are, and why.
        """
        words = _WORDS[action]
        is_final = action == DELETE and self.screen.deletes_permanently
        done = f"{words.done} permanently" if is_final else words.done
        self._selection = {}
        self.selection_version += 1
        changed, skipped = result["changed"], result.get("skipped", [])
        reloaded = await self._reload()
        if reloaded is not None:
            return reloaded
        if not changed and not skipped:
            text = f"The selected {self.screen.plural} {words.unchanged} already."
            return notify("Nothing to change", text)
        options: dict[str, Any] = {"duration_ms": UNDO_MS, "destructive": bool(skipped)}
        if changed and not is_final:
            options |= self._undo(result["undo"])
        title = f"{self._counted(len(changed))} {done}" if changed else f"Nothing was {done}"
        names = listed([each["name"] for each in changed], len(changed))
        texts = [names] if changed else []
        slugs = [(each["name"], each["newSlug"]) for each in changed if each.get("newSlug")]
        texts += [f"{name} has the slug “{slug}”, because its own is taken" for name, slug in slugs]
        texts += [f"Not {done}: {reasons(skipped)}"] if skipped else []
        return success_toast(Notice(title, "{name}"), ". ".join(texts), **options)


_SCRIPT = script("portal/tables/table.jsx")
_IN_CELL = "md:-ml-2 max-md:order-0 max-md:col-start-1 max-md:row-start-1 max-md:-ml-3"
_BAR = (
    "sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-xl border border-line"
    " bg-white p-3 shadow-lg"
)
_PROGRESS = "progress-waves absolute top-0 left-3 h-1 w-[calc(100%-1.5rem)] rounded-full"


_RowCheckbox = react("RowCheckbox", _SCRIPT, record_id=int, name=str)


_PageCheckbox = react("PageCheckbox", _SCRIPT, rows=list[dict[str, Any]])


_SelectionBar = react(
    "SelectionBar",
    _SCRIPT,
    rows=list[dict[str, Any]],
    total=int,
    max=int,
    max_exported=int,
    actions=list[dict[str, str]],
    progress=str,
    version=int,
    on_act=rx.EventHandler[rx.event.passthrough_event_spec(str, dict[str, Any])],
    button_class_name=str,
    danger_class_name=str,
    progress_class_name=str,
)


def row_checkbox(row: Row, classes: str = _IN_CELL) -> rx.Component:
    return _RowCheckbox.create(record_id=row["id"], name=row["display_name"], class_name=classes)


def page_checkbox(state: type[BulkChanges]) -> rx.Component:
    """Return the checkbox of all rows of the page, for lists without headings."""
    return _PageCheckbox.create(
        "Select all on this page",
        rows=state.rows,
        class_name="flex min-h-8 w-fit cursor-pointer items-center gap-2 text-sm text-muted"
        " select-none max-md:min-h-11",
    )


def selection_bar(state: type[BulkChanges], export: rx.Component | None) -> rx.Component:
    """Return the bar below the list, which is there while rows are selected.

    `export` is the button or the menu that exports them.
    """
    return _SelectionBar.create(
        export,
        rows=state.rows,
        total=state.total,
        max=MAX_BULK_RECORDS,
        max_exported=MAX_EXPORTED_IDS if export else 0,
        actions=_actions(state.screen),
        progress=state.bulk_progress,
        version=state.selection_version,
        on_act=state.choose_bulk,
        class_name=_BAR,
        button_class_name=button_class("quiet"),
        danger_class_name=button_class("danger"),
        progress_class_name=_PROGRESS,
    )


def bulk_dialogs(state: type[BulkChanges]) -> list[rx.Component]:
    """Return the confirmation of a deletion, and the form that sets a value of all."""
    return [
        deletion_dialog(
            state,
            "bulk-delete",
            state.bulk_text,
            state.confirm_bulk({}),
            _progress(state),
            testid="bulk-delete-dialog",
        ),
        *([_set_dialog(state)] if state.screen.bulk_inputs else []),
    ]


def _actions(screen: Screen) -> rx.Var[list[dict[str, str]]]:
    actions = {name: name.title() for name in WITHOUT_DIALOG if name in screen.row_actions}
    actions |= screen.bulk_actions
    for each in screen.bulk_inputs:
        actions[f"{SET_FIELD}{each.name}"] = f"Set {each.label.lower()}"
    shown = [{"action": action, "label": label} for action, label in actions.items()]
    every = rx.Var.create([*shown, {"action": DELETE, "label": screen.delete_label}])
    if screen.delete_roles == EVERY_ROLE:
        return every
    return rx.cond(visible_to(sorted(screen.delete_roles)), every, shown)


def _progress(state: type[BulkChanges]) -> rx.Component:
    return rx.cond(
        state.bulk_progress != "",
        rx.el.progress(aria_label=state.bulk_progress, class_name=_PROGRESS),
    )


def bulk_form(
    state: type[BulkChanges],
    *body: rx.Component,
    buttons: rx.Component,
    on_submit: rx.event.EventType[dict[str, Any]],
) -> rx.Component:
    """Return the form of a dialog about the selected records, with its progress."""
    return rx.el.form(
        *body,
        rx.el.div(buttons, _progress(state), class_name=f"relative {FOOTER_CLASSES}"),
        InvalidFocus.create(errors=state.errors),
        on_submit=on_submit,
        no_validate=True,
        key=state.form_version,
        class_name="group/form dialog-form",
    )


def _set_dialog(state: type[BulkChanges]) -> rx.Component:
    fields, update = state.screen.bulk_inputs, state.screen.update
    inputs = [
        rx.cond(
            state.bulk_field == each.name,
            state_input(state, each, update is None or update.requires(each)),
        )
        for each in fields
    ]
    save = pending_button("Save Changes", "Saving...", state.pending, type="submit")
    return dialog(
        bulk_form(
            state,
            rx.el.div(*inputs, class_name="dialog-body p-5 sm:p-6"),
            buttons=rx.fragment(cancel_button(), save),
            on_submit=state.confirm_bulk,
        ),
        title=rx.match(
            state.bulk_field,
            *((each.name, f"Set {each.label.title()}") for each in fields),
            "",
        ),
        description=state.bulk_text,
        open=state.dialog == "bulk-set",
        on_close=state.close,
        width="small",
        testid="bulk-set-dialog",
    )
