"""The dialogs of a management screen: the form and the delete confirmation."""

from dataclasses import replace
from itertools import groupby
from typing import Any

import reflex as rx

from awards_site.portal.autosave import AutosavedInput, autosave
from awards_site.portal.controls import ERROR, button, pending_button
from awards_site.portal.fields import DateTimeField, Field, SwitchField
from awards_site.portal.inputs import InvalidFocus, ScrollIntoView, state_input
from awards_site.portal.parts import Parts
from awards_site.portal.record_form import CHANGED, DELETED, RECORD_ID, RecordForm
from awards_site.ui.controls import new_tab_link
from awards_site.ui.overlays import (
    DialogClose,
    DialogRoot,
    UnsavedInput,
    Width,
    alert_dialog_content,
    dialog,
    dialog_trigger,
)

FOOTER_CLASSES = "flex flex-none flex-wrap justify-end gap-2 border-t border-line px-5 py-4 sm:px-6"
"""The classes of the buttons' row in a dialog's form."""
_COLUMNS = (
    "min-h-0 flex-1 grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]"
    " xl:has-[[data-beside]]:grid-cols-[repeat(2,minmax(0,1fr))]"
    " @max-[16rem]/window:block @max-[16rem]/window:flex-none"
)


def form_dialog(
    state: type[AutosavedInput], parts: Parts, beside: rx.Component | None = None
) -> rx.Component | None:
    """Return the dialog that creates and edits records, or None for a screen without forms.

    `beside` has half of the form's width.
    """
    forms = [each for each in (state.screen.create, state.screen.update) if each]
    if not forms:
        return None
    # A screen with only one form uses it for both.
    create, update = forms[0], forms[-1]
    creating = state.dialog == "create"
    width: Width = "wide" if create.wide else "large" if len(create.fields) > 6 else "medium"
    return dialog(
        *parts.above_form,
        autosave(state),
        rx.el.form(
            rx.el.div(
                _conflict_alert(state),
                _site_link(state) if state.screen.site_path else None,
                _to_do(state) if state.screen.has_checklist else None,
                _fields(state, create.fields)
                if create.fields == update.fields
                else rx.cond(
                    creating, _fields(state, create.fields), _fields(state, update.fields)
                ),
                _form_errors(state),
                class_name="dialog-body p-5 sm:p-6",
            ),
            rx.el.div(
                cancel_button(),
                *parts.form_buttons,
                rx.match(
                    state.conflict_kind,
                    (
                        CHANGED,
                        rx.fragment(
                            button("Use theirs", on_click=state.use_theirs),
                            pending_button(
                                "Save anyway", "Saving...", state.pending, type="submit"
                            ),
                        ),
                    ),
                    (
                        DELETED,
                        pending_button("Create as new", "Creating...", state.pending, type="submit")
                        if state.screen.can_create_as_new
                        else rx.fragment(),
                    ),
                    rx.cond(
                        creating,
                        _submit_button(state, "Creating..."),
                        rx.fragment(*(parts.save_buttons or [_submit_button(state, "Saving...")])),
                    ),
                ),
                class_name=FOOTER_CLASSES,
            ),
            beside,
            record_id_input(state),
            InvalidFocus.create(errors=state.errors, field=state.focused_field),
            UnsavedInput.create(restored=state.restored_form_version > 0),
            on_submit=state.save,
            no_validate=True,
            key=state.form_version,
            class_name=f"group/form {_COLUMNS if beside else 'dialog-form'}",
        ),
        title=state.form_title,
        description=state.form_description,
        open=creating | (state.dialog == "edit"),
        on_close=state.close,
        width="full" if beside else width,
        testid="record-dialog",
    )


def record_id_input(state: type[RecordForm]) -> rx.Component:
    return rx.el.input(type="hidden", name=RECORD_ID, value=state.record_id)


def _site_link(state: type[RecordForm]) -> rx.Component:
    return rx.cond(
        state.site_path != "",
        new_tab_link(
            "View on site",
            rx.icon("external-link", size=15),
            href=state.site_path,
            class_name="mb-5 inline-flex items-center gap-1.5 text-sm font-medium text-plum"
            " underline underline-offset-2",
        ),
    )


def _to_do(state: type[RecordForm]) -> rx.Component:
    """Return what is to do for the record, as it is stored."""
    return rx.cond(
        rx.Var.create(state.to_do).length() > 0,
        rx.el.section(
            rx.el.h3("To do", id="to-do", class_name="font-semibold"),
            rx.el.ul(
                rx.foreach(state.to_do, lambda text: rx.el.li(text, key=text)),
                class_name="mt-1 list-disc pl-5",
            ),
            aria_labelledby="to-do",
            class_name="mb-5 rounded-lg border border-line bg-ground p-4 text-sm",
        ),
    )


def _fields(state: type[RecordForm], fields: tuple[Field, ...]) -> rx.Component:
    """Return the inputs in two columns; adjacent switches share a row."""
    parts: list[rx.Component] = []
    for switches, group in groupby(fields, lambda each: isinstance(each, SwitchField)):
        inputs = [_input(state, each) for each in group]
        row = rx.el.div(
            *inputs, class_name="flex flex-wrap items-start gap-x-8 gap-y-2 sm:col-span-2"
        )
        parts += [row] if switches else inputs
    return rx.el.div(*parts, class_name="grid content-start gap-5 *:min-w-0 sm:grid-cols-2")


def _input(state: type[RecordForm], field: Field) -> rx.Component:
    required = any(
        form.requires(field)
        for form in (state.screen.create, state.screen.update)
        if form and field in form.fields
    )
    if isinstance(field, DateTimeField):
        zone = state.time_zone
        field = replace(field, help=f"{field.help} In the time zone {zone}.".strip(), zone=zone)
    return state_input(state, field, required)


def _submit_button(state: type[RecordForm], pending_label: str) -> rx.Component:
    return pending_button(state.submit_label, pending_label, state.pending, type="submit")


def _conflict_alert(state: type[RecordForm]) -> rx.Component:
    """Return the alert shown when someone else changed or deleted the record meanwhile."""
    label = state.screen.label
    hint = f" What you typed is still here: create it as a new {label}, or cancel."
    return rx.match(
        state.conflict_kind,
        (
            CHANGED,
            _alert(
                f"This {label} was changed by someone else while you were editing it.",
                rx.el.ul(
                    rx.foreach(state.conflicting_fields, _difference),
                    class_name="mt-2 grid gap-2",
                    custom_attrs={"data-testid": "differences"},
                ),
                rx.el.p(
                    "'Save anyway' saves the fields that you changed and leaves the others as"
                    f" they are now. {state.use_theirs_hint}",
                    class_name="mt-3 text-muted",
                ),
            ),
        ),
        (
            DELETED,
            _alert(
                f"This {label} was deleted by someone else while you were editing it."
                + (hint if state.screen.can_create_as_new else "")
            ),
        ),
        rx.fragment(),
    )


def _difference(each: rx.Var[dict[str, str]]) -> rx.Component:
    return rx.el.li(
        rx.el.span(each["label"], class_name="font-medium"),
        ": ",
        rx.el.del_(each["before"], class_name="text-muted"),
        rx.el.span(" became ", class_name="sr-only"),
        rx.el.span(" \u2192 ", aria_hidden="true"),
        rx.el.ins(each["theirs"], class_name="no-underline"),
        rx.cond(
            each["mine"] != "",
            rx.el.span("yours: ", each["mine"], class_name="block font-medium text-danger"),
        ),
        key=each["label"],
    )


def _alert(text: str, *more: rx.Component) -> rx.Component:
    """Return a region that is announced and scrolled into view when it appears."""
    return rx.el.div(
        rx.el.p(text, class_name="font-semibold"),
        *more,
        ScrollIntoView.create(),
        role="alert",
        class_name="mb-5 rounded-lg border border-gold bg-gold/10 p-4 text-sm",
        custom_attrs={"data-testid": "conflict"},
    )


def _form_errors(state: type[RecordForm]) -> rx.Component:
    """Return the validation errors of fields that the form does not have."""
    return rx.el.ul(
        rx.foreach(state.form_errors, lambda text: rx.el.li(text, key=text)),
        role="alert",
        class_name=f"{ERROR} empty:hidden",
    )


def cancel_button(label: str = "Cancel") -> rx.Component:
    """Return a button that closes the enclosing dialog."""
    return DialogClose.create(button(label), as_child=True)


def question_button(
    trigger: rx.Component,
    action: rx.Component,
    *,
    title: str | rx.Var[str],
    text: Any,
    testid: str,
) -> rx.Component:
    """Return a button that opens a question, in which `action` is the button that says yes."""
    return DialogRoot.create(
        dialog_trigger(trigger),
        alert_dialog_content(
            cancel_button(),
            DialogClose.create(action, as_child=True),
            title=title,
            description=text,
            testid=testid,
        ),
    )


def delete_dialog(state: type[RecordForm]) -> rx.Component:
    """Return the confirmation dialog of a deletion."""
    description = state.screen.delete_warning.replace("{name}", f"{state.record_name}")
    return deletion_dialog(
        state, "delete", description, state.delete(state.record_id), testid="delete-dialog"
    )


def deletion_dialog(
    state: type[RecordForm],
    name: str,
    description: rx.Var[str] | str,
    on_click: rx.event.EventType[()],
    *below: rx.Component,
    testid: str,
) -> rx.Component:
    """Return the dialog `name`, whose button deletes by `on_click`; `below` follows the buttons."""
    return DialogRoot.create(
        alert_dialog_content(
            cancel_button(),
            pending_button(
                state.screen.delete_label,
                "Deleting...",
                state.pending,
                variant="danger",
                on_click=on_click,
            ),
            *below,
            title="Are you sure?",
            description=description,
            testid=testid,
        ),
        open=state.dialog == name,
        on_close=state.close,
    )
