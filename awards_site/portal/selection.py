"""The selection of a list's rows, and the bar and dialogs of what is done to all of them."""

from typing import Any

import reflex as rx

from awards_site.core.database.filters import MAX_BULK_RECORDS, MAX_EXPORTED_IDS
from awards_site.frontend import react, script
from awards_site.portal.bulk import DELETE, SET_FIELD, WITHOUT_DIALOG, BulkChanges
from awards_site.portal.columns import Row
from awards_site.portal.controls import button_class, pending_button
from awards_site.portal.dialogs import FOOTER_CLASSES, cancel_button, deletion_dialog
from awards_site.portal.inputs import InvalidFocus, state_input
from awards_site.portal.layout import visible_to
from awards_site.portal.screen import EVERY_ROLE, Form, Screen
from awards_site.ui.overlays import dialog

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
    has_more=bool,
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
    return _RowCheckbox.create(
        record_id=row["id"].to(int), name=row["display_name"].to(str), class_name=classes
    )


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
        has_more=state.has_more,
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
    update = state.screen.update
    has_form = update is not None and state.screen.bulk_fields
    return [
        deletion_dialog(
            state,
            "bulk-delete",
            state.bulk_text,
            state.confirm_bulk({}),
            _progress(state),
            testid="bulk-delete-dialog",
        ),
        *([_set_dialog(state, update)] if has_form and update else []),
    ]


def _actions(screen: Screen) -> rx.Var[list[dict[str, str]]]:
    actions = {name: name.title() for name in WITHOUT_DIALOG if name in screen.row_actions}
    for each in screen.update.fields if screen.update else ():
        if each.name in screen.bulk_fields:
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


def _set_dialog(state: type[BulkChanges], update: Form) -> rx.Component:
    fields = [each for each in update.fields if each.name in state.screen.bulk_fields]
    return dialog(
        rx.el.form(
            rx.el.div(
                *(
                    rx.cond(
                        state.bulk_field == each.name,
                        state_input(state, each, update.requires(each)),
                    )
                    for each in fields
                ),
                class_name="min-h-0 flex-1 overflow-y-auto p-5 sm:p-6",
            ),
            rx.el.div(
                cancel_button(),
                pending_button("Save Changes", "Saving...", state.pending, type="submit"),
                _progress(state),
                class_name=FOOTER_CLASSES,
            ),
            InvalidFocus.create(errors=state.errors),
            on_submit=state.confirm_bulk,
            no_validate=True,
            key=state.form_version,
            class_name="group/form flex min-h-0 flex-1 flex-col",
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
