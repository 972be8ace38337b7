"""The fields of an entity that are imported, and the conversion of cells to their values."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import dateutil.parser
from sqlmodel import Session

from awards_site.core import clock
from awards_site.core.database.managed_record import ScheduledSchema
from awards_site.core.presentation.texts import format_datetime
from awards_site.core.schemas import Schema
from awards_site.core.validation import (
    Boolean,
    LabeledEnum,
    Number,
    Rule,
    Timestamp,
    choices_of,
    label_of,
)
from awards_site.settings import settings

FindReferences = Callable[[Session, Collection[str]], Mapping[str, int | str]]
"""Returns the id of each record that texts name, or the reason why there is none."""

_BOOLEANS = {
    **dict.fromkeys(("yes", "y", "true", "1", "x", "on"), True),
    **dict.fromkeys(("no", "n", "false", "0", "off"), False),
}
_MIN_SHORTENED = 3
"""The minimum length of a word that stands for a longer one."""
_LINK_WORDS = {"url", "link", "profile", "page"}
"""Words that do not tell which link a column has."""
_MONTHS = 12
_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_SERIAL = re.compile(r"\d{5}(?:[.,]\d+)?")
"""A date as spreadsheets store it: days since `_SERIAL_START`, with the time as a fraction."""
_SERIAL_START = datetime(1899, 12, 30)
_NUMERIC = re.compile(
    r"(?<![\d/.:-])(\d{1,2})\s*[/.-]\s*(\d{1,2})\s*([/.-])\s*(\d{4}|\d\d)(?![\d:])"
)
"""A date such as 31/05/2026, in which the month may come first."""
_YEAR_FIRST_OR_NAMED = re.compile(r"\d{4}|.*[^\W\d]{3}", re.DOTALL)
_DOTTED_TIME = re.compile(r"(?<=\s)(\d{1,2})\.(\d\d)(?:\.(\d\d))?(?=\s*(?:[ap]\.?m\.?)?$)", re.I)
_THOUSANDS = re.compile(r"(?<=\d)[,'\s](?=\d{3}(?!\d))")


class CellError(Exception):
    """A cell cannot be read; the message says how to write it."""


@dataclass(frozen=True)
class ImportRules:
    """The import of an entity's records."""

    same: tuple[str, ...]
    """Records are duplicates if they have the same values of these attributes."""
    may_repeat: bool = True
    """Whether an import may add a record that is like another one."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """The labels of fields in the form, where they differ from the fields' names."""
    headings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Frequent headings of the columns of fields, apart from their names and labels."""
    references: Mapping[str, FindReferences] = field(default_factory=dict)
    consent: Callable[[], str] = str
    """Returns the statement that an importer has to confirm, or ''."""
    keeps_file_names: bool = True
    """False if the name of a file may be about a person."""


@dataclass(frozen=True)
class ImportField:
    """A field of an entity: its key in the API, and how it is called."""

    key: str
    name: str
    label: str
    is_required: bool
    rules: tuple[Rule, ...]
    headings: tuple[str, ...] = ()
    find: FindReferences | None = None
    """Finds the records that cells name, if it refers to one."""
    day_first: bool | None = None
    """The order in its dates such as 03/04/2026; None if they are refused."""

    @property
    def hint(self) -> str:
        """The expected content of its cells, or ''."""
        if choices := self._choices:
            return ", ".join(choices.labels().values())
        if self.is_time:
            return f"A date and time, such as 2026-05-31 19:00 ({settings().timezone})"
        if self.find:
            return "A name, or an id"
        return "yes or no" if self._has(Boolean) else ""

    @property
    def is_time(self) -> bool:
        return self._has(Timestamp)

    def is_called(self, heading: str) -> bool:
        """Return whether a heading is its name, whatever the case, spaces and punctuation."""
        names = (self.key, self.name, self.label, label_of(self.name), *self.headings)
        return _normalized(heading) in map(_normalized, names)

    def resembles(self, heading: str) -> bool:
        """Return whether a heading has all words of its label, or some of them and no others.

        A single word may be shortened, as Biography to Bio.
        """
        own, words = _words(self.label), _words(heading)
        if len(own) == len(words) == 1:
            short, long = sorted((*own, *words), key=len)
            return len(short) >= _MIN_SHORTENED and long.startswith(short)
        return bool(words) and (own <= words or words <= own)

    def is_named_in(self, heading: str) -> bool:
        """Return whether a heading has all words of one of its usual headings."""
        return any(_words(each) <= _words(heading) for each in self.headings)

    @property
    def _choices(self) -> type[LabeledEnum] | None:
        return choices_of(self.rules)

    def _has(self, rule: type[Rule]) -> bool:
        return any(isinstance(each, rule) for each in self.rules)

    def parse(self, cell: str) -> Any:
        """Return the value of a cell in the API's format; rules check it. Raises CellError."""
        text = cell.strip()
        if text and self._choices:
            return self._choice(self._choices, text)
        if self._has(Boolean):
            return self._boolean(whole_number(text))
        if self._has(Number):
            return whole_number(text)
        if self.is_time:
            return _timestamp(self.label, text, self.day_first)
        return cell

    def show(self, value: Any) -> str:
        """Return the display text of a value whose cell may be written in several ways, or ''."""
        if isinstance(value, bool):
            return "Yes" if value else "No"
        if isinstance(value, int) and self.find is None:
            return str(value)
        if isinstance(value, datetime):
            twice = clock.which_of_two(value)
            return f"{format_datetime(value)}, {twice}" if twice else format_datetime(value)
        return self._choices.labels().get(value, "") if self._choices else ""

    def _choice(self, choices: type[LabeledEnum], text: str) -> str:
        """Return the stored value of a choice, which may be given by its label."""
        wanted = _normalized(text)
        for value, label in choices.labels().items():
            if wanted in (_normalized(value), _normalized(label)):
                return value
        raise CellError(f"{self.label} must be one of: {self.hint}")

    def _boolean(self, text: str) -> bool:
        value = _BOOLEANS.get(text.casefold())
        if value is None:
            raise CellError(f"{self.label} must be yes or no")
        return value


def fields_of(
    create: type[Schema], published_field: str, rules: ImportRules
) -> tuple[ImportField, ...]:
    """Return the fields of a new record that are imported, without whether it is published."""
    publishing = {published_field, *ScheduledSchema.model_fields}
    return tuple(
        ImportField(
            key=field.alias or name,
            name=name,
            label=rules.labels.get(name, label_of(name).replace(" url", " URL")),
            is_required=field.is_required(),
            rules=tuple(each for each in field.metadata if isinstance(each, Rule)),
            headings=rules.headings.get(name, ()),
            find=rules.references.get(name),
        )
        for name, field in create.model_fields.items()
        if name not in publishing and not field.exclude
    )


def guess_mapping(fields: Iterable[ImportField], headings: Sequence[str]) -> list[str | None]:
    """Return the key of the field that each heading means, or None; each field once.

    Exact names come first, then headings that resemble only one field, or have its usual heading.
    """
    left = list(fields)
    mapping: list[str | None] = [None] * len(headings)
    for is_meant in (ImportField.is_called, ImportField.resembles, ImportField.is_named_in):
        for place, heading in enumerate(headings):
            found = [each for each in left if is_meant(each, heading)]
            if mapping[place] is None and len(found) == 1:
                mapping[place] = found[0].key
                left.remove(found[0])
    return mapping


def day_orders(texts: Iterable[str]) -> set[bool]:
    """Return in which orders a column's dates such as 31/05/2026 can be read.

    True is the day first. There is none without such dates, or if they allow no common one. Dates
    with dots have the day first, unless another one in the column tells that they do not.
    """
    found = [parts for text in texts if (parts := _NUMERIC.search(_with_colons(text)))]
    dates = [(int(each[1]), int(each[2])) for each in found if int(each[1]) != int(each[2])]
    # The month is the second number where the day is the first.
    allowed = {each for each in (True, False) if all(date[each] <= _MONTHS for date in dates)}
    has_only_dots = all(each[3] == "." for each in found)
    return (allowed - {False} or allowed if has_only_dots else allowed) if dates else set()


def day_order(orders: set[bool], chosen: bool | None) -> bool | None:
    """Return the order in which a column's dates are read: the only one, or the `chosen` one."""
    return chosen if len(orders) > 1 else min(orders, default=None)


def _words(text: str) -> set[str]:
    words = set(re.findall(r"[^\W_]+", text.casefold()))
    return words - _LINK_WORDS or words


def _normalized(heading: str) -> str:
    return re.sub(r"[\W_]", "", heading).casefold()


def whole_number(text: str) -> str:
    """Return a whole number that is written as 2026.0 or 2,026 without these; else the text."""
    with suppress(ValueError):
        number = float(_THOUSANDS.sub("", text).replace(",", "."))
        return str(int(number)) if number.is_integer() else text
    return text


def _timestamp(label: str, text: str, day_first: bool | None) -> str:
    """Return a date and time in ISO 8601; without an offset it is in the programme's time zone."""
    with suppress(ValueError, OverflowError):
        found = _date_of(label, text, day_first)
        try:
            return (found if found.tzinfo else clock.from_local(found)).isoformat()
        except clock.SkippedTime as error:
            raise CellError(f"{label}: {error}") from None
    raise CellError(f"{label} must be a date and time, such as 2026-05-31 19:00")


def _date_of(label: str, text: str, day_first: bool | None) -> datetime:
    """Return the date and time of a text. Raises CellError if it is ambiguous, and ValueError."""
    if _ISO.match(text):
        with suppress(ValueError):
            return datetime.fromisoformat(text)
    if _SERIAL.fullmatch(text):
        seconds = round(float(text.replace(",", ".")) * 24 * 60 * 60)
        return _SERIAL_START + timedelta(seconds=seconds)
    text = _with_colons(text)
    parts = _NUMERIC.search(text)
    if parts:
        _refuse_ambiguous(label, parts, day_first)
    elif not _YEAR_FIRST_OR_NAMED.match(text):
        raise ValueError(text)
    # Two defaults tell a date that lacks its day, month or year.
    first, second = (
        dateutil.parser.parse(
            text, dayfirst=bool(parts and day_first), default=default, tzinfos=_known_zone
        )
        for default in (datetime(2000, 1, 1), datetime(2001, 2, 2))
    )
    if first != second:
        raise ValueError(text)
    return first


def _with_colons(text: str) -> str:
    """Return a date and time with colons where it has a time such as 19.00 or 7.00.00 PM."""
    return _DOTTED_TIME.sub(lambda time: ":".join(filter(None, time.groups())), text)


def _known_zone(name: str | None, offset: int | None) -> int | None:
    if name and offset is None:
        raise ValueError("An abbreviation such as CST has several meanings")
    return offset


def _refuse_ambiguous(label: str, parts: re.Match[str], day_first: bool | None) -> None:
    """Raise CellError for a date such as 03/04/2026 in an unknown order."""
    first, second = int(parts[1]), int(parts[2])
    if day_first is None and first != second and max(first, second) <= _MONTHS:
        year = dateutil.parser.parserinfo().convertyear(int(parts[4]), len(parts[4]) > 2)
        raise CellError(
            f"{label} could be in two ways: write {year}-{second:02}-{first:02} or"
            f" {year}-{first:02}-{second:02}"
        )
