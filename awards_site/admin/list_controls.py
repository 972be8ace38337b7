"""The controls of a management screen's list: search, tabs, sortable headings and pages.

They run in the browser and change the address bar, which `RecordList.load` reads.
"""

import reflex as rx

from awards_site.admin.columns import Column
from awards_site.admin.controls import INPUT
from awards_site.admin.record_list import RecordList
from awards_site.admin.screen import Screen
from awards_site.ui.pagination import PAGINATION_SCRIPTS

_SCRIPT = rx.asset("list_controls.jsx", shared=True).importable_path
_IMPORTED_SCRIPTS = PAGINATION_SCRIPTS
"""What list_controls.jsx imports; naming it here puts it into the build."""

_TABS = "@radix-ui/react-tabs@1.2.1"
_SEARCH_DELAY_MS = 80
_PAGE_BUTTON = (
    "grid min-h-9 min-w-9 cursor-pointer place-items-center rounded-md px-2.5 text-sm tabular-nums"
    " text-ink hover:bg-ground disabled:cursor-default disabled:text-muted/60"
    " disabled:hover:bg-transparent aria-[current=page]:bg-plum aria-[current=page]:text-on-plum"
    " focus-visible:outline-plum"
)
_TAB = (
    "min-h-8 flex-1 cursor-pointer rounded-md px-3 text-sm font-medium text-muted hover:text-ink"
    " aria-selected:bg-white aria-selected:text-ink aria-selected:shadow-sm"
    " focus-visible:outline-plum"
)


class _Control(rx.Component):
    library = _SCRIPT
    lib_dependencies: list[str] = [_TABS]


class ListSearch(_Control):
    """The search box, named by `label`."""

    tag = "ListSearch"
    label: rx.Var[str]
    delay_ms: rx.Var[int]


class SortHeading(_Control):
    """A column's heading whose button sorts by the key `sort`."""

    tag = "SortHeading"
    sort: rx.Var[str]
    button_class_name: rx.Var[str]


class ListPages(_Control):
    """The numbers of the list's pages; `target` is the id of what holds the list."""

    tag = "ListPages"
    current: rx.Var[int]
    last: rx.Var[int]
    target: rx.Var[str]
    button_class_name: rx.Var[str]


class ListTabs(_Control):
    """Holds tabs and the `ListPanel` below them."""

    tag = "ListTabs"


class ListPanel(_Control):
    """The panel of all tabs."""

    tag = "ListPanel"


class TabList(rx.Component):
    """The row of tabs."""

    library = _TABS
    tag = "List"
    alias = "TabList"


class Tab(rx.Component):
    """One tab; it stands for the filter whose name is `value`."""

    library = _TABS
    tag = "Trigger"
    alias = "Tab"
    value: rx.Var[str]


def list_search(screen: Screen) -> rx.Component:
    """Return the search box with its sign."""
    return rx.el.div(
        rx.icon(
            "search",
            size=16,
            aria_hidden="true",
            class_name="pointer-events-none absolute top-3 left-3 text-muted",
        ),
        ListSearch.create(
            label=f"Search {screen.plural}", delay_ms=_SEARCH_DELAY_MS, class_name=f"{INPUT} pl-9"
        ),
        class_name="relative w-full sm:w-80",
    )


def list_tabs(screen: Screen) -> rx.Component:
    """Return the tabs of a screen's filters."""
    return TabList.create(
        *(Tab.create(each.label, value=each.name, class_name=_TAB) for each in screen.filters),
        custom_attrs={"aria-label": f"Which {screen.plural}"},
        class_name="flex w-full gap-1 rounded-lg bg-line/50 p-1 sm:w-fit",
    )


def sort_heading(column: Column, class_name: str) -> rx.Component:
    """Return the heading of a column by which the list can be sorted."""
    return SortHeading.create(
        column.heading,
        sort=column.sort_key,
        class_name=class_name,
        button_class_name=(
            "group -mx-1.5 inline-flex min-h-7 cursor-pointer items-center gap-1 rounded-sm px-1.5"
            " hover:text-ink focus-visible:outline-plum"
        ),
    )


def list_pages(state: type[RecordList], target: str) -> rx.Component:
    """Return the pages of a screen's list, where there are several."""
    return ListPages.create(
        current=state.page,
        last=state.pages,
        target=target,
        class_name="flex flex-wrap items-center justify-center gap-1 border-t border-line p-3",
        button_class_name=_PAGE_BUTTON,
    )
