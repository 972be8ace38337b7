"""The inputs of a post's form: slug, published date, excerpt and tags."""

from dataclasses import dataclass
from typing import Any

import reflex as rx
from reflex_base.event import passthrough_event_spec

from awards_site.admin.fields.bound_field import FieldInput
from awards_site.admin.fields.field_types import CustomField, DateTimeField, Field
from awards_site.frontend import script

_SCRIPT = script("portal/blog/inputs.jsx")


class SlugInput(FieldInput):
    """Shows `proposal` until the slug is edited; `on_source` receives the text of `source`."""

    library = _SCRIPT
    tag = "SlugInput"

    source: rx.Var[str]
    proposal: rx.Var[str]
    on_source: rx.EventHandler[passthrough_event_spec(str)]


class PublishedDate(FieldInput):
    """A date and time that is set to now, if empty, when the switch `source` is turned on."""

    library = _SCRIPT
    tag = "PublishedDate"

    zone: rx.Var[str]
    source: rx.Var[str]


class CountedText(FieldInput):
    """A text area with a character count out of `max_length`."""

    library = _SCRIPT
    tag = "CountedText"

    max_length: rx.Var[int]


@dataclass(frozen=True, kw_only=True)
class PublishedDateField(DateTimeField, CustomField):
    """The publication date, in the programme's time zone."""


@dataclass(frozen=True)
class CommaSeparatedField(Field):
    """A list of texts, separated by commas."""

    def to_input(self, value: Any) -> Any:
        return ", ".join(value or [])

    def from_input(self, text: Any) -> Any:
        """Trims texts and drops empty ones."""
        return [tag for each in (text or "").split(",") if (tag := each.strip())]
