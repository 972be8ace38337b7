"""A form field that selects a record of another entity by a search on the server.

downshift implements the ARIA combobox pattern.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import reflex as rx

from awards_site.admin.fields.bound_field import BoundField, FieldInput
from awards_site.admin.fields.field_types import NO_VALUE, CustomField, NumberField
from awards_site.frontend import script


class RecordPicker(FieldInput):
    """Wraps `record_picker.jsx`, which loads the combobox of `record_combobox.jsx`."""

    library = script("portal/forms/record_picker.jsx")
    tag = "RecordPicker"
    lib_dependencies: list[str] = ["downshift@9.5.0"]

    record_label: rx.Var[str]
    list_path: rx.Var[str]
    item_path: rx.Var[str]
    title_key: rx.Var[str]
    detail_keys: rx.Var[tuple[str, ...]]


def _picker(bound: BoundField) -> rx.Component:
    field = bound.field
    return RecordPicker.of(
        bound,
        record_label=field.record_label,
        list_path=field.list_path,
        item_path=field.item_path,
        title_key=field.title_key,
        detail_keys=field.detail_keys,
    )


@dataclass(frozen=True, kw_only=True)
class RecordField(NumberField, CustomField):
    """The id of a record of the list at `list_path`, selected by the record's name.

    `{id}` in `item_path` is the record's id. `title_key` is the key of its name; `detail_keys` are
    the keys that distinguish records of the same name.
    """

    record_label: str
    list_path: str
    item_path: str
    title_key: str = "name"
    detail_keys: tuple[str, ...] = ()
    make: Callable[..., Any] = _picker

    def full_text(self, value: Any) -> str:
        """Shows the record's id, because its name is not available."""
        return NO_VALUE if value is None else f"{self.record_label.capitalize()} {value}"
