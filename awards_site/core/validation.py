"""Field types and validators with the messages of the specification.

A rule is part of a field's annotation, `Annotated[str, Text(3, "Title must be ...")]`, so that the
form and the API give the same message.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Any, ClassVar, Self
from urllib.parse import unquote, urlsplit

from email_validator import EmailNotValidError, validate_email
from pydantic import (
    AnyHttpUrl,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from awards_site.core import clock
from awards_site.core.paths import SCHEMES
from awards_site.settings import settings

ALL = "all"
"""The key of the filter that shows everything."""


class LabeledEnum(StrEnum):
    """A string enum whose members are defined as `NAME = "stored-value", "Label"`."""

    label: str

    def __new__(cls, value: str, label: str = "", *_details: Any) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member

    @classmethod
    def labels(cls) -> dict[str, str]:
        return {member.value: member.label for member in cls}


class CategoryFilter(LabeledEnum):
    """The filters of a public page: `NAME = "value", "Label", (stored categories)`."""

    def __init__(self, _value: str, _label: str = "", categories: Iterable[str] = ()) -> None:
        self.categories = tuple(categories)

    @classmethod
    def categories_by_filter(cls) -> dict[str, tuple[str, ...]]:
        return {member.value: member.categories for member in cls}


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
    """The value that replaces an absent one."""

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


MAX_LINE_LENGTH = 300
MAX_TEXT_LENGTH = 20_000

# JSON can encode lone surrogates; UTF-8, and so the database, cannot.
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_CONTROL_BUT_LINES = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


@dataclass(frozen=True)
class Text(Rule):
    """Text of `min_length` to `max_length` characters, outer white space removed."""

    min_length: int = 0
    message: str = ""
    max_length: int = MAX_LINE_LENGTH

    def check(self, value: Any, label: str) -> str:
        if not isinstance(value, str):
            raise validation_error(f"{label} must be text")
        text = value.strip()
        if len(text) < self.min_length:
            raise validation_error(self.missing_message(label))
        if len(text) > self.max_length:
            raise validation_error(f"{label} must be at most {self.max_length} characters")
        if (_CONTROL if self.is_single_line else _CONTROL_BUT_LINES).search(text):
            raise validation_error(self.control_message(label))
        if _LONE_SURROGATE.search(text):
            raise validation_error(f"{label} must not contain half a character (a lone surrogate)")
        return text

    def control_message(self, label: str) -> str:
        return f"{label} must not contain control characters"

    @property
    def is_single_line(self) -> bool:
        """Whether the text must not have line breaks: texts longer than a line may have some."""
        return self.max_length <= MAX_LINE_LENGTH

    def missing_message(self, label: str) -> str:
        if self.message or self.min_length < 2:
            return self.message or f"{label} is required"
        return f"{label} must be at least {self.min_length} characters"


@dataclass(frozen=True)
class PatternText(Text):
    """Text that matches a pattern as a whole."""

    pattern: str = ""
    mismatch_message: str = ""

    def check(self, value: Any, label: str) -> str:
        text = super().check(value, label)
        if not re.fullmatch(self.pattern, text):
            raise validation_error(self.mismatch_message)
        return text

    def control_message(self, label: str) -> str:
        return self.mismatch_message


def seen(text: str) -> str:
    """Return a text without the characters that nobody sees, such as copied zero-width spaces."""
    return "".join(each for each in text if unicodedata.category(each) != "Cf").strip()


@dataclass(frozen=True)
class Email(Rule):
    """A valid email address; its deliverability is not looked up."""

    message: str = "Please enter a valid email address"
    missing: str = ""

    def check(self, value: Any, label: str) -> str:
        # The length is looked at first: to take apart a text of a megabyte takes long.
        if not isinstance(value, str) or len(value) > MAX_LINE_LENGTH:
            raise validation_error(self.message)
        try:
            # Test domains are taken: rehearsals with addresses such as a@b.test are legitimate.
            found = validate_email(seen(value), check_deliverability=False, test_environment=True)
        except EmailNotValidError:
            raise validation_error(self.message) from None
        return found.normalized

    def missing_message(self, label: str) -> str:
        return self.missing or self.message


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
        checked = [self.item.check(each, label) for each in value if each != ""]
        return list(dict.fromkeys(each for each in checked if each))


MAX_URL_LENGTH = 2_000

_SCRIPT = re.compile(r"(javascript|data|vbscript):", re.IGNORECASE)
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):(?!\d)", re.IGNORECASE)
"""Matches a scheme; a colon before a digit separates host and port."""
_IGNORED_BY_BROWSERS = re.compile(r"[\x00-\x20\x7f-\x9f\u200b-\u200f\u2028\u2029\ufeff]")
_http_url = TypeAdapter(AnyHttpUrl)


def _has_dot_segments(url: str) -> bool:
    """Return whether browsers or servers read another path than the one that is written."""
    # Proxies may decode once before the site does.
    path = unquote(unquote(re.split("[?#]", url)[0]))
    return not {".", ".."}.isdisjoint(re.split(r"[/\\]", path))


@dataclass(frozen=True)
class Link(Text):
    """A link that a browser may follow: of a known scheme, or without one."""

    max_length: int = MAX_URL_LENGTH
    mismatch_message: str = ""

    is_single_line: ClassVar[bool] = True

    def check(self, value: Any, label: str) -> str:
        # Browsers drop control characters and spaces before they look for the scheme.
        if isinstance(value, str) and _SCRIPT.match(_IGNORED_BY_BROWSERS.sub("", value)):
            raise validation_error(f"{label} must not be a script or inline data")
        text = super().check(value, label)
        if not self.matches(text) or _has_dot_segments(text):
            raise validation_error(
                self.mismatch_message
                or f"{label} must be a URL, an email address or a path on this site"
            )
        return text

    def control_message(self, label: str) -> str:
        return self.mismatch_message or super().control_message(label)

    def matches(self, text: str) -> bool:
        scheme = _SCHEME.match(_IGNORED_BY_BROWSERS.sub("", text))
        return scheme is None or scheme[1].lower() in SCHEMES


@dataclass(frozen=True)
class HttpUrl(Link):
    """An absolute http or https URL."""

    mismatch_message: str = "Please enter a valid URL"

    def missing_message(self, label: str) -> str:
        return self.message or self.mismatch_message

    def matches(self, text: str) -> bool:
        if not re.match(r"https?://[^\s/]", text, re.IGNORECASE) or re.search(r"\s", text):
            return False
        try:
            _http_url.validate_python(text)
            return bool(urlsplit(text).hostname)
        except ValueError:
            return False


@dataclass(frozen=True)
class FileUrl(HttpUrl):
    """A URL on this site, as upload endpoints return it, or an http(s) URL."""

    def matches(self, text: str) -> bool:
        return bool(re.fullmatch(r"/(?![/\\])[^\s\\]*", text)) or super().matches(text)


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

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        described = handler(schema)
        for each in (described, *described.get("anyOf", [])):
            if each.get("type") == "integer":
                each |= {"minimum": self.minimum, "maximum": self.maximum}
        return described


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
    """An ISO 8601 date and time; one without an offset is read as UTC.

    With the name of the programme's time zone, as in RFC 9557, it is one of that zone:
    2030-12-31T19:30[America/New_York].
    """

    def check(self, value: Any, label: str) -> datetime:
        if isinstance(value, str):
            # A plus sign in an address arrives as a space where it was not escaped.
            written = re.sub(r"(T\S+) (\d\d:?\d\d)$", r"\1+\2", value.strip())
            written, zoned, zone = written.partition("[")
            with suppress(ValueError):
                value = datetime.fromisoformat(written)
            if zoned and isinstance(value, datetime):
                value = self._from_local(value, zone, label)
        if not isinstance(value, datetime):
            raise validation_error(f"{label} must be an ISO 8601 date and time")
        try:
            return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC)
        except OverflowError:
            raise validation_error(f"{label} is out of range") from None

    @staticmethod
    def _from_local(local: datetime, zone: str, label: str) -> datetime | None:
        if local.tzinfo or zone != f"{settings().timezone}]":
            return None
        try:
            return clock.from_local(local)
        except clock.SkippedTime as error:
            raise validation_error(f"{label}: {error}") from None


@dataclass(frozen=True)
class Day(Rule):
    """An ISO 8601 date, such as 2030-12-31, which is stored as text."""

    def check(self, value: Any, label: str) -> str:
        with suppress(ValueError):
            if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value.strip()):
                return date.fromisoformat(value.strip()).isoformat()
        raise validation_error(f"{label} must be a date such as 2030-12-31")


_PARTS = {"body", "query", "path", "header", "cookie"}
"""The parts of a request with which the place of an error in it begins."""


def field_of(error: Mapping[str, Any]) -> str:
    """Return the field of one of pydantic's errors, such as 'title', or the part of the request."""
    place = [str(part) for part in error["loc"] if error["type"] != "json_invalid"] or ["body"]
    return ".".join(place[1:] if place[0] in _PARTS and len(place) > 1 else place)


def message_of(error: Mapping[str, Any]) -> str:
    """Return the message for one of pydantic's errors."""
    kind, field = error["type"], field_of(error)
    if kind == "rule":
        return str(error["msg"])
    if kind == "json_invalid":
        return "The body is not valid JSON"
    if kind == "missing" and field not in _PARTS:
        return f"{field} is required"
    if kind == "extra_forbidden":
        return f"{field} is not a known field"
    if field in _PARTS:
        return "The body must be a JSON object"
    return f"{field}: {error['msg']}"
