"""A form's field with any of several choices."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import reflex as rx

from awards_site.admin.fields.bound_field import BoundField, FieldInput
from awards_site.admin.fields.field_types import JsonListField
from awards_site.core.validation.choices import LabeledEnum
from awards_site.frontend import script


class CheckboxList(FieldInput):
    """Wraps the input of `checkbox_list.jsx`, which submits a JSON list."""

    library = script("portal/forms/checkbox_list.jsx")
    tag = "CheckboxList"
    label: rx.Var[str]
    choices: rx.Var[list[dict[str, str]]]


@dataclass(frozen=True, kw_only=True)
class ChoicesField(JsonListField):
    """Any of several choices, as checkboxes."""

    choices: type[LabeledEnum]

    def full_text(self, value: Any) -> str:
        labels = self.choices.labels()
        return super().full_text([labels.get(each, each) for each in value or []])


def choices_field(
    name: str, label: str, choices: type[LabeledEnum], *, help_text: str
) -> ChoicesField:
    """Return the field with its input."""
    options = [{"value": value, "label": text} for value, text in choices.labels().items()]
    make = partial(_checkbox_list, options)
    return ChoicesField(name, label, help=help_text, choices=choices, make=make, has_own_label=True)


def _checkbox_list(options: list[dict[str, str]], bound: BoundField) -> rx.Component:
    return CheckboxList.of(bound, label=bound.field.label, choices=options)
