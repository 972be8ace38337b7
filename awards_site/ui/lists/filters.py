"""Filters over a loaded list: the browser applies them and keeps them in the address bar."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import reflex as rx

from awards_site.ui.buttons import button_classes
from awards_site.ui.queries.url_query import URL_QUERY_SCRIPT

CHIPS = "-m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:none] md:flex-wrap"
"""The look of a row of choices."""

CHIP = (
    "min-h-11 flex-none rounded-xs border border-ink/30 px-4 text-[0.9375rem] transition-colors"
    " hover:border-ink aria-pressed:border-plum aria-pressed:bg-plum aria-pressed:text-on-plum"
    " aria-selected:border-plum aria-selected:bg-plum aria-selected:text-on-plum"
)
"""The look of a choice: pressed as a button, or selected as a tab."""

_SCRIPT = rx.asset("filters.jsx", shared=True).importable_path
_IMPORTED_SCRIPTS = (URL_QUERY_SCRIPT,)


@dataclass(frozen=True)
class Filter:
    """A filter by one field of the records, which is also its name in the address.

    Without a choice in the address, everything matches or only the latest (largest) value does.
    """

    field: str
    fallback: Literal["all", "latest"] = "all"


class FilterSelect(rx.Component):
    """A select whose options are the values present in the records, and all of them."""

    library = _SCRIPT
    tag = "FilterSelect"

    records: rx.Var[list[Any]]
    filter: rx.Var[dict[str, str]]
    label: rx.Var[str]
    all_label: rx.Var[str]
    label_field: rx.Var[str]


class FilterButton(rx.Component):
    """A button that chooses `value`; it is pressed while that is what is chosen."""

    library = _SCRIPT
    tag = "FilterButton"

    filter: rx.Var[dict[str, str]]
    value: rx.Var[str]


class FilterReset(rx.Component):
    """A button that makes everything match a filter again."""

    library = _SCRIPT
    tag = "FilterReset"

    filter: rx.Var[dict[str, str]]


class FilteredList(rx.Component):
    """The list of the `FilteredItem`s below it, or `empty` when no record matches."""

    library = _SCRIPT
    tag = "FilteredList"

    records: rx.Var[list[Any]]
    filters: rx.Var[list[dict[str, str]]]
    empty: rx.Var[rx.Component]
    nouns: rx.Var[tuple[str, str]]


class FilteredItem(rx.Component):
    """An item of a `FilteredList`; it is there while its record matches every filter."""

    library = _SCRIPT
    tag = "FilteredItem"

    record: rx.Var[Any]


def filter_select(
    records: Any, by: Filter, label: str, all_label: str, label_field: str = ""
) -> rx.Component:
    """Return the select of one filter; `label_field` holds what a value reads, if not itself.

    A record may have several values, and then as many labels in the same order.
    """
    return FilterSelect.create(
        records=records,
        filter=asdict(by),
        label=label,
        all_label=all_label,
        label_field=label_field or by.field,
        class_name="choice min-h-12 w-full rounded-xs border border-ink/45 bg-surface px-4 sm:w-64",
    )


def filter_button(by: Filter, value: str | rx.Var[str], label: str | rx.Var[str]) -> rx.Component:
    """Return the button of one value of a filter that falls back to "all"."""
    return FilterButton.create(label, filter=asdict(by), value=value, class_name=CHIP)


def filter_buttons(label: str, *buttons: rx.Component) -> rx.Component:
    """Return a named row of filter buttons; on narrow screens it scrolls sideways."""
    return rx.el.div(*buttons, role="group", aria_label=label, class_name=CHIPS)


def filter_reset(by: Filter, label: str) -> rx.Component:
    return FilterReset.create(label, filter=asdict(by), class_name=button_classes("outline"))


def filtered_items(
    records: Any,
    render: Callable[[Any], rx.Component],
    item: Callable[[Any], dict[str, Any]] = lambda _record: {},
) -> rx.Component:
    """Return the items `render(record)` of a list; `item(record)` are the props of each."""
    return rx.foreach(
        records,
        lambda record: FilteredItem.create(
            render(record), record=record, key=record["id"], **item(record)
        ),
    )


def filtered_list(
    records: Any,
    render: Callable[[Any], rx.Component],
    filters: Sequence[Filter],
    *,
    empty: rx.Component,
    nouns: tuple[str, str],
    item: Callable[[Any], dict[str, Any]] = lambda _record: {},
    **props: Any,
) -> rx.Component:
    """Return the list of `render(record)` for those records that match every filter.

    Each record needs an `id`. `empty` stands in the list's place when nothing matches; `nouns`
    are one and several of its items; `item(record)` are the props of each item.
    """
    return FilteredList.create(
        filtered_items(records, render, item),
        records=records,
        filters=[asdict(each) for each in filters],
        empty=empty,
        nouns=nouns,
        **props,
    )
