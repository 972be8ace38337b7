"""The kinds of columns that a management screen's table can have.

A column names keys of the record, as the API answers it, and says what is shown for them. What
it shows is made on the server, so that the browser receives the cells of a row and no more.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from awards_site.core.choices import LabeledEnum
from awards_site.core.texts import initials
from awards_site.settings import settings

Record = Mapping[str, Any]
Tone = Literal["good", "quiet", "gold", "plum"]
Placement = Literal["picture", "status", "detail"]


@dataclass(frozen=True)
class Column:
    """A column of plain text: the value of `key`, and under it that of `below`.

    `sort` is the key by which the API sorts the list for this column: `key` unless it is given,
    and None where the list cannot be sorted by it. `placement` says where a phone's card has the
    column: before the record's name, beside its buttons, or among the details that are folded.
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
        """Return what the row holds for this column, by key."""
        return {key: _text(record[key]) for key in self.keys}


@dataclass(frozen=True)
class PictureColumn(Column):
    """Text beside a small picture; initials stand where the picture is missing or broken.

    `image` is the key of a ResponsiveImage. At most `letters` initials are shown; 0 stands for all
    of them. A `whole` picture is not cut to a circle, as suits a logo.
    """

    image: str = ""
    letters: int = 0
    whole: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, self.image) if self.image else super().keys

    def cells(self, record: Record) -> dict[str, Any]:
        """See Column; adds the initials under `{key}Initials`, and the picture."""
        letters = initials(_text(record[self.key]), self.letters or None)
        cells = {**super().cells(record), f"{self.key}Initials": letters}
        if self.image:
            cells[self.image] = record[self.image]
        return cells


@dataclass(frozen=True)
class ImageColumn(Column):
    """A picture alone, described by the record's name; a missing or broken one has a stand-in.

    `key` is that of a ResponsiveImage.
    """

    sort: str | None = field(default=None, kw_only=True)
    placement: Placement = field(default="picture", kw_only=True)

    def cells(self, record: Record) -> dict[str, Any]:
        return {self.key: record[self.key]}


@dataclass(frozen=True, kw_only=True)
class LabelColumn(Column):
    """A vocabulary's friendly label; `badge` sets it in a small frame."""

    choices: type[LabeledEnum]
    badge: bool = False

    def cells(self, record: Record) -> dict[str, Any]:
        value = _text(record[self.key])
        return {self.key: self.choices.labels().get(value, value)}


@dataclass(frozen=True)
class NumberColumn(Column):
    """A number, set flush right in tabular figures; `missing` stands for none."""

    missing: str = "N/A"

    def cells(self, record: Record) -> dict[str, Any]:
        return {self.key: _text(record[self.key]) or self.missing}


@dataclass(frozen=True)
class DateColumn(Column):
    """A day in the programme's zone, as 'MMM d, yyyy'; `missing` stands for none."""

    missing: str = ""

    def cells(self, record: Record) -> dict[str, Any]:
        value = record[self.key]
        return {self.key: day(value) if value else self.missing}


@dataclass(frozen=True)
class Badge:
    """A badge that is shown while the record's `key` is true; `fallback` while it is not."""

    key: str
    label: str
    tone: Tone
    fallback: str = ""


@dataclass(frozen=True)
class BadgesColumn(Column):
    """Badges for the yes-or-no facts of a record."""

    badges: tuple[Badge, ...] = ()
    placement: Placement = field(default="status", kw_only=True)

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(badge.key for badge in self.badges)

    def cells(self, record: Record) -> dict[str, Any]:
        return {badge.key: bool(record[badge.key]) for badge in self.badges}


@dataclass(frozen=True, kw_only=True)
class CustomColumn(Column):
    """A column that one screen draws itself: `make(row)` returns the component.

    The row holds the record's `key`, `below` and `more` as text, unless `cells` is replaced.
    """

    make: Callable[[Any], Any]
    more: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, *self.more)


PUBLISHED = Badge("isPublished", "Published", "good", fallback="Draft")
"""The badge that nearly every entity has."""
STATUS = BadgesColumn("Status", "isPublished", badges=(PUBLISHED,))


def day(instant: str) -> str:
    """Return the day of an ISO 8601 instant in the programme's zone, as 'MMM d, yyyy'."""
    local = datetime.fromisoformat(instant).astimezone(settings().zone)
    return f"{local:%b} {local.day}, {local.year}"


def moment(instant: str) -> str:
    """Return an ISO 8601 instant in the programme's zone, as 'MMM d, yyyy, h:mm AM UTC'."""
    local = datetime.fromisoformat(instant).astimezone(settings().zone)
    return f"{day(instant)}, {local.hour % 12 or 12}:{local:%M %p %Z}"


def _text(value: Any) -> str:
    return "" if value is None else str(value)
