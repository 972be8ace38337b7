"""The input of a video's tags (spec 2, section 5)."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import reflex as rx

from awards_site.admin.controls import INPUT, button_class
from awards_site.admin.fields import CustomField, Field
from awards_site.admin.inputs import input_attributes


class TagInput(rx.Component):
    """Tags as removable chips; they are submitted as a JSON list."""

    library = rx.asset("admin_tags.jsx", shared=True).importable_path
    tag = "TagInput"

    input_id: rx.Var[str]
    name: rx.Var[str]
    default_value: rx.Var[list[str]]
    invalid: rx.Var[bool]
    described_by: rx.Var[str]
    look: rx.Var[dict[str, str]]


_LOOK = {
    "input": INPUT,
    "button": button_class("quiet"),
    "tag": "inline-flex items-center gap-1 rounded-full bg-line/60 py-0.5 pr-1 pl-3 text-sm",
    "remove": (
        "grid size-6 cursor-pointer place-items-center rounded-full text-muted hover:bg-white"
        " hover:text-ink focus-visible:outline-plum"
    ),
}


def _tag_input(
    field: Field, value: rx.Var[Any], error: rx.Var[str], required: bool
) -> rx.Component:
    attributes = input_attributes(field, error, required)["custom_attrs"]
    return TagInput.create(
        input_id=attributes["id"],
        name=field.name,
        default_value=value.to(list[str]),
        invalid=attributes["aria-invalid"],
        described_by=attributes["aria-describedby"],
        look=_LOOK,
    )


@dataclass(frozen=True, kw_only=True)
class TagsField(CustomField):
    """A list of tags, added one by one."""

    make: Callable[..., Any] = _tag_input

    def shown(self, value: Any) -> Any:
        """See Field."""
        return list(value or [])

    def value(self, typed: Any) -> Any:
        """See Field. `typed` is what the browser submits, or what `shown` has returned."""
        return json.loads(typed or "[]") if isinstance(typed, str) else list(typed or [])
