"""Lists that are filtered in the browser, in pages or with a button for more.

    SHOWN = shown_records(NOMINEES.result, [BY_YEAR])
    filtered_list(SHOWN, nominee_card, empty=..., failure=..., count_labels=("honoree", "honorees"))

The filters are in `filters.py`.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypedDict

import reflex as rx

from awards_site.frontend import react, script
from awards_site.ui.buttons import button
from awards_site.ui.lists.filters import FieldFilter
from awards_site.ui.queries.query import js_call

_SCRIPT = script("lists/filtered_list.jsx")
_LIBRARY = _SCRIPT

_PAGE_BUTTON = (
    "min-h-11 min-w-11 rounded-xs border border-ink/30 px-3 tabular-nums transition-colors"
    " enabled:hover:border-ink disabled:opacity-45 aria-[current=page]:border-plum"
    " aria-[current=page]:bg-plum aria-[current=page]:text-on-plum"
)


class ShownRecords(TypedDict):
    """What a page shows of a list, and the state of reading it.

    The first `visible` of `records` are shown, the others only to browsers without JavaScript.
    `matching` are the records that match the filters and are loaded, of `total` that match.
    `isPending` and `isFailed` are about records that are to be shown, `isOutdated` about all that
    are. `hasMore` tells whether `showMore` shows more.
    """

    records: list[Any]
    visible: int
    matching: list[Any]
    total: int
    page: int
    last: int
    isPending: bool
    isFailed: bool
    isOutdated: bool
    hasMore: bool
    showMore: Any


def shown_records(
    result: rx.Var[Any], filters: Sequence[FieldFilter], per_page: int | None = None
) -> rx.vars.ObjectVar[ShownRecords]:
    """Return what a page shows of the list in a query's `result`.

    With `per_page` it has pages. Their number survives a change of filters; past the last page,
    the last page is displayed.
    """
    return js_call("useShownRecords", _SCRIPT, result, list(filters), per_page, shape=ShownRecords)


FilteredList = react(
    "FilteredList",
    _LIBRARY,
    shown=ShownRecords,
    empty=rx.Component,
    loading=rx.Component,
    failure=rx.Component,
    count_labels=tuple[str, str],
    button_class_name=str,
)
"""The list of its `FilteredItem`s, or what takes their place, and the page numbers."""


FilteredItem = react("FilteredItem", _LIBRARY, record=Any)
"""An item of a `FilteredList`."""


def filtered_list(
    shown: rx.vars.ObjectVar[ShownRecords],
    shape: Any,
    render: Callable[[Any], rx.Component],
    *,
    empty: rx.Component,
    failure: rx.Component,
    count_labels: tuple[str, str],
    loading: rx.Component | None = None,
    item: Callable[[Any], dict[str, Any]] = lambda _record: {},
    **props: Any,
) -> rx.Component:
    """Return the list of `render(record)` for the shown records, which are of type `shape`.

    Each record needs an `id`; `render` and `item` use nothing but the record. `empty` replaces the
    list if nothing matches; `loading` follows it while the rest of a long list is read, `failure`
    if that fails. `count_labels` are the singular and plural in the count above the list.
    `item(record)` are the props of its `li`.
    """
    items = rx.foreach(
        shown["records"].to(list[shape]),
        lambda record: FilteredItem.create(
            render(record), record=record, key=record["id"], **item(record)
        ),
    )
    return rx.fragment(
        FilteredList.create(
            items,
            shown=shown,
            empty=empty,
            loading=loading or rx.fragment(),
            failure=failure,
            count_labels=count_labels,
            button_class_name=_PAGE_BUTTON,
            **props,
        ),
        rx.cond(
            shown["hasMore"],
            button(
                f"Show more {count_labels[1]}",
                tone="outline",
                on_click=shown["showMore"].to(rx.vars.FunctionVar, rx.EventChain),
                class_name="mt-16",
            ),
        ),
    )
