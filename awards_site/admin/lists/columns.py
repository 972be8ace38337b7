"""The columns of management screens' tables.

A column formats values of a record, by their keys in the API, on the server. The browser receives
only the formatted cells.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from awards_site.core.presentation.texts import initials
from awards_site.core.validation.choices import LabeledEnum
from awards_site.settings import settings

Record = Mapping[str, Any]
Tone = Literal["good", "quiet", "gold", "plum"]
Placement = Literal["image", "status", "detail"]


@dataclass(frozen=True)
class Column:
    """A column of plain text: the value of `key`, and under it that of `below`.

    `sort` is the API's sort key: `key` by default, None if the column is not sortable. `placement`
    is the column's place in a phone's card: before the record's name, next to the buttons, or among
    the collapsed details.
    """

    heading: str
    key: str
    below: str = ""
    sort: str | None = field(default="", kw_only=True)
    placement: Placement = field(default="detail", kw_only=True)

    @property
    def sort_key(self) -> str:
        return "" if self.sort is None else self.sort or self.key

    @property
    def keys(self) -> tuple[str, ...]:
        """The record's keys that the column reads."""
        return (self.key, self.below) if self.below else (self.key,)

    def cells(self, record: Record) -> dict[str, Any]:
        """Return the column's cells in a row, by key."""
        return {key: _text(record[key]) for key in self.keys}


@dataclass(frozen=True)
class AvatarColumn(Column):
    """Text next to a thumbnail, or next to initials if the image is missing or broken.

    `image` is the key of a ResponsiveImage. At most `letters` initials are shown, all if it is 0. A
    `contained` image, such as a logo, is not cropped to a circle.
    """

    image: str = ""
    letters: int = 0
    contained: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, self.image) if self.image else super().keys

    def cells(self, record: Record) -> dict[str, Any]:
        """Adds the initials under `{key}Initials`, and the image."""
        letters = initials(_text(record[self.key]), self.letters or None)
        cells = {**super().cells(record), f"{self.key}Initials": letters}
        if self.image:
            cells[self.image] = record[self.image]
        return cells


@dataclass(frozen=True)
class ImageColumn(Column):
    """A thumbnail described by the record's name, or a placeholder without an image.

    `key` is the key of a ResponsiveImage.
    """

    sort: str | None = field(default=None, kw_only=True)
    placement: Placement = field(default="image", kw_only=True)

    def cells(self, record: Record) -> dict[str, Any]:
        return {self.key: record[self.key]}


@dataclass(frozen=True, kw_only=True)
class LabelColumn(Column):
    """The label of a choice, as a badge if `badge` is set."""

    choices: type[LabeledEnum]
    badge: bool = False

    def cells(self, record: Record) -> dict[str, Any]:
        value = _text(record[self.key])
        return {self.key: self.choices.labels().get(value, value)}


@dataclass(frozen=True)
class NumberColumn(Column):
    """A right-aligned number; `missing` is shown for null."""

    missing: str = "N/A"

    def cells(self, record: Record) -> dict[str, Any]:
        return {self.key: _text(record[self.key]) or self.missing}


@dataclass(frozen=True)
class DateColumn(Column):
    """A date in the programme's time zone, as 'MMM d, yyyy'; `missing` is shown for null."""

    missing: str = ""

    def cells(self, record: Record) -> dict[str, Any]:
        value = record[self.key]
        return {self.key: format_date(value) if value else self.missing}


@dataclass(frozen=True)
class DateTimeColumn(Column):
    """A time in the programme's time zone, as 'MMM d, yyyy, h:mm AM UTC'."""

    def cells(self, record: Record) -> dict[str, Any]:
        return {self.key: format_datetime(record[self.key])}


@dataclass(frozen=True)
class Badge:
    """A badge with `label` if the record's `key` is true, else with `fallback`, if given."""

    key: str
    label: str
    tone: Tone
    fallback: str = ""


@dataclass(frozen=True)
class BadgesColumn(Column):
    """Badges for boolean values of a record."""

    badges: tuple[Badge, ...] = ()
    placement: Placement = field(default="status", kw_only=True)

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(badge.key for badge in self.badges)

    def cells(self, record: Record) -> dict[str, Any]:
        return {badge.key: bool(record[badge.key]) for badge in self.badges}


@dataclass(frozen=True, kw_only=True)
class CustomColumn(Column):
    """A column with custom cells, returned by `make(row)`.

    The row has the record's `key`, `below` and `more` as text, unless `cells` is overridden.
    """

    make: Callable[[Any], Any]
    more: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, *self.more)


PUBLISHED = Badge("isPublished", "Published", "good", fallback="Draft")
"""The badge of records that can be published."""
STATUS = BadgesColumn("Status", "isPublished", badges=(PUBLISHED,))


def format_date(timestamp: str) -> str:
    """Return the date of an ISO 8601 time in the programme's time zone, as 'MMM d, yyyy'."""
    local = datetime.fromisoformat(timestamp).astimezone(settings().zone)
    return f"{local:%b} {local.day}, {local.year}"


def format_datetime(timestamp: str) -> str:
    """Return an ISO 8601 time in the programme's time zone, as 'MMM d, yyyy, h:mm AM UTC'."""
    local = datetime.fromisoformat(timestamp).astimezone(settings().zone)
    return f"{format_date(timestamp)}, {local.hour % 12 or 12}:{local:%M %p %Z}"


def _text(value: Any) -> str:
    return "" if value is None else str(value)
