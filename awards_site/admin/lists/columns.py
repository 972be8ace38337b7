"""The columns of management screens' tables.

A column formats values of a record, by their keys in the API, on the server. The browser receives
only the formatted cells.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from awards_site.core import clock
from awards_site.core.presentation.dates import format_date, format_datetime
from awards_site.core.presentation.texts import initials
from awards_site.core.validation.choices import LabeledEnum

Record = Mapping[str, Any]
Tone = Literal["success", "neutral", "gold", "plum"]
Placement = Literal["image", "status", "detail"]


@dataclass(frozen=True)
class Column:
    """A column of plain text: the value of `key`, and under it that of `secondary_key`.

    `key` is the API's sort key, too, unless `sort_key` is. `placement` is the column's place in a
    phone's card: before the record's name, next to the buttons, or among the collapsed details.
    """

    heading: str
    key: str
    secondary_key: str = ""
    sort_key: str = field(default="", kw_only=True)
    placement: Placement = field(default="detail", kw_only=True)

    @property
    def sorts_by(self) -> str:
        """The key of the API by which the column sorts the list."""
        return self.sort_key or self.key

    @property
    def keys(self) -> tuple[str, ...]:
        """The record's keys that the column reads."""
        return (self.key, self.secondary_key) if self.secondary_key else (self.key,)

    def cells(self, record: Record) -> dict[str, Any]:
        """Return the column's cells in a row, by key."""
        return {key: _text(record[key]) for key in self.keys}


@dataclass(frozen=True)
class AvatarColumn(Column):
    """Text next to a thumbnail, or next to initials if the image is missing or broken.

    `image` is the key of a ResponsiveImage. At most `max_initials` initials are shown, all if
    it is 0. An image with `is_contained`, such as a logo, is not cropped to a circle.
    """

    image: str = ""
    max_initials: int = 0
    is_contained: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, self.image) if self.image else super().keys

    def cells(self, record: Record) -> dict[str, Any]:
        """Adds the initials under `{key}Initials`, and the image."""
        text = initials(_text(record[self.key]), self.max_initials or None)
        cells = {**super().cells(record), f"{self.key}Initials": text}
        if self.image:
            cells[self.image] = record[self.image]
        return cells


@dataclass(frozen=True)
class ImageColumn(Column):
    """A thumbnail with the record's name as its alternative text, or a placeholder.

    `key` is the key of a ResponsiveImage, `sort_key` that of its URL: equal images are sorted next
    to each other, and missing ones last.
    """

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
    """A right-aligned number; `empty_text` is shown for null."""

    empty_text: str = "N/A"

    def cells(self, record: Record) -> dict[str, Any]:
        return {self.key: _text(record[self.key]) or self.empty_text}


@dataclass(frozen=True)
class DateColumn(Column):
    """A date in the programme's time zone, as 'MMM d, yyyy'; `empty_text` is shown for null."""

    empty_text: str = ""

    def cells(self, record: Record) -> dict[str, Any]:
        value = record[self.key]
        return {self.key: format_date(value) if value else self.empty_text}


@dataclass(frozen=True)
class DateTimeColumn(Column):
    """A time in the programme's time zone, as 'MMM d, yyyy, h:mm AM UTC'."""

    def cells(self, record: Record) -> dict[str, Any]:
        return {self.key: format_datetime(record[self.key])}


@dataclass(frozen=True)
class Badge:
    """A badge with `label` if the record's `key` is true, else with `fallback`, if given.

    If the record `has_schedule`, the label is 'Scheduled' before it and 'Ended' after it; if its
    `schedule_publishes`, it is 'Scheduled' until it ends. `is_added` says that the value is not
    one of the API, but in the State's rows.
    """

    key: str
    label: str
    tone: Tone
    fallback: str = ""
    has_schedule: bool = False
    schedule_publishes: bool = False
    is_added: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The record's keys that the badge reads."""
        if self.is_added:
            return ()
        return (self.key, *schedule_keys(self.key)) if self.has_schedule else (self.key,)

    def cells(self, record: Record) -> dict[str, Any]:
        if self.is_added:
            return {}
        is_on = bool(record[self.key])
        if not self.has_schedule:
            return {self.key: is_on}
        is_planned = is_on or self.schedule_publishes
        phase = schedule_phase(record, self.key, publishes=self.schedule_publishes)
        return {self.key: is_on, f"{self.key}Phase": phase if is_planned else ""}


def schedule_keys(flag: str) -> tuple[str, str]:
    """Return the keys of a record's schedule, in the case of the key that publishes it."""
    return ("publish_at", "unpublish_at") if "_" in flag else ("publishAt", "unpublishAt")


def schedule_phase(record: Record, flag: str, *, publishes: bool = False) -> str:
    """Return 'Scheduled' before and 'Ended' after a record's schedule, and '' within it.

    If the schedule `publishes` the record, it is 'Scheduled' within it, too.
    """
    start, end = (
        record[key] and datetime.fromisoformat(record[key]) for key in schedule_keys(flag)
    )
    now = clock.now()
    if end and end <= now:
        return "Ended"
    return "Scheduled" if start and (publishes or start > now) else ""


@dataclass(frozen=True)
class BadgesColumn(Column):
    """Badges for boolean values of a record, and one with how much is to do for it, if anything."""

    badges: tuple[Badge, ...] = ()
    placement: Placement = field(default="status", kw_only=True)
    more: Callable[[Any], Any] | None = None
    """Returns a further badge of a row, or nothing."""

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(key for badge in self.badges for key in badge.keys)

    def cells(self, record: Record) -> dict[str, Any]:
        return {key: cell for badge in self.badges for key, cell in badge.cells(record).items()}


@dataclass(frozen=True, kw_only=True)
class CustomColumn(Column):
    """A column with custom cells, returned by `render(row)`.

    The row has the record's `key`, `secondary_key` and `extra_keys` as text, unless
    `cells` is overridden.
    """

    render: Callable[[Any], Any]
    extra_keys: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, *self.extra_keys)


PUBLISHED = Badge("isPublished", "Published", "success", fallback="Draft", has_schedule=True)
"""The badge of records that can be published."""
STATUS = BadgesColumn("Status", "isPublished", badges=(PUBLISHED,))


def _text(value: Any) -> str:
    return "" if value is None else str(value)
