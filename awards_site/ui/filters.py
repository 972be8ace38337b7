"""Filters over a loaded list: the browser applies them and keeps them in the address bar."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import reflex as rx

_SCRIPT = rx.asset("filters.jsx", shared=True).importable_path


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
    """Return the select of one filter; `label_field` holds what a value reads, if not itself."""
    return FilterSelect.create(
        records=records,
        filter=asdict(by),
        label=label,
        all_label=all_label,
        label_field=label_field or by.field,
        class_name="choice min-h-12 w-full rounded-xs border border-ink/45 bg-surface px-4 sm:w-64",
    )


def filtered_list(
    records: Any,
    render: Callable[[Any], rx.Component],
    filters: Sequence[Filter],
    *,
    empty: rx.Component,
    nouns: tuple[str, str],
    item_class: str = "",
    **props: Any,
) -> rx.Component:
    """Return the list of `render(record)` for those records that match every filter.

    Each record needs an `id`. `empty` stands in the list's place when nothing matches; `nouns`
    are one and several of its items.
    """
    return FilteredList.create(
        rx.foreach(
            records,
            lambda record: FilteredItem.create(
                render(record), record=record, key=record["id"], class_name=item_class
            ),
        ),
        records=records,
        filters=[asdict(each) for each in filters],
        empty=empty,
        nouns=nouns,
        **props,
    )
