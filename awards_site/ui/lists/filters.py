"""Client-side filters of a loaded list, with their values in the URL's query."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import reflex as rx

from awards_site.ui.buttons import button_classes
from awards_site.ui.queries.url_query import URL_QUERY_SCRIPT

CHIPS = "-m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:none] md:flex-wrap"
"""Classes of a row of chips."""

CHIP = (
    "min-h-11 flex-none rounded-xs border border-ink/30 px-4 text-[0.9375rem] transition-colors"
    " hover:border-ink aria-pressed:border-plum aria-pressed:bg-plum aria-pressed:text-on-plum"
    " aria-selected:border-plum aria-selected:bg-plum aria-selected:text-on-plum"
)
"""Classes of a chip, which is a toggle button or a tab."""

FILTERS_SCRIPT = rx.asset("filters.jsx", shared=True)
"""Exports `useFilteredRecords` and the other hooks of filters."""
_LIBRARY = FILTERS_SCRIPT.importable_path
_IMPORTED_SCRIPTS = (URL_QUERY_SCRIPT,)


@dataclass(frozen=True)
class FieldFilter:
    """A filter by a field of the records; the field is also the query parameter's name.

    Without the parameter, the filter matches "all" records, or those with the "latest" (largest)
    value.
    """

    field: str
    fallback: Literal["all", "latest"] = "all"


class FilterSelect(rx.Component):
    """A select with the values in the records, and an option for all."""

    library = _LIBRARY
    tag = "FilterSelect"

    records: rx.Var[list[Any]]
    filter: rx.Var[FieldFilter]
    label: rx.Var[str]
    all_label: rx.Var[str]
    label_field: rx.Var[str]


class FilterButton(rx.Component):
    """A toggle button that sets a filter to `value`."""

    library = _LIBRARY
    tag = "FilterButton"

    filter: rx.Var[FieldFilter]
    value: rx.Var[str]


class FilterReset(rx.Component):
    """A button that clears a filter."""

    library = _LIBRARY
    tag = "FilterReset"

    filter: rx.Var[FieldFilter]


class FilteredList(rx.Component):
    """The list of its `FilteredItem`s, or `empty` if no record matches.

    If `records` are only a part of a list, the filters choose from `choices`, each of which stands
    for `count` records.
    """

    library = _LIBRARY
    tag = "FilteredList"

    records: rx.Var[list[Any]]
    choices: rx.Var[list[Any]]
    filters: rx.Var[list[FieldFilter]]
    empty: rx.Var[rx.Component]
    count_labels: rx.Var[tuple[str, str]]


class FilteredItem(rx.Component):
    """An item of a `FilteredList`, rendered while its record matches every filter."""

    library = _LIBRARY
    tag = "FilteredItem"

    record: rx.Var[Any]


def filter_select(
    records: Any, by: FieldFilter, label: str, all_label: str, label_field: str = ""
) -> rx.Component:
    """Return the select of a filter; `label_field` is the records' field with the value's label.

    Both fields may be lists of the same length.
    """
    return FilterSelect.create(
        records=records,
        filter=by,
        label=label,
        all_label=all_label,
        label_field=label_field or by.field,
        class_name="choice min-h-12 w-full rounded-xs border border-ink/45 bg-surface px-4 sm:w-64",
    )


def filter_button(
    by: FieldFilter, value: str | rx.Var[str], label: str | rx.Var[str]
) -> rx.Component:
    """Return the toggle button of one value of a filter whose fallback is "all"."""
    return FilterButton.create(label, filter=by, value=value, class_name=CHIP)


def filter_buttons(label: str, *buttons: rx.Component) -> rx.Component:
    """Return a labelled row of filter buttons, which scrolls horizontally on narrow screens."""
    return rx.el.div(*buttons, role="group", aria_label=label, class_name=CHIPS)


def filter_reset(by: FieldFilter, label: str) -> rx.Component:
    return FilterReset.create(label, filter=by, class_name=button_classes("outline"))


def filtered_list(
    records: Any,
    render: Callable[[Any], rx.Component],
    filters: Sequence[FieldFilter],
    *,
    empty: rx.Component,
    count_labels: tuple[str, str],
    item: Callable[[Any], dict[str, Any]] = lambda _record: {},
    component: type[FilteredList] = FilteredList,
    **props: Any,
) -> rx.Component:
    """Return the list of `render(record)` for the records that match every filter.

    Each record needs an `id`; `render` and `item` use nothing but the record. `empty` replaces the
    list if nothing matches. `count_labels` are the singular and plural in the count above the
    list. `item(record)` are the props of its `li`.
    """
    items = rx.foreach(
        records,
        lambda record: FilteredItem.create(
            render(record), record=record, key=record["id"], **item(record)
        ),
    )
    return component.create(
        items,
        records=records,
        filters=list(filters),
        empty=empty,
        count_labels=count_labels,
        **props,
    )
