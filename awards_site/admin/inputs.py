"""The inputs of a management screen's forms: one function for each kind of field."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from awards_site.admin.controls import ERROR, HELP, INPUT, LABEL, button_class
from awards_site.admin.fields import (
    CustomField,
    Field,
    ImageField,
    SelectField,
    SwitchField,
    TextAreaField,
)
from awards_site.ui.notices import notify

LARGEST_IMAGE = 5 * 1024 * 1024
"""Bytes (spec 2, section 9)."""


class ImageInput(rx.Component):
    """The wrapped image field of `image_input.jsx`; uploads run in the browser."""

    library = rx.asset("image_input.jsx", shared=True).importable_path
    tag = "ImageInput"

    input_id: rx.Var[str]
    name: rx.Var[str]
    default_value: rx.Var[str]
    upload_label: rx.Var[str]
    endpoint: rx.Var[str]
    endpoint_field: rx.Var[str]
    max_bytes: rx.Var[int]
    invalid: rx.Var[bool]
    described_by: rx.Var[str]
    look: rx.Var[dict[str, str]]
    on_too_large: rx.EventHandler[rx.event.no_args_event_spec]
    on_wrong_type: rx.EventHandler[rx.event.no_args_event_spec]
    on_failed: rx.EventHandler[rx.event.no_args_event_spec]


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
    make: Callable[..., rx.Component] = (
        field.make if isinstance(field, CustomField) else _INPUTS.get(type(field), _line)
    )
    return rx.el.div(
        rx.el.label(
            field.label,
            None if required else _optional(field),
            html_for=_id(field),
            class_name=f"{LABEL} mb-1.5",
        ),
        make(field, value, error, required),
        rx.el.p(field.help, id=f"{_id(field)}-help", class_name=HELP) if field.help else None,
        None
        if isinstance(field, CustomField) and field.says_errors
        else rx.el.p(
            error,
            id=f"{_id(field)}-error",
            role="alert",
            class_name=f"{ERROR} empty:hidden",
        ),
        class_name="" if field.half else "sm:col-span-2",
    )


def _id(field: Field) -> str:
    return f"field-{field.name}"


def _optional(field: Field) -> rx.Component | None:
    if isinstance(field, SelectField):
        return None
    return rx.el.span(" (optional)", class_name="font-normal text-muted")


def _described_by(field: Field) -> str:
    return f"{_id(field)}-help {_id(field)}-error" if field.help else f"{_id(field)}-error"


def input_attributes(field: Field, error: rx.Var[str], required: bool) -> dict[str, Any]:
    """Return the properties that tie an input to its field's label, help and error."""
    return {
        "name": field.name,
        "class_name": INPUT,
        "custom_attrs": {
            # As Reflex's own `id` property it would be submitted beside the name.
            "id": _id(field),
            "aria-invalid": error != "",
            "aria-describedby": _described_by(field),
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


def _image(
    field: ImageField, value: rx.Var[Any], error: rx.Var[str], _required: bool
) -> rx.Component:
    return ImageInput.create(
        input_id=_id(field),
        name=field.name,
        default_value=value.to(str),
        upload_label=field.upload_label,
        endpoint=field.upload,
        endpoint_field=field.upload_field,
        max_bytes=LARGEST_IMAGE,
        invalid=error != "",
        described_by=_described_by(field),
        look={
            "input": INPUT,
            "button": button_class("quiet"),
            "error": ERROR,
            "preview": (
                "grid size-24 flex-none place-items-center overflow-hidden rounded-md border"
                " border-line bg-ground"
            ),
        },
        on_too_large=notify("File too large", "Image must be less than 5MB", destructive=True),
        on_wrong_type=notify("Invalid file type", "Please upload an image file", destructive=True),
        on_failed=notify(
            "Upload Failed", "Could not upload image. Please try again.", destructive=True
        ),
    )


def _switch(field: SwitchField, value: rx.Var[bool]) -> rx.Component:
    return rx.el.label(
        rx.el.input(
            type="checkbox",
            role="switch",
            name=field.name,
            default_checked=value,
            # It lies unseen over the whole label, so that a pointer hits the input itself.
            class_name="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0",
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


_INPUTS: dict[type[Field], Callable[..., rx.Component]] = {
    TextAreaField: _text_area,
    SelectField: _select,
    ImageField: _image,
}
