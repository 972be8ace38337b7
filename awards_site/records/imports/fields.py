"""The fields of an entity that are imported, and the conversion of cells to their values."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlmodel import Session

from awards_site.core.database.managed_record import ScheduledSchema
from awards_site.core.presentation.texts import format_datetime
from awards_site.core.schemas import Schema
from awards_site.core.validation import Boolean, LabeledEnum, Rule, Timestamp, choices_of, label_of
from awards_site.settings import settings

FindReferences = Callable[[Session, Collection[str]], Mapping[str, int | str]]
"""Returns the id of each record that texts name, or the reason why there is none."""

_BOOLEANS = {
    **dict.fromkeys(("yes", "y", "true", "1", "x", "on"), True),
    **dict.fromkeys(("no", "n", "false", "0", "off"), False),
}
_MIN_SHORTENED = 3
"""The minimum length of a word that stands for a longer one."""
_MONTHS = 12
_TIME_FORMATS = ("", " %H:%M", " %H:%M:%S", " %I:%M %p")
_DATE_FORMATS = (
    *("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y"),
    *("%d %B %Y", "%d %b %Y"),
    *("%B %d %Y", "%b %d %Y"),
)
_SLASHES = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})\b")


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
    find: FindReferences | None = None
    """Finds the records that cells name, if it refers to one."""
    day_first: bool | None = None
    """How its dates such as 03/04/2026 are read; None if they are refused."""

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
        names = (self.key, self.name, self.label, label_of(self.name))
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
            return self._boolean(text)
        if self.is_time:
            return _timestamp(self.label, text, self.day_first)
        return cell

    def show(self, value: Any) -> str:
        """Return the display text of a value whose cell may be written in several ways, or ''."""
        if isinstance(value, bool):
            return "Yes" if value else "No"
        if isinstance(value, datetime):
            return format_datetime(value)
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
            label=rules.labels.get(name, label_of(name)),
            is_required=field.is_required(),
            rules=tuple(each for each in field.metadata if isinstance(each, Rule)),
            find=rules.references.get(name),
        )
        for name, field in create.model_fields.items()
        if name not in publishing and not field.exclude
    )


def guess_mapping(fields: Iterable[ImportField], headings: Sequence[str]) -> list[str | None]:
    """Return the key of the field that each heading means, or None; each field once.

    Exact names come first, then headings that resemble only one field.
    """
    left = list(fields)
    mapping: list[str | None] = [None] * len(headings)
    for is_meant in (ImportField.is_called, ImportField.resembles):
        for place, heading in enumerate(headings):
            found = [each for each in left if is_meant(each, heading)]
            if mapping[place] is None and len(found) == 1:
                mapping[place] = found[0].key
                left.remove(found[0])
    return mapping


def day_orders(texts: Iterable[str]) -> set[bool]:
    """Return in which orders a column's dates such as 31/05/2026 can be read.

    True is the day first. There is none without such dates, or if they allow no common one.
    """
    found = [tuple(map(int, parts.groups())) for text in texts if (parts := _SLASHES.match(text))]
    dates = [each for each in found if each[0] != each[1]]
    # The month is the second number where the day is the first.
    allowed = (each for each in (True, False) if all(date[each] <= _MONTHS for date in dates))
    return set(allowed) if dates else set()


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.casefold()))


def _normalized(heading: str) -> str:
    return re.sub(r"[\W_]", "", heading).casefold()


def _timestamp(label: str, text: str, day_first: bool | None) -> str:
    """Return a date and time in ISO 8601; without an offset it is in the programme's time zone."""
    found = _iso(text) or _formatted(_without_slashes(label, text, day_first))
    if found is None:
        raise CellError(f"{label} must be a date and time, such as 2026-05-31 19:00")
    return (found if found.tzinfo else found.replace(tzinfo=settings().zone)).isoformat()


def _iso(text: str) -> datetime | None:
    # `fromisoformat` also reads 20260531, which is rather a number.
    if not re.match(r"\d{4}-\d\d-\d\d", text):
        return None
    with suppress(ValueError):
        return datetime.fromisoformat(text)
    return None


def _without_slashes(label: str, text: str, day_first: bool | None) -> str:
    """Return a date such as 31/05/2026 with the year first. Raises CellError if it is ambiguous."""
    parts = _SLASHES.match(text)
    if parts is None:
        return text
    first, second, year = map(int, parts.groups())
    is_open = first != second and max(first, second) <= _MONTHS
    if is_open and day_first is None:
        raise CellError(
            f"{label} could be in two ways: write {year}-{second:02}-{first:02} or"
            f" {year}-{first:02}-{second:02}"
        )
    day, month = max(first, second), min(first, second)
    if is_open:
        day, month = (first, second) if day_first else (second, first)
    return f"{year}-{month:02}-{day:02}{text[parts.end() :]}"


def _formatted(text: str) -> datetime | None:
    plain = " ".join(text.replace(",", " ").split())
    for date in _DATE_FORMATS:
        for time in _TIME_FORMATS:
            with suppress(ValueError):
                return datetime.strptime(plain, f"{date}{time}")
    return None
