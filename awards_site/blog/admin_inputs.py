"""The inputs that only a post's form has: slug, published date, excerpt, tags (spec 2, 4 and 5)."""

from dataclasses import dataclass
from typing import Any

import reflex as rx
from reflex_base.event import passthrough_event_spec

from awards_site.admin.controls import INPUT, button_class
from awards_site.admin.fields import CustomField, DateTimeField, Field
from awards_site.admin.inputs import described_by, input_id

_SCRIPT = rx.asset("admin_inputs.jsx", shared=True).importable_path


class _Input(rx.Component):
    """An input with the properties that tie it to its field."""

    library = _SCRIPT

    input_id: rx.Var[str]
    name: rx.Var[str]
    default_value: rx.Var[str]
    described_by: rx.Var[str]


class SlugInput(_Input):
    """A slug that follows the field `source`, of which `on_source` hears, as `proposal`."""

    tag = "SlugInput"

    source: rx.Var[str]
    proposal: rx.Var[str]
    on_source: rx.EventHandler[passthrough_event_spec(str)]


class PublishedDate(_Input):
    """A date and time that is filled with now when the switch `source` is turned on."""

    tag = "PublishedDate"

    zone: rx.Var[str]
    source: rx.Var[str]
    button_class_name: rx.Var[str]


class CountedText(_Input):
    """Text of several lines, counted up to `most` characters."""

    tag = "CountedText"

    most: rx.Var[int]
    rows: rx.Var[int]
    count_class_name: rx.Var[str]


def slug_input(
    field: Field,
    value: rx.Var[Any],
    error: rx.Var[str],
    required: bool,
    *,
    proposal: rx.Var[str],
    on_title: rx.event.EventType[str],
) -> rx.Component:
    """Return the input of a slug; `proposal` is that of the title of which `on_title` heard."""
    return SlugInput.create(
        source="title",
        proposal=proposal,
        on_source=on_title,
        **_tie(field, value, error, required),
    )


def published_date(
    field: Field, value: rx.Var[Any], error: rx.Var[str], required: bool, *, zone: rx.Var[str]
) -> rx.Component:
    """Return the input of the date of publication; `zone` is the programme's."""
    return PublishedDate.create(
        source="isPublished",
        zone=zone,
        button_class_name=button_class("quiet"),
        **_tie(field, value, error, required),
    )


def counted_text(
    field: Field, value: rx.Var[Any], error: rx.Var[str], required: bool, *, most: int
) -> rx.Component:
    """Return an input of text that is counted up to `most` characters."""
    return CountedText.create(
        most=most,
        rows=3,
        count_class_name="mt-1 text-right text-xs tabular-nums",
        **_tie(field, value, error, required),
    )


def _tie(field: Field, value: rx.Var[Any], error: rx.Var[str], required: bool) -> dict[str, Any]:
    return {
        "input_id": input_id(field),
        "name": field.name,
        "default_value": value.to(str),
        "described_by": described_by(field),
        "class_name": INPUT,
        "custom_attrs": {"aria-invalid": error != "", "aria-required": required},
    }


@dataclass(frozen=True, kw_only=True)
class PublishedDateField(DateTimeField, CustomField):
    """The date of publication, shown and typed in the programme's zone."""


@dataclass(frozen=True)
class CommaSeparatedField(Field):
    """A list of texts, typed with commas between them."""

    def shown(self, value: Any) -> Any:
        """See Field."""
        return ", ".join(value or [])

    def value(self, typed: Any) -> Any:
        """See Field. Texts are trimmed, and empty ones dropped (spec 2, section 5)."""
        return [text for each in (typed or "").split(",") if (text := each.strip())]
