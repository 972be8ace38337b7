"""The inputs of a form's fields."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import reflex as rx

from awards_site.core.files.disk import MEGABYTE
from awards_site.core.files.image_variants import HEIC
from awards_site.core.validation import LabeledEnum
from awards_site.frontend import react, script
from awards_site.portal.controls import ERROR, HELP, INPUT
from awards_site.portal.fields import (
    INPUT_LABEL,
    NO_VALUE,
    BoundField,
    CustomField,
    DateTimeField,
    Field,
    JsonListField,
    LinkField,
    NewPasswordField,
    NumberField,
    SelectField,
    SliderField,
    SwitchField,
    TextAreaField,
    UploadField,
    data_field,
    field_input,
)
from awards_site.records.entity import Entity
from awards_site.ui.overlays import window_classes
from awards_site.ui.shell import page_labels

_SCRIPT = script("portal/forms/inputs.jsx")
_checkbox_list = field_input("CheckboxList", _SCRIPT, label=str, choices=list[dict[str, str]])


def _choices(bound: BoundField) -> rx.Component:
    labels = bound.field.choices.labels()
    options = [{"value": value, "label": label} for value, label in labels.items()]
    return _checkbox_list(bound, label=bound.field.label, choices=options)


@dataclass(frozen=True, kw_only=True)
class ChoicesField(JsonListField):
    """Any of several choices, as checkboxes."""

    choices: type[LabeledEnum]
    make: Callable[..., Any] = _choices
    has_own_label: bool = True

    def full_text(self, value: Any) -> str:
        labels = self.choices.labels()
        return super().full_text([labels.get(each, each) for each in value or []])


_record_picker = field_input(
    "RecordPicker",
    _SCRIPT,
    dependencies=["downshift@9.5.0"],
    record_label=str,
    path=str,
    title_key=str,
    detail_keys=tuple[str, ...],
)


def _picker(bound: BoundField) -> rx.Component:
    field = bound.field
    return _record_picker(
        bound,
        record_label=field.entity.label,
        path=f"/api{field.entity.path}",
        title_key=field.entity.table.title_field,
        detail_keys=field.detail_keys,
    )


@dataclass(frozen=True, kw_only=True)
class RecordField(NumberField, CustomField):
    """The id of a record of another entity, selected by the record's name.

    `detail_keys` are the keys that distinguish records of the same name.
    """

    entity: Entity
    detail_keys: tuple[str, ...] = ()
    make: Callable[..., Any] = _picker

    def full_text(self, value: Any) -> str:
        """Shows the record's id, because its name is not available."""
        return NO_VALUE if value is None else f"{self.entity.label.capitalize()} {value}"


_upload_input = field_input(
    "UploadInput", script("portal/uploads/upload_input.jsx"), source=dict[str, Any]
)


def upload_source(field: UploadField) -> dict[str, Any]:
    """Return the endpoint, limits, labels and toasts of a field, as `useUpload` takes them."""
    media = field.media
    kind = media.mime_type_prefix
    label = field.upload_label or f"Upload {kind}"
    return {
        "endpoint": field.upload_path,
        "formDataKey": field.form_data_key,
        "media": kind,
        "accept": media.accept,
        "pickerDialog": window_classes("wide", "portal"),
        "maxBytes": media.max_megabytes * MEGABYTE,
        "uploadLabel": label,
        "chooseLabel": label.replace("Upload", "Choose"),
        "emptyLabel": f"No {kind}",
        "brokenLabel": f"No {kind} found at this URL",
        "toasts": {
            "tooLarge": (
                "File too large",
                f"{kind.capitalize()} must be less than {media.max_megabytes}MB",
            ),
            "heic": ("Invalid file type", HEIC),
            "wrongType": ("Invalid file type", media.wrong_type_message),
            "failed": field.failed_toast,
            "noFile": field.no_file_toast,
        },
    }


InvalidFocus = react("InvalidFocus", _SCRIPT, errors=dict[str, str], field=str)
"""Moves the focus to `field` when the enclosing form opens, and to its first invalid field."""


_VISIBILITY = script("portal/forms/visibility.jsx")
Visibility = react("Visibility", _VISIBILITY, is_draft=bool, time_zone=str)
"""Says what visitors see of the enclosing form's record, or what the form's embargo hides."""

ScrollIntoView = react("ScrollIntoView", _SCRIPT)
"""Scrolls its parent element into view when it appears."""


def labelled_input(
    field: Field, value: rx.Var[Any], error: rx.Var[str], required: bool
) -> rx.Component:
    """Return a field's label, input, help and validation error.

    `value` is the input's initial value; `error` is '' for none.
    """
    if isinstance(field, SwitchField):
        return _switch(field, value.to(bool))
    custom = field if isinstance(field, CustomField) else None
    bound = BoundField(field, value, error, required)
    make: Callable[[BoundField], rx.Component] = (
        custom.make if custom else _INPUTS.get(type(field), _text_input)
    )
    return rx.el.div(
        None
        if custom and custom.has_own_label
        else rx.el.label(
            field.label,
            None if required else _optional_hint(field),
            html_for=bound.id,
            class_name=INPUT_LABEL,
        ),
        make(bound),
        _help(field),
        None
        if custom and custom.shows_errors
        else rx.el.p(
            error, id=f"{bound.id}-error", role="alert", class_name=f"{ERROR} empty:hidden"
        ),
        class_name=f"{'' if field.half else 'sm:col-span-2'} {_visibility(field)}".strip(),
    )


def state_input(state: Any, field: Field, required: bool = True) -> rx.Component:
    """Return a field's `labelled_input`, with the value and the error that a State has for it."""
    return labelled_input(
        field, state.values[field.name], state.errors.get(field.name, ""), required
    )


def _help(field: Field) -> rx.Component | None:
    if not field.help:
        return None
    return rx.el.p(field.help, id=f"field-{field.name}-help", class_name=HELP)


def _visibility(field: Field) -> str:
    """Return the classes that hide a field unless its condition holds.

    The browser evaluates it on the enclosing form, which has the class `group/form`.
    """
    if field.visible_when is None:
        return ""
    condition = field.visible_when.selector.replace(" ", "_")
    return f"hidden group-has-[{condition}]/form:block"


def _optional_hint(field: Field) -> rx.Component | None:
    if isinstance(field, SelectField) or not field.marked_optional:
        return None
    return rx.el.span(" (optional)", class_name="font-normal text-muted")


def _html_props(bound: BoundField) -> dict[str, Any]:
    return {
        "name": bound.field.name,
        "class_name": INPUT,
        "default_value": bound.value.to(str),
        "custom_attrs": bound.attributes,
    }


def _text_input(bound: BoundField) -> rx.Component:
    return rx.el.input(
        type=bound.field.kind, auto_complete=bound.field.autocomplete, **_html_props(bound)
    )


def _link_input(bound: BoundField) -> rx.Component:
    """Return a text input that offers the pages of the site."""
    pages = f"{bound.id}-pages"
    return rx.fragment(
        rx.el.input(
            type=bound.field.kind,
            auto_complete=bound.field.autocomplete,
            **_html_props(bound) | {"custom_attrs": {**bound.attributes, "list": pages}},
        ),
        # Reflex would add a ref to every page for its own `id` prop.
        rx.el.datalist(
            *(rx.el.option(label, value=path) for path, label in page_labels().items()),
            custom_attrs={"id": pages},
        ),
    )


def _select(bound: BoundField) -> rx.Component:
    field = bound.field
    empty = {"": field.empty_label} if field.empty_label else {}
    labels = empty | field.choices.labels()
    return rx.el.select(
        *(rx.el.option(label, value=choice) for choice, label in labels.items()),
        **_html_props(bound),
    )


def _upload(bound: BoundField) -> rx.Component:
    return _upload_input(bound, source=upload_source(bound.field))


def _switch(field: SwitchField, value: rx.Var[bool]) -> rx.Component:
    described = {"aria-describedby": f"field-{field.name}-help"} if field.help else {}
    switch = rx.el.label(
        rx.el.input(
            type="checkbox",
            role="switch",
            name=field.name,
            default_checked=value,
            # Covers the label invisibly, so that clicks hit the input itself.
            class_name="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0",
            custom_attrs={"data-field": data_field(field.name), **described},
        ),
        rx.el.span(
            aria_hidden="true",
            class_name=(
                "relative h-5 w-9 flex-none rounded-full bg-muted/40 forced-color-adjust-none"
                " transition-colors"
                " after:absolute after:top-0.5 after:left-0.5 after:size-4 after:rounded-full"
                " after:bg-white after:transition-transform peer-checked:bg-plum"
                " peer-checked:after:translate-x-4 peer-focus-visible:outline-2"
                " peer-focus-visible:outline-offset-2 motion-reduce:transition-none"
                " motion-reduce:after:transition-none print:border print:after:border"
            ),
        ),
        rx.el.span(field.label, class_name="text-sm font-medium"),
        class_name="relative flex min-h-9 cursor-pointer items-center gap-3",
    )
    return rx.el.div(switch, _help(field)) if field.help else switch


_date_time_input = field_input("DateTimeInput", _SCRIPT, zone=str)

_INPUTS: dict[type[Field], Callable[..., rx.Component]] = {
    DateTimeField: lambda bound: _date_time_input(bound, zone=bound.field.zone),
    LinkField: _link_input,
    TextAreaField: lambda bound: rx.el.textarea(rows=bound.field.rows, **_html_props(bound)),
    SelectField: _select,
    SliderField: field_input("SliderInput", _SCRIPT),
    UploadField: _upload,
    NewPasswordField: field_input("PasswordInput", _SCRIPT),
}
