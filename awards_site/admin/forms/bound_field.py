"""A form field as a dialog draws it, and what its inputs have in common."""

from dataclasses import dataclass
from typing import Any

import reflex as rx

from awards_site.admin.controls import ERROR, HELP, ICON_BUTTON, INPUT, LABEL, button_class
from awards_site.admin.forms.fields import mark

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
"""The classes of the parts of inputs that scripts draw, by part."""


@dataclass(frozen=True)
class BoundField:
    """A field with what it shows at first and what was refused about it, '' for nothing."""

    field: Any
    value: rx.Var[Any]
    error: rx.Var[str]
    required: bool

    @property
    def id(self) -> str:
        return f"field-{self.field.name}"

    @property
    def attributes(self) -> dict[str, Any]:
        """The attributes that tie the input to its label, its help and its error."""
        help_id = f"{self.id}-help " if self.field.help else ""
        return {
            # As Reflex's own `id` property it would be submitted beside the name.
            "id": self.id,
            "data-field": mark(self.field.name),
            "aria-invalid": self.error != "",
            "aria-describedby": f"{help_id}{self.id}-error",
            "aria-required": self.required,
        }


class FieldInput(rx.Component):
    """An input that a script draws: `attributes` are those of its HTML element."""

    attributes: rx.Var[dict[str, Any]]
    default_value: rx.Var[Any]
    classes: rx.Var[dict[str, str]]

    @classmethod
    def of(cls, bound: BoundField, **props: Any) -> rx.Component:
        """Return the input of a field; `props` are those that no other input has."""
        return cls.create(
            attributes={**bound.attributes, "name": bound.field.name, "className": INPUT},
            default_value=bound.value,
            classes=INPUT_CLASSES,
            **props,
        )
