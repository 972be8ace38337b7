"""Filtered lists: tabs, filters, months and sliders.

    SHOWN = shown_records(NOMINEES)
    filtered_list(SHOWN, nominee_card, empty=..., failure=..., count_labels=("honoree", "honorees"))

A component whose script imports `month_grid.jsx` lists `MONTH_GRID_LIBRARY` in its dependencies.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypedDict

import reflex as rx

from awards_site.frontend import react, script
from awards_site.reflex_patches.components import js_call
from awards_site.ui.controls import action_button
from awards_site.ui.queries import Query

CHIPS = "-m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:none] md:flex-wrap"
"""Classes of a row of chips."""

CHIP = (
    "min-h-11 flex-none rounded-xs border border-ink/30 px-4 text-[0.9375rem] transition-colors"
    " hover:border-ink aria-pressed:border-plum aria-pressed:bg-plum aria-pressed:text-on-plum"
    " aria-selected:border-plum aria-selected:bg-plum aria-selected:text-on-plum"
)
"""Classes of a chip, which is a toggle button or a tab."""

_SCRIPT = script("lists/filtered_list.jsx")


@dataclass(frozen=True)
class FieldFilter:
    """A filter by a field of the records; the field is also the query parameter's name.

    Without the parameter, the filter matches "all" records, or those with the "latest" (largest)
    value. `label_field` is the records' field with the value's label, if they have one. Both fields
    may be lists of the same length.
    """

    field: str
    fallback: Literal["all", "latest"] = "all"
    label_field: str = ""


def document_part(filters: Sequence[FieldFilter], *fields: str) -> dict[str, Any]:
    """Return the option of a view that limits what a document holds of a long list.

    It holds the first records that match `filters`, and counts the others by the filters' own
    fields and by `fields`, which the page needs of all records, too.
    """
    return {"filters": [asdict(each) for each in filters], "fields": fields}


FilterSelect = react(
    "FilterSelect",
    _SCRIPT,
    records=list[Any],
    filter=FieldFilter,
    label=str,
    all_label=str,
)
"""A select with the values in the records, and an option for all."""


FilterButton = react("FilterButton", _SCRIPT, filter=FieldFilter, value=str)
"""A toggle button that sets a filter to `value`."""


FilterReset = react("FilterReset", _SCRIPT, filter=FieldFilter)
"""A button that clears a filter."""


def filter_select(records: Any, by: FieldFilter, label: str, all_label: str) -> rx.Component:
    return FilterSelect.create(
        records=records,
        filter=by,
        label=label,
        all_label=all_label,
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


FilterTabs = react(
    "FilterTabs",
    _SCRIPT,
    dependencies=["@radix-ui/react-tabs@1.2.1"],
    filter=FieldFilter,
    options=list[tuple[str, str]],
    label=str,
    list_class_name=str,
    tab_class_name=str,
)
"""Tabs that set a filter's value; the children are the panel of the selected tab."""


def filter_tabs(
    by: FieldFilter, label: str, options: Mapping[str, str], *panel: rx.Component
) -> rx.Component:
    """Return the tabs of a filter whose fallback is "all", with `panel` below them.

    `options` maps values to labels.
    """
    return FilterTabs.create(
        *panel,
        filter=by,
        options=list(options.items()),
        label=label,
        list_class_name=CHIPS,
        tab_class_name=CHIP,
    )


_PAGE_BUTTON = (
    "min-h-11 min-w-11 rounded-xs border border-ink/30 px-3 tabular-nums transition-colors"
    " enabled:hover:border-ink disabled:opacity-45 aria-[current=page]:border-plum"
    " aria-[current=page]:bg-plum aria-[current=page]:text-on-plum"
)


class ShownRecords(TypedDict):
    """The records that a page shows of a list, and the state of reading it.

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
    query: Query,
    per_page: int | None = None,
    *,
    filters: Sequence[FieldFilter] = (),
    result: rx.Var[Any] | None = None,
) -> rx.vars.ObjectVar[ShownRecords]:
    """Return what a page shows of the list in a query's `result`.

    The filters are those of the query's `document_part`; without one, they are `filters`. With
    `per_page` it has pages. Their number survives a change of filters; past the last page, the last
    page is displayed.
    """
    given = query.view.options.get("document", {}).get("filters") or [*map(asdict, filters)]
    arguments = query.result if result is None else result, given, per_page
    return js_call("useShownRecords", _SCRIPT, *arguments, shape=ShownRecords)


FilteredList = react(
    "FilteredList",
    _SCRIPT,
    shown=ShownRecords,
    empty=rx.Component,
    loading=rx.Component,
    failure=rx.Component,
    count_labels=tuple[str, str],
    button_class_name=str,
)
"""The list of its `FilteredItem`s, or what takes their place, and the page numbers."""


FilteredItem = react("FilteredItem", _SCRIPT, record=Any)
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
            action_button(
                f"Show more {count_labels[1]}",
                tone="outline",
                on_click=shown["showMore"].to(rx.vars.FunctionVar),
                class_name="mt-16",
            ),
        ),
    )


MONTH_GRID_LIBRARY = "react-day-picker@10.0.2"


Slider = react("Slider", script("lists/slider.jsx"), label=str)
"""The list of its children with previous and next buttons, which are disabled at the ends.

`label` completes 'Previous ...' and 'Next ...'.
"""


SLIDE = "flex-none basis-full snap-start md:basis-1/2 lg:basis-1/3"
"""Classes of a slider's items: 1 is visible below 768 px, 2 below 1024 px, else 3."""
