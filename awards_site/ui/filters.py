"""Filters over a loaded list: the browser applies them and keeps them in the address bar."""

from collections.abc import Sequence
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
    """A list that shows those of its children whose records match every filter."""

    library = _SCRIPT
    tag = "FilteredList"

    records: rx.Var[list[Any]]
    filters: rx.Var[list[dict[str, str]]]
    empty: rx.Var[rx.Component]
    nouns: rx.Var[tuple[str, str]]


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
        class_name="min-h-12 w-full rounded-xs border border-ink/45 bg-surface px-4 sm:w-64",
    )


def filtered_list(
    items: rx.Component,
    records: Any,
    filters: Sequence[Filter],
    *,
    empty: rx.Component,
    nouns: tuple[str, str],
    **props: Any,
) -> rx.Component:
    """Return the list of `items`, an `rx.foreach` over `records`.

    `empty` stands in its place when nothing matches; `nouns` are one and several of its items.
    """
    return FilteredList.create(
        items,
        records=records,
        filters=[asdict(each) for each in filters],
        empty=empty,
        nouns=nouns,
        **props,
    )
