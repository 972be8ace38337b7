"""Rules of numbers, dates, and values of a fixed set."""

import math
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar

from awards_site.core.validation.choices import LabeledEnum
from awards_site.core.validation.rule import Rule, validation_error

MAX_INTEGER = 2**31 - 1
"""The largest integer that every database's plain integer column holds."""


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
