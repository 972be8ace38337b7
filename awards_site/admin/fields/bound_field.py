"""A form field bound to its value and error, and the base of its inputs."""

from dataclasses import dataclass
from typing import Any

import reflex as rx

from awards_site.admin.controls import ERROR, HELP, ICON_BUTTON, INPUT, LABEL, button_class
from awards_site.admin.fields.field_types import data_field

INPUT_LABEL = f"{LABEL} mb-1.5"
INPUT_CLASSES = {
    "label": INPUT_LABEL,
    "input": INPUT,
    "button": button_class("quiet"),
    "submit": button_class("primary"),
    "icon": ICON_BUTTON,
    "help": HELP,
    "error": ERROR,
}
"""The classes of the parts of inputs that are written in JSX, by part."""


@dataclass(frozen=True)
class BoundField:
    """A field with its initial value and its validation error, '' for none."""

    field: Any
    value: rx.Var[Any]
    error: rx.Var[str]
    required: bool

    @property
    def id(self) -> str:
        return f"field-{self.field.name}"

    @property
    def attributes(self) -> dict[str, Any]:
        """The attributes that link the input to its label, help and error."""
        help_id = f"{self.id}-help " if self.field.help else ""
        return {
            # Reflex would submit an input with its own `id` prop under that id as well.
            "id": self.id,
            "data-field": data_field(self.field.name),
            "aria-invalid": self.error != "",
            "aria-describedby": f"{help_id}{self.id}-error",
            "aria-required": self.required,
        }


class FieldInput(rx.Component):
    """An input written in JSX; `attributes` are those of its HTML element."""

    attributes: rx.Var[dict[str, Any]]
    default_value: rx.Var[Any]
    classes: rx.Var[dict[str, str]]

    @classmethod
    def of(cls, bound: BoundField, **props: Any) -> rx.Component:
        """Return the input of a field; `props` are specific to this kind of input."""
        return cls.create(
            attributes={**bound.attributes, "name": bound.field.name, "className": INPUT},
            default_value=bound.value,
            classes=INPUT_CLASSES,
            **props,
        )
