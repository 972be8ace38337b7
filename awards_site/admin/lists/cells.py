"""The cells of a management screen's table, for each kind of column."""

from collections.abc import Callable
from typing import Any, TypeAlias

import reflex as rx

from awards_site.admin.lists.columns import (
    AvatarColumn,
    Badge,
    BadgesColumn,
    Column,
    CustomColumn,
    DateColumn,
    DateTimeColumn,
    ImageColumn,
    LabelColumn,
    NumberColumn,
    Tone,
)
from awards_site.ui.images.picture import Layout, lettering, picture, placeholder

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
    text = rx.el.span(row[column.key].to(str), class_name=f"block {classes}")
    return rx.el.div(
        wrap(text) if wrap else text,
        rx.el.div(
            row[column.secondary_key].to(str),
            class_name=f"text-xs text-muted {CLAMPED_TEXT}",
        )
        if column.secondary_key
        else None,
        class_name="min-w-0",
    )


def name_text(column: Column, row: Row, wrap: Wrap | None = None) -> rx.Component:
    return _text(column, row, f"font-medium {CLAMPED_TEXT}", wrap)


def _avatar(column: AvatarColumn, row: Row, wrap: Wrap | None) -> rx.Component:
    name = row["display_name"].to(str)
    text = row[f"{column.key}Initials"].to(str)
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
    name = row["display_name"].to(str)
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
    text = row[column.key].to(str)
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
        row[each.key].to(bool),
        badge(each.label, each.tone),
        badge(each.fallback, "neutral") if each.fallback else rx.fragment(),
    )
    if not each.has_schedule:
        return shown
    phase = row[f"{each.key}Phase"].to(str)
    return rx.cond(phase != "", badge(phase, "gold"), shown)


def _to_do_badge(row: Row) -> rx.Component:
    """Return a badge with how much is to do for a record, if anything; its title says what."""
    problems = row["problems"].to(list[str])
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
    DateColumn: "whitespace-nowrap",
    DateTimeColumn: "whitespace-nowrap md:max-xl:min-w-28 md:max-xl:whitespace-normal",
}
"""The classes of a column's cells."""

_RENDERERS: dict[type[Column], Callable[..., rx.Component]] = {
    ImageColumn: _image,
    LabelColumn: _label,
    BadgesColumn: _badges,
}
