"""The rules that fields obey, each with the message that a person reads when it is broken.

A rule stands in a field's annotation, `Annotated[str, Text(3, "Title must be ...")]`, so that the
form and the API speak the same words.
"""

import math
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar

from email_validator import EmailNotValidError, validate_email
from pydantic import GetCoreSchemaHandler, ValidationError
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from awards_site.core.choices import LabeledEnum

MAX_LINE_LENGTH = 300
"""The most characters of a single line."""
MAX_TEXT_LENGTH = 20_000
"""The most characters of a long text."""
MAX_INTEGER = 2**31 - 1
"""The largest integer that every database's plain integer column holds."""

# JSON can write it, UTF-8 and therefore a database cannot.
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_CONTROL_BUT_LINES = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def validation_error(message: str) -> PydanticCustomError:
    """Return the validation error that speaks `message` (braces in it stand for themselves)."""
    return PydanticCustomError("rule", "{text}", {"text": message})


def _label_of(field: str | None) -> str:
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", field or "value").lower()
    return words[:1].upper() + words[1:]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """What a field's value must be; subclasses say it in `check`.

    `label` names the value where it is no field of a schema, such as a parameter in an address.
    """

    label: str = ""
    missing_value: ClassVar[Any] = None
    """What an absent value becomes."""

    def check(self, value: Any, label: str) -> Any:
        """Return the value, made ready to store; raise `broken(message)` when it breaks the rule.

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
        label = self.label or _label_of(info.field_name)
        if value is None or value == "":
            try:
                return typed(self.missing_value)
            except ValidationError:
                raise validation_error(self.missing_message(label)) from None
        return typed(self.check(value, label))


@dataclass(frozen=True)
class Text(Rule):
    """Text of `minimum` to `maximum` characters, outer white space removed."""

    minimum: int = 0
    message: str = ""
    maximum: int = MAX_LINE_LENGTH

    def check(self, value: Any, label: str) -> str:
        if not isinstance(value, str):
            raise validation_error(f"{label} must be text")
        text = value.strip()
        if len(text) < self.minimum:
            raise validation_error(self.missing_message(label))
        if len(text) > self.maximum:
            raise validation_error(f"{label} must be at most {self.maximum} characters")
        if (_CONTROL if self.is_single_line else _CONTROL_BUT_LINES).search(text):
            raise validation_error(self.control_message(label))
        if _HALF_CHARACTER.search(text):
            raise validation_error(f"{label} must not contain half a character (a lone surrogate)")
        return text

    def control_message(self, label: str) -> str:
        return f"{label} must not contain control characters"

    @property
    def is_single_line(self) -> bool:
        """Whether the text must not have line breaks: texts longer than a line may have some."""
        return self.maximum <= MAX_LINE_LENGTH

    def missing_message(self, label: str) -> str:
        if self.message or self.minimum < 2:
            return self.message or f"{label} is required"
        return f"{label} must be at least {self.minimum} characters"


@dataclass(frozen=True)
class Matching(Text):
    """Text that matches a pattern as a whole."""

    pattern: str = ""
    mismatch: str = ""

    def check(self, value: Any, label: str) -> str:
        text = super().check(value, label)
        if not re.fullmatch(self.pattern, text):
            raise validation_error(self.mismatch)
        return text

    def control_message(self, label: str) -> str:
        return self.mismatch


@dataclass(frozen=True)
class Email(Rule):
    """A valid e-mail address; its deliverability is not looked up."""

    message: str = "Please enter a valid email address"
    missing: str = ""

    def check(self, value: Any, label: str) -> str:
        # The length is looked at first: to take apart a text of a megabyte takes long.
        if not isinstance(value, str) or len(value) > MAX_LINE_LENGTH:
            raise validation_error(self.message)
        try:
            # Test domains are taken: rehearsals with addresses such as a@b.test are legitimate.
            found = validate_email(value.strip(), check_deliverability=False, test_environment=True)
        except EmailNotValidError:
            raise validation_error(self.message) from None
        return found.normalized

    def missing_message(self, label: str) -> str:
        return self.missing or self.message


@dataclass(frozen=True)
class Number(Rule):
    """A whole number from `minimum` to `maximum`."""

    minimum: int = 0
    maximum: int = MAX_INTEGER

    def check(self, value: Any, label: str) -> int:
        number = _whole_number(value)
        if number is None or not self.minimum <= number <= self.maximum:
            if self.maximum == MAX_INTEGER:
                raise validation_error(f"{label} must be a whole number of at least {self.minimum}")
            raise validation_error(
                f"{label} must be a whole number from {self.minimum} to {self.maximum}"
            )
        return number


def _whole_number(value: Any) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        return int(value) if re.fullmatch(r"\s*-?[0-9]{1,12}\s*", value) else None
    if isinstance(value, float):
        return int(value) if math.isfinite(value) and value == int(value) else None
    return value


EDITION_YEAR = Number(2000, 2100)
"""The years that records may have."""


@dataclass(frozen=True)
class DisplayOrder(Number):
    """The place in a list, lower first; an absent one is 0."""

    missing_value: ClassVar[Any] = 0


@dataclass(frozen=True)
class Boolean(Rule):
    """True or false, and nothing that merely looks like it."""

    def check(self, value: Any, label: str) -> bool:
        if not isinstance(value, bool):
            raise validation_error(f"{label} must be true or false")
        return value


@dataclass(frozen=True)
class Choice(Rule):
    """One of a vocabulary's stored values."""

    choices: type[LabeledEnum]
    message: str = ""

    def check(self, value: Any, label: str) -> str:
        if not isinstance(value, str) or value not in list(self.choices):
            one_of = f"{label} must be one of: {', '.join(self.choices)}"
            raise validation_error(self.message or one_of)
        return str(value)

    def missing_message(self, label: str) -> str:
        return self.message or super().missing_message(label)


@dataclass(frozen=True)
class Timestamp(Rule):
    """An ISO 8601 date and time; one without an offset is read as UTC."""

    def check(self, value: Any, label: str) -> datetime:
        if isinstance(value, str):
            # A plus sign in an address arrives as a space where it was not escaped.
            written = re.sub(r"(T\S+) (\d\d:?\d\d)$", r"\1+\2", value.strip())
            with suppress(ValueError):
                value = datetime.fromisoformat(written)
        if not isinstance(value, datetime):
            raise validation_error(f"{label} must be an ISO 8601 date and time")
        try:
            return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC)
        except OverflowError:
            raise validation_error(f"{label} is out of range") from None


@dataclass(frozen=True)
class TextList(Rule):
    """A list of single lines: trimmed, without empty ones and duplicates."""

    item: Rule
    max_items: int = 50

    def check(self, value: Any, label: str) -> list[str]:
        if not isinstance(value, list):
            raise validation_error(f"{label} must be a list")
        if len(value) > self.max_items:
            raise validation_error(f"{label} must have at most {self.max_items} entries")
        kept = [self.item.check(each, label) for each in value if each != ""]
        return list(dict.fromkeys(each for each in kept if each))
