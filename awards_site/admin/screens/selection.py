"""The selection of a list's rows, and the bar and dialogs of what is done to all of them."""

from typing import Any

import reflex as rx

from awards_site.admin.controls import button_class, pending_button
from awards_site.admin.forms.inputs import InvalidFocus, labelled_input
from awards_site.admin.lists.cells import Row
from awards_site.admin.screens.bulk import DELETE, SET_FIELD, BulkChanges
from awards_site.admin.screens.dialogs import FOOTER_CLASSES, cancel_button
from awards_site.admin.screens.list_controls import SELECTION_SCRIPT
from awards_site.admin.screens.screen import Form, Screen
from awards_site.core.records.list_params import MAX_BULK_RECORDS
from awards_site.ui.overlays.dialog import alert_dialog_content, dialog
from awards_site.ui.overlays.dialog_parts import DialogRoot

_SCRIPT = SELECTION_SCRIPT.importable_path
_BAR = (
    "sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-xl border border-line"
    " bg-white p-3 shadow-lg"
)


class _RowCheckbox(rx.Component):
    library = _SCRIPT
    tag = "RowCheckbox"
    record_id: rx.Var[int]
    name: rx.Var[str]


class _PageCheckbox(rx.Component):
    library = _SCRIPT
    tag = "PageCheckbox"
    rows: rx.Var[list[dict[str, Any]]]


class _SelectionBar(rx.Component):
    library = _SCRIPT
    tag = "SelectionBar"
    rows: rx.Var[list[dict[str, Any]]]
    total: rx.Var[int]
    has_more: rx.Var[bool]
    max: rx.Var[int]
    actions: rx.Var[list[dict[str, str]]]
    running: rx.Var[str]
    version: rx.Var[int]
    on_act: rx.EventHandler[rx.event.passthrough_event_spec(str, dict[str, Any])]
    button_class_name: rx.Var[str]
    danger_class_name: rx.Var[str]


def row_checkbox(row: Row) -> rx.Component:
    return _RowCheckbox.create(record_id=row["id"].to(int), name=row["display_name"].to(str))


def page_checkbox(state: type[BulkChanges]) -> rx.Component:
    return _PageCheckbox.create(rows=state.rows)


def selection_bar(state: type[BulkChanges]) -> rx.Component:
    """Return the bar below the list, which is there while rows are selected."""
    return _SelectionBar.create(
        rows=state.rows,
        total=state.total,
        has_more=state.has_more,
        max=MAX_BULK_RECORDS,
        actions=_actions(state.screen),
        running=state.bulk_action,
        version=state.selection_version,
        on_act=state.choose_bulk,
        class_name=_BAR,
        button_class_name=button_class("quiet"),
        danger_class_name=button_class("danger"),
    )


def bulk_dialogs(state: type[BulkChanges]) -> list[rx.Component]:
    """Return the confirmation of a deletion, and the form that sets a value of all."""
    update = state.screen.update
    has_form = update is not None and state.screen.bulk_fields
    return [_delete_dialog(state), *([_set_dialog(state, update)] if has_form and update else [])]


def _actions(screen: Screen) -> list[dict[str, str]]:
    publishing = [("publish", "Publish", "Publishing..."), ("unpublish", "Unpublish", "Saving...")]
    setting = [
        (f"{SET_FIELD}{each.name}", f"Set {each.label.lower()}", "Saving...")
        for each in (screen.update.fields if screen.update else ())
        if each.name in screen.bulk_fields
    ]
    actions = [*(publishing if screen.publish else []), *setting, (DELETE, "Delete", "Deleting...")]
    return [
        {"action": action, "label": label, "pendingLabel": pending}
        for action, label, pending in actions
    ]


def _delete_dialog(state: type[BulkChanges]) -> rx.Component:
    return DialogRoot.create(
        alert_dialog_content(
            cancel_button(),
            pending_button(
                "Delete",
                "Deleting...",
                state.pending,
                variant="danger",
                on_click=state.confirm_bulk({}),
            ),
            title="Are you sure?",
            description=state.bulk_text,
            testid="bulk-delete-dialog",
        ),
        open=state.dialog == "bulk-delete",
        on_close=state.close,
    )


def _set_dialog(state: type[BulkChanges], update: Form) -> rx.Component:
    fields = [each for each in update.fields if each.name in state.screen.bulk_fields]
    return dialog(
        rx.el.form(
            rx.el.div(
                *(
                    rx.cond(
                        state.bulk_field == each.name,
                        labelled_input(
                            each,
                            state.values[each.name],
                            state.errors.get(each.name, ""),
                            update.requires(each),
                        ),
                    )
                    for each in fields
                ),
                class_name="min-h-0 flex-1 overflow-y-auto p-5 sm:p-6",
            ),
            rx.el.div(
                cancel_button(),
                pending_button("Save Changes", "Saving...", state.pending, type="submit"),
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
