"""The inputs that only a post's form has: slug, published date, excerpt, tags."""

from dataclasses import dataclass
from typing import Any

import reflex as rx
from reflex_base.event import passthrough_event_spec

from awards_site.admin.forms.bound_field import FieldInput
from awards_site.admin.forms.fields import CustomField, DateTimeField, Field

_SCRIPT = rx.asset("admin_inputs.jsx", shared=True).importable_path


class SlugInput(FieldInput):
    """A slug that follows the field `source`, of which `on_source` hears, as `proposal`."""

    library = _SCRIPT
    tag = "SlugInput"

    source: rx.Var[str]
    proposal: rx.Var[str]
    on_source: rx.EventHandler[passthrough_event_spec(str)]


class PublishedDate(FieldInput):
    """A date and time that is filled with now when the switch `source` is turned on."""

    library = _SCRIPT
    tag = "PublishedDate"

    zone: rx.Var[str]
    source: rx.Var[str]


class CountedText(FieldInput):
    """Text of several lines, counted up to `max_length` characters."""

    library = _SCRIPT
    tag = "CountedText"

    max_length: rx.Var[int]


@dataclass(frozen=True, kw_only=True)
class PublishedDateField(DateTimeField, CustomField):
    """The date of publication, shown and typed in the programme's zone."""


@dataclass(frozen=True)
class CommaSeparatedField(Field):
    """A list of texts, typed with commas between them."""

    def shown(self, value: Any) -> Any:
        return ", ".join(value or [])

    def value(self, typed: Any) -> Any:
        """See Field. Texts are trimmed, and empty ones dropped."""
        return [text for each in (typed or "").split(",") if (text := each.strip())]
