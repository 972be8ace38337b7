"""Rules of numbers, dates, and values of a fixed set."""

import math
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
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
            # The largest integer is no rule of the programme: only those who exceed it read of it.
            if self.maximum == MAX_INTEGER and (number is None or number <= self.maximum):
                raise validation_error(f"{label} must be a whole number of at least {self.minimum}")
            raise validation_error(
                f"{label} must be a whole number from {self.minimum} to {self.maximum}"
            )
        return number


def _whole_number(value: Any) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        return int(value) if re.fullmatch(r"\s*-?[0-9]{1,30}\s*", value) else None
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


def choices_of(rules: Iterable[Any]) -> type[LabeledEnum] | None:
    """Return the vocabulary of a field with these rules, if it has one."""
    return next((rule.choices for rule in rules if isinstance(rule, Choice)), None)


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
class Day(Rule):
    """An ISO 8601 date, such as 2030-12-31, which is stored as text."""

    def check(self, value: Any, label: str) -> str:
        with suppress(ValueError):
            if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value.strip()):
                return date.fromisoformat(value.strip()).isoformat()
        raise validation_error(f"{label} must be a date such as 2030-12-31")
