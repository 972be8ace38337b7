"""The base class of field validators, each with its error message.

A rule is part of a field's annotation, `Annotated[str, Text(3, "Title must be ...")]`, so that the
form and the API give the same message.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import GetCoreSchemaHandler, ValidationError
from pydantic_core import CoreSchema, PydanticCustomError, core_schema


def validation_error(message: str) -> PydanticCustomError:
    """Return a validation error with `message`; braces in it are literal."""
    return PydanticCustomError("rule", "{text}", {"text": message})


def label_of(field: str | None) -> str:
    """Return a field's name as words, such as 'Start date'."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", field or "value").lower()
    return words[:1].upper() + words[1:]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """Base class of field validators; subclasses implement `check`.

    `label` names the value where it is no field of a schema, such as a parameter in a URL.
    """

    label: str = ""
    missing_value: ClassVar[Any] = None
    """What an absent value becomes."""

    def check(self, value: Any, label: str) -> Any:
        """Return the normalized value, or raise `validation_error(message)`.

        `value` is neither None nor empty; `label` is the field's name as words.
        """
        raise NotImplementedError

    def missing_message(self, label: str) -> str:
        """Return the message for a required field that is missing, null or empty."""
        return f"{label} is required"

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.with_info_wrap_validator_function(self._apply, handler(source))

    def _apply(
        self, value: Any, typed: Callable[[Any], Any], info: core_schema.ValidationInfo
    ) -> Any:
        label = self.label or label_of(info.field_name)
        if value is None or value == "":
            try:
                return typed(self.missing_value)
            except ValidationError:
                raise validation_error(self.missing_message(label)) from None
        return typed(self.check(value, label))
