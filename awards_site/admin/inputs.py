"""The inputs of a management screen's forms: one function for each kind of field."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from awards_site.admin.controls import ERROR, HELP, INPUT, LABEL
from awards_site.admin.fields import (
    CustomField,
    Field,
    ImageField,
    SelectField,
    SliderField,
    SwitchField,
    TextAreaField,
    UploadField,
    VideoFileField,
    mark,
)
from awards_site.admin.uploads import UPLOAD_LOOK, UploadInput, upload_source


class SliderInput(rx.Component):
    """The wrapped slider of `slider_input.jsx`."""

    library = rx.asset("slider_input.jsx", shared=True).importable_path
    tag = "SliderInput"

    input_id: rx.Var[str]
    name: rx.Var[str]
    default_value: rx.Var[str]
    min: rx.Var[int]
    max: rx.Var[int]
    step: rx.Var[int]
    invalid: rx.Var[bool]
    described_by: rx.Var[str]


class InvalidFocus(rx.Component):
    """Moves the focus to the first refused field of the form that it stands in."""

    library = rx.asset("invalid_focus.jsx", shared=True).importable_path
    tag = "InvalidFocus"
    errors: rx.Var[dict[str, str]]


class Arrival(rx.Component):
    """Scrolls to the region that it stands in when that comes to be there."""

    library = rx.asset("arrival.jsx", shared=True).importable_path
    tag = "Arrival"


def labelled_input(
    field: Field, value: rx.Var[Any], error: rx.Var[str], required: bool
) -> rx.Component:
    """Return a field's label, its input, its help and what was refused about it.

    `value` is what the input shows at first; an empty `error` stands for none.
    """
    if isinstance(field, SwitchField):
        return _switch(field, value.to(bool))
    own_label = isinstance(field, CustomField) and field.own_label
    make: Callable[..., rx.Component] = (
        field.make if isinstance(field, CustomField) else _INPUTS.get(type(field), _line)
    )
    return rx.el.div(
        None
        if own_label
        else rx.el.label(
            field.label,
            None if required else _optional(field),
            html_for=input_id(field),
            class_name=f"{LABEL} mb-1.5",
        ),
        make(field, value, error, required),
        _help(field),
        None
        if isinstance(field, CustomField) and field.says_errors
        else rx.el.p(
            error,
            id=f"{input_id(field)}-error",
            role="alert",
            class_name=f"{ERROR} empty:hidden",
        ),
        class_name=f"{'' if field.half else 'sm:col-span-2'} {_seen(field)}".strip(),
    )


def _help(field: Field) -> rx.Component | None:
    if not field.help:
        return None
    return rx.el.p(field.help, id=f"{input_id(field)}-help", class_name=HELP)


def _seen(field: Field) -> str:
    """Return the classes that hide a field as long as its condition does not hold.

    The browser alone decides it, by the form `group/form` as it is filled in.
    """
    if field.shown_while is None:
        return ""
    condition = field.shown_while.selector.replace(" ", "_")
    return f"hidden group-has-[{condition}]/form:block"


def input_id(field: Field) -> str:
    """Return the id of a field's input."""
    return f"field-{field.name}"


def _optional(field: Field) -> rx.Component | None:
    if isinstance(field, SelectField):
        return None
    return rx.el.span(" (optional)", class_name="font-normal text-muted")


def described_by(field: Field) -> str:
    """Return the ids of what describes a field's input: its help and its error."""
    error = f"{input_id(field)}-error"
    return f"{input_id(field)}-help {error}" if field.help else error


def input_attributes(field: Field, error: rx.Var[str], required: bool) -> dict[str, Any]:
    """Return the properties that tie an input to its field's label, help and error."""
    return {
        "name": field.name,
        "class_name": INPUT,
        "custom_attrs": {
            # As Reflex's own `id` property it would be submitted beside the name.
            "id": input_id(field),
            "data-field": mark(field.name),
            "aria-invalid": error != "",
            "aria-describedby": described_by(field),
            "aria-required": required,
        },
    }


def _line(field: Field, value: rx.Var[Any], error: rx.Var[str], required: bool) -> rx.Component:
    return rx.el.input(
        type=field.kind,
        default_value=value.to(str),
        auto_complete=field.autocomplete,
        **input_attributes(field, error, required),
    )


def _text_area(
    field: TextAreaField, value: rx.Var[Any], error: rx.Var[str], required: bool
) -> rx.Component:
    return rx.el.textarea(
        default_value=value.to(str),
        rows=field.rows,
        **input_attributes(field, error, required),
    )


def _select(
    field: SelectField, value: rx.Var[Any], error: rx.Var[str], required: bool
) -> rx.Component:
    return rx.el.select(
        *(rx.el.option(label, value=stored) for stored, label in field.vocabulary.labels().items()),
        default_value=value.to(str),
        **input_attributes(field, error, required),
    )


def _upload(
    field: UploadField, value: rx.Var[Any], error: rx.Var[str], required: bool
) -> rx.Component:
    return UploadInput.create(
        input_id=input_id(field),
        name=field.name,
        default_value=value.to(str),
        source=upload_source(field),
        invalid=error != "",
        required=required,
        described_by=described_by(field),
        look=UPLOAD_LOOK,
    )


def _slider(
    field: SliderField, value: rx.Var[Any], error: rx.Var[str], _required: bool
) -> rx.Component:
    return SliderInput.create(
        input_id=input_id(field),
        name=field.name,
        default_value=value.to(str),
        min=field.least,
        max=field.most,
        step=field.step,
        invalid=error != "",
        described_by=described_by(field),
    )


def _switch(field: SwitchField, value: rx.Var[bool]) -> rx.Component:
    described = {"aria-describedby": f"{input_id(field)}-help"} if field.help else {}
    switch = rx.el.label(
        rx.el.input(
            type="checkbox",
            role="switch",
            name=field.name,
            default_checked=value,
            # It lies unseen over the whole label, so that a pointer hits the input itself.
            class_name="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0",
            custom_attrs={"data-field": mark(field.name), **described},
        ),
        rx.el.span(
            aria_hidden="true",
            class_name=(
                "relative h-5 w-9 flex-none rounded-full bg-muted/40 transition-colors"
                " after:absolute after:top-0.5 after:left-0.5 after:size-4 after:rounded-full"
                " after:bg-white after:transition-transform peer-checked:bg-plum"
                " peer-checked:after:translate-x-4 peer-focus-visible:outline-2"
                " peer-focus-visible:outline-offset-2 motion-reduce:transition-none"
                " motion-reduce:after:transition-none"
            ),
        ),
        rx.el.span(field.label, class_name="text-sm font-medium"),
        class_name="relative flex min-h-9 cursor-pointer items-center gap-3",
    )
    return rx.el.div(switch, _help(field)) if field.help else switch


_INPUTS: dict[type[Field], Callable[..., rx.Component]] = {
    TextAreaField: _text_area,
    SelectField: _select,
    SliderField: _slider,
    ImageField: _upload,
    VideoFileField: _upload,
}
