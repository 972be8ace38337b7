"""The dialogs of a management screen: the form, and the question before a deletion."""

from collections.abc import Sequence
from itertools import groupby

import reflex as rx

from awards_site.admin.controls import button, button_class, pending_button
from awards_site.admin.fields import Field, SwitchField
from awards_site.admin.inputs import InvalidFocus, labelled_input
from awards_site.admin.management import ManagementScreen
from awards_site.admin.screen import Form
from awards_site.ui.dialog import DialogClose, DialogDrop, confirmation, dialog, question_content

_FOOT = "flex flex-none justify-end gap-2 border-t border-line px-5 py-4 sm:px-6"


def form_dialog(
    state: type[ManagementScreen], above: Sequence[rx.Component] = ()
) -> rx.Component | None:
    """Return the dialog that creates and edits; both use one form where the fields are the same.

    `above` stands between its heading and the form.
    """
    forms = [each for each in (state.screen.create, state.screen.update) if each]
    if not forms:
        return None
    # A screen that does one of both has one form, whichever the dialog is called.
    create, update = forms[0], forms[-1]
    creating = state.dialog == "create"
    return dialog(
        *above,
        rx.el.form(
            _fields(state, create.fields)
            if create.fields == update.fields
            else rx.cond(creating, _fields(state, create.fields), _fields(state, update.fields)),
            rx.el.div(
                _cancel(),
                rx.cond(creating, _submit(state, create), _submit(state, update)),
                class_name=_FOOT,
            ),
            InvalidFocus.create(errors=state.errors),
            on_submit=state.save,
            no_validate=True,
            key=state.serial,
            class_name="flex min-h-0 flex-1 flex-col",
        ),
        title=rx.cond(creating, create.title, update.title),
        description=rx.cond(creating, create.description, update.description or state.subject),
        open=creating | (state.dialog == "edit"),
        on_close=state.close,
        question=_unsaved_question(),
        version=state.serial,
        width="large" if len(create.fields) > 6 else "medium",
        testid="record-dialog",
    )


def _fields(state: type[ManagementScreen], fields: tuple[Field, ...]) -> rx.Component:
    """Return the inputs in two columns; neighbouring switches share a line."""
    parts: list[rx.Component] = []
    for switches, group in groupby(fields, lambda each: isinstance(each, SwitchField)):
        inputs = [_input(state, each) for each in group]
        line = rx.el.div(*inputs, class_name="flex flex-wrap gap-x-8 gap-y-2 sm:col-span-2")
        parts += [line] if switches else inputs
    return rx.el.div(
        *parts,
        class_name=(
            "grid min-h-0 flex-1 content-start gap-5 overflow-y-auto p-5 sm:grid-cols-2 sm:p-6"
        ),
    )


def _input(state: type[ManagementScreen], field: Field) -> rx.Component:
    required = any(
        form.requires(field)
        for form in (state.screen.create, state.screen.update)
        if form and field in form.fields
    )
    error = state.errors.get(field.name, "")
    return labelled_input(field, state.values[field.name], error, required)


def _submit(state: type[ManagementScreen], form: Form) -> rx.Component:
    return pending_button(form.submit, form.submitting, state.pending, type="submit")


def _cancel() -> rx.Component:
    return DialogClose.create(button("Cancel"), as_child=True)


def _unsaved_question() -> rx.Component:
    return question_content(
        DialogClose.create(button("Keep editing"), as_child=True),
        DialogDrop.create("Discard changes", class_name=button_class("danger")),
        title="Discard unsaved changes?",
        description="What you typed has not been saved.",
        testid="unsaved-question",
    )


def delete_dialog(state: type[ManagementScreen]) -> rx.Component | None:
    """Return the question that stands before every deletion (spec 2, 'Shared dialog behaviour')."""
    warning = state.screen.delete_warning
    if warning is None:
        return None
    return confirmation(
        _cancel(),
        pending_button(
            "Delete", "Deleting...", state.pending, look="danger", on_click=state.delete
        ),
        title="Are you sure?",
        description=warning.replace("{name}", f"{state.subject}"),
        open=state.dialog == "delete",
        on_close=state.close,
        testid="delete-dialog",
    )
