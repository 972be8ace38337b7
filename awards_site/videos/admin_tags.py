"""The input of a video's tags (spec 2, section 5)."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import reflex as rx

from awards_site.admin.forms.bound_field import FieldInput
from awards_site.admin.forms.fields import CustomField


class TagInput(FieldInput):
    """Tags as removable chips; they are submitted as a JSON list."""

    library = rx.asset("admin_tags.jsx", shared=True).importable_path
    tag = "TagInput"


@dataclass(frozen=True, kw_only=True)
class TagsField(CustomField):
    """A list of tags, added one by one."""

    make: Callable[..., Any] = TagInput.of

    def shown(self, value: Any) -> Any:
        return list(value or [])

    def value(self, typed: Any) -> Any:
        """See Field. `typed` is what the browser submits, or what `shown` has returned."""
        return json.loads(typed or "[]") if isinstance(typed, str) else list(typed or [])
