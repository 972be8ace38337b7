"""The cells of a management screen's table, for each kind of column.

A column formats values of a record, by their keys in the API, on the server. The browser receives
only the formatted cells.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias

import reflex as rx

from awards_site.core import clock
from awards_site.core.presentation.texts import format_date, format_datetime, initials
from awards_site.core.validation import LabeledEnum
from awards_site.frontend import react, script
from awards_site.records.images import ResponsiveImage
from awards_site.ui.images import Layout, lettering, picture, placeholder

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

    @property
    def types(self) -> dict[str, Any]:
        """The type of each cell, by its key in the row."""
        return dict.fromkeys(self.keys, str)

    def cells(self, record: Record) -> dict[str, Any]:
        return {key: _cell_text(record[key]) for key in self.keys}


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

    @property
    def types(self) -> dict[str, Any]:
        image = {self.image: ResponsiveImage} if self.image else {}
        return {**super().types, f"{self.key}Initials": str, **image}

    def cells(self, record: Record) -> dict[str, Any]:
        """Adds the initials under `{key}Initials`, and the image."""
        text = initials(_cell_text(record[self.key]), self.max_initials or None)
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

    @property
    def types(self) -> dict[str, Any]:
        return {self.key: ResponsiveImage}

    def cells(self, record: Record) -> dict[str, Any]:
        return {self.key: record[self.key]}


@dataclass(frozen=True, kw_only=True)
class LabelColumn(Column):
    """The label of a choice, as a badge if `badge` is set."""

    choices: type[LabeledEnum]
    badge: bool = False

    def cells(self, record: Record) -> dict[str, Any]:
        value = _cell_text(record[self.key])
        return {self.key: self.choices.labels().get(value, value)}


@dataclass(frozen=True)
class NumberColumn(Column):
    """A right-aligned number; `empty_text` is shown for null."""

    empty_text: str = "N/A"

    def cells(self, record: Record) -> dict[str, Any]:
        return {self.key: _cell_text(record[self.key]) or self.empty_text}


@dataclass(frozen=True)
class DateColumn(Column):
    """A date in the programme's time zone, as 'MMM d, yyyy'; `empty_text` is shown for null."""

    empty_text: str = ""

    def cells(self, record: Record) -> dict[str, Any]:
        value = record[self.key]
        return {self.key: format_date(value) if value else self.empty_text}


@dataclass(frozen=True)
class DateTimeColumn(Column):
    """A time in the programme's time zone, as 'MMM d, yyyy, h:mm AM UTC', or with `seconds`."""

    seconds: bool = field(default=False, kw_only=True)

    def cells(self, record: Record) -> dict[str, Any]:
        return {self.key: format_datetime(record[self.key], seconds=self.seconds)}


@dataclass(frozen=True)
class Badge:
    """A badge with `label` if the record's `key` is true, else with `fallback`, if given.

    If the record `has_schedule`, the label is 'Scheduled' before it and 'Ended' after it; if its
    `schedule_publishes`, it is 'Scheduled' until it ends.
    """

    key: str
    label: str
    tone: Tone
    fallback: str = ""
    has_schedule: bool = False
    schedule_publishes: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The record's keys that the badge reads."""
        return (self.key, *schedule_keys(self.key)) if self.has_schedule else (self.key,)

    @property
    def types(self) -> dict[str, Any]:
        return {self.key: bool, **({f"{self.key}Phase": str} if self.has_schedule else {})}

    def cells(self, record: Record) -> dict[str, Any]:
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

    @property
    def types(self) -> dict[str, Any]:
        return {key: each for badge in self.badges for key, each in badge.types.items()}

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


def _cell_text(value: Any) -> str:
    return "" if value is None else str(value)


Row: TypeAlias = rx.Var[dict[str, Any]]
Wrap: TypeAlias = Callable[[rx.Component], rx.Component]
"""Puts a record's name into a control that opens the record."""

_TONES: dict[Tone, str] = {
    "success": "bg-success/10 text-success",
    "neutral": "bg-line/60 text-muted",
    "gold": "bg-gold/10 text-gold-ink",
    "plum": "bg-plum text-gold-light",
}
EXPANDED = "max-md:group-has-[[data-expands][aria-expanded=true]]/card"
CLAMPED_TEXT = f"max-md:line-clamp-2 {EXPANDED}:line-clamp-none"
"""The classes of a text that is cut after two lines on phones until its card is expanded."""
_FRAME_CLASSES = (
    "relative grid flex-none place-items-center overflow-hidden text-[0.65rem] font-semibold"
    " tracking-wide"
)
_PORTRAIT_CLASSES = "size-9 rounded-full bg-plum text-gold-light"
_PORTRAIT_LAYOUT = Layout((("", "2.25rem"),), ratio=1)
_LOGO_CLASSES = "h-9 w-14 rounded-md border border-line bg-white text-gold-ink"
_LOGO_LAYOUT = Layout((("", "3.5rem"),), contained=True)
_IMAGE_CLASSES = (
    "grid h-12 w-18 flex-none place-items-center overflow-hidden rounded-md border border-line"
    " bg-ground"
)
_IMAGE_LAYOUT = Layout((("", "4.5rem"),), ratio=1.5)


def cell_content(column: Column, row: Row, wrap: Wrap | None = None) -> rx.Component:
    """Return the content of a cell; `wrap` is for the record's name, if the cell has it."""
    if isinstance(column, CustomColumn):
        content: rx.Component = column.render(row)
        return content
    if isinstance(column, AvatarColumn):
        return _avatar(column, row, wrap)
    render: Callable[..., rx.Component] = _RENDERERS.get(type(column), _text)
    return render(column, row)


def _text(column: Column, row: Row, classes: str = "", wrap: Wrap | None = None) -> rx.Component:
    # An inline element, because `wrap` returns one around it.
    text = rx.el.span(row[column.key], class_name=f"block {classes}")
    return rx.el.div(
        wrap(text) if wrap else text,
        rx.el.div(
            row[column.secondary_key],
            class_name=f"text-xs text-muted {CLAMPED_TEXT}",
        )
        if column.secondary_key
        else None,
        class_name="min-w-0",
    )


def name_text(column: Column, row: Row, wrap: Wrap | None = None) -> rx.Component:
    return _text(column, row, f"font-medium {CLAMPED_TEXT}", wrap)


def _avatar(column: AvatarColumn, row: Row, wrap: Wrap | None) -> rx.Component:
    name = row["display_name"]
    text = row[f"{column.key}Initials"]
    fit_classes = "bg-white object-contain p-0.5" if column.is_contained else "object-cover"
    shape_classes = _LOGO_CLASSES if column.is_contained else _PORTRAIT_CLASSES
    return rx.el.div(
        rx.el.span(
            picture(
                row[column.image],
                name,
                lettering(text, name),
                _LOGO_LAYOUT if column.is_contained else _PORTRAIT_LAYOUT,
                class_name=f"absolute inset-0 size-full {fit_classes}",
            )
            if column.image
            else lettering(text, name),
            class_name=f"{_FRAME_CLASSES} {shape_classes}",
        ),
        name_text(column, row, wrap),
        class_name="flex min-w-0 items-center gap-3",
    )


def _image(column: ImageColumn, row: Row) -> rx.Component:
    name = row["display_name"]
    return rx.el.div(
        picture(
            row[column.key],
            name,
            placeholder("image", name, "size-4.5"),
            _IMAGE_LAYOUT,
            class_name="size-full object-cover",
        ),
        class_name=_IMAGE_CLASSES,
    )


def broken_image(text: str, name: rx.Var[str] | str) -> rx.Component:
    """Return an icon and a text that replace the broken image `name` in a dialog."""
    return rx.el.div(
        placeholder("image", name, "size-8"),
        rx.el.p(text),
        class_name="grid place-items-center gap-3 py-12 text-center text-sm text-muted",
    )


def _label(column: LabelColumn, row: Row) -> rx.Component:
    text = row[column.key]
    return badge(text, "neutral") if column.badge else rx.el.span(text)


def _badges(column: BadgesColumn, row: Row) -> rx.Component:
    return rx.el.div(
        *(_boolean_badge(each, row) for each in column.badges),
        column.more(row) if column.more else None,
        _to_do_badge(row),
        class_name="flex flex-wrap gap-1.5",
    )


def _boolean_badge(each: Badge, row: Row) -> rx.Component:
    shown = rx.cond(
        row[each.key],
        badge(each.label, each.tone),
        badge(each.fallback, "neutral") if each.fallback else rx.fragment(),
    )
    if not each.has_schedule:
        return shown
    phase = row[f"{each.key}Phase"]
    return rx.cond(phase != "", badge(phase, "gold"), shown)


def _to_do_badge(row: Row) -> rx.Component:
    """Return a badge with how much is to do for a record, if anything; its title says what."""
    problems = row["problems"]
    return rx.cond(
        problems.length() > 0,
        rx.el.span(
            f"{problems.length()} to do",
            title=problems.join("\n"),
            class_name=badge_class("gold"),
        ),
    )


def badge_class(tone: Tone) -> str:
    """Return a badge's classes, for components that are not made by `badge`."""
    return (
        "inline-flex items-center rounded-full px-2 py-0.5 text-xs font-medium"
        f" whitespace-nowrap {_TONES[tone]}"
    )


def badge(text: rx.Var[str] | str, tone: Tone) -> rx.Component:
    return rx.el.span(text, class_name=badge_class(tone))


# Room for a word of usual length, although a long one may be broken anywhere.
_TEXT_CLASSES = "md:min-w-23 xl:min-w-28"
CELL_CLASSES: dict[type[Column], str] = {
    Column: _TEXT_CLASSES,
    LabelColumn: _TEXT_CLASSES,
    NumberColumn: "text-right tabular-nums",
    DateColumn: "md:whitespace-nowrap",
    DateTimeColumn: "xl:whitespace-nowrap md:max-xl:min-w-28",
}
"""The classes of a column's cells."""

_RENDERERS: dict[type[Column], Callable[..., rx.Component]] = {
    ImageColumn: _image,
    LabelColumn: _label,
    BadgesColumn: _badges,
}


TimeLeft = react("TimeLeft", script("portal/tables/table.jsx"), target=str, over=str)
"""Shows 'in Xd Xh Xm Xs', or `over` once `target`, an ISO 8601 time, is past."""
