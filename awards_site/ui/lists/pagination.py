"""Filtered lists with client-side pagination; the page number is in the URL's query."""

from typing import Any

import reflex as rx

from awards_site.ui.lists.filters import FilteredList, filtered_list

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


class PagedList(FilteredList):
    """One page of its `FilteredItem`s, with a pagination if there are several pages."""

    library = PAGINATION_SCRIPTS[0].importable_path
    tag = "PagedList"

    first: rx.Var[int]
    per_page: rx.Var[int]
    button_class_name: rx.Var[str]


def paged_list(*arguments: Any, per_page: int, **props: Any) -> rx.Component:
    """Return a `filtered_list` in pages of `per_page` records.

    The page number survives a change of filters; past the last page, the last page is displayed.
    Without JavaScript, all records are displayed.
    """
    return filtered_list(
        *arguments, component=PagedList, per_page=per_page, button_class_name=_BUTTON, **props
    )
