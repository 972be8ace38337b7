"""Filtered lists in pages: the browser turns them and keeps the page's number in the address."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import reflex as rx

from awards_site.ui.lists.filters import Filter, filtered_items

PAGINATION_SCRIPTS = (
    rx.asset("pagination.jsx", shared=True),
    rx.asset("page_window.js", shared=True),
)
"""The script with `Pagination`, and what it imports; naming them here puts them into the build."""

_BUTTON = (
    "min-h-11 min-w-11 rounded-xs border border-ink/30 px-3 tabular-nums transition-colors"
    " enabled:hover:border-ink disabled:opacity-45 aria-[current=page]:border-plum"
    " aria-[current=page]:bg-plum aria-[current=page]:text-on-plum"
)


class PagedList(rx.Component):
    """One page of the `FilteredItem`s below it, and a pagination where there are several."""

    library = PAGINATION_SCRIPTS[0].importable_path
    tag = "PagedList"

    records: rx.Var[list[Any]]
    filters: rx.Var[list[dict[str, str]]]
    per_page: rx.Var[int]
    empty: rx.Var[rx.Component]
    nouns: rx.Var[tuple[str, str]]
    button_class_name: rx.Var[str]


def paged_list(
    records: Any,
    render: Callable[[Any], rx.Component],
    filters: Sequence[Filter],
    *,
    per_page: int,
    empty: rx.Component,
    nouns: tuple[str, str],
    item: Callable[[Any], dict[str, Any]] = lambda _record: {},
    **props: Any,
) -> rx.Component:
    """Return `render(record)` for those records that match every filter, `per_page` at a time.

    The arguments are those of `filtered_list`. A page's number survives a change of the filters;
    where it is past the last page, the last page is shown (decision 21). Without script, which
    turns the pages, all of them are there.
    """
    return PagedList.create(
        filtered_items(records, render, item),
        records=records,
        filters=[asdict(each) for each in filters],
        per_page=per_page,
        empty=empty,
        nouns=nouns,
        button_class_name=_BUTTON,
        **props,
    )
