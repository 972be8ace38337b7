"""Filtered lists with client-side pagination; the page number is in the URL's query."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import reflex as rx

from awards_site.ui.lists.filters import Filter, filtered_items

PAGINATION_SCRIPTS = (
    rx.asset("pagination.jsx", shared=True),
    rx.asset("page_window.js", shared=True),
)
"""`pagination.jsx`, which exports `Pagination`, and its import, which the build must include."""

_BUTTON = (
    "min-h-11 min-w-11 rounded-xs border border-ink/30 px-3 tabular-nums transition-colors"
    " enabled:hover:border-ink disabled:opacity-45 aria-[current=page]:border-plum"
    " aria-[current=page]:bg-plum aria-[current=page]:text-on-plum"
)


class PagedList(rx.Component):
    """One page of its `FilteredItem`s, with a pagination if there are several pages."""

    library = PAGINATION_SCRIPTS[0].importable_path
    tag = "PagedList"

    records: rx.Var[list[Any]]
    filters: rx.Var[list[dict[str, str]]]
    per_page: rx.Var[int]
    empty: rx.Var[rx.Component]
    count_labels: rx.Var[tuple[str, str]]
    button_class_name: rx.Var[str]


def paged_list(
    records: Any,
    render: Callable[[Any], rx.Component],
    filters: Sequence[Filter],
    *,
    per_page: int,
    empty: rx.Component,
    count_labels: tuple[str, str],
    item: Callable[[Any], dict[str, Any]] = lambda _record: {},
    **props: Any,
) -> rx.Component:
    """Return a `filtered_list` in pages of `per_page` records.

    The page number survives a change of filters; past the last page, the last page is displayed.
    Without JavaScript, all records are displayed.
    """
    return PagedList.create(
        filtered_items(records, render, item),
        records=records,
        filters=[asdict(each) for each in filters],
        per_page=per_page,
        empty=empty,
        count_labels=count_labels,
        button_class_name=_BUTTON,
        **props,
    )
