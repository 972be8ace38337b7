"""The controls of a management screen's list: search, tabs, sortable headings and pages.

They run in the browser and change the URL's query, which `RecordList.load` reads.
"""

from typing import Any

import reflex as rx

from awards_site.core.validation import EDITION_YEAR
from awards_site.frontend import react, script
from awards_site.portal.controls import INPUT, button_class
from awards_site.portal.screen import Screen
from awards_site.ui.overlays import RadixPart

_SCRIPT = script("portal/tables/list_controls.jsx")

TABS_LIBRARY = "@radix-ui/react-tabs@1.2.1"
TAB = (
    "min-h-8 flex-1 cursor-pointer rounded-md px-3 text-sm font-medium text-muted hover:text-ink"
    " aria-selected:bg-white aria-selected:text-ink aria-selected:shadow-sm"
    # No word of a label is broken to make room for other controls.
    " [overflow-wrap:normal] focus-visible:outline-plum"
)
TAB_LIST = "flex w-full gap-1 rounded-lg bg-line/50 p-1 sm:w-fit"


class _Control(rx.Component):
    library = _SCRIPT


class ListSearch(_Control):
    """The search box, labelled `label`, with the `error` of a refused search below."""

    tag = "ListSearch"
    label: rx.Var[str]
    error: rx.Var[str]
    input_class_name: rx.Var[str]


class ListFilter(_Control):
    """A filter, labelled `label`, that sets the URL's parameter `param`.

    It is a choice of `options`, which have a `value` and a `label`, or without options a day.
    """

    tag = "ListFilter"
    label: rx.Var[str]
    param: rx.Var[str]
    options: rx.Var[list[dict[str, str]]]
    input_class_name: rx.Var[str]


class ListFilters(_Control):
    """A button that unfolds the filters `fields`, as `FilterField.for_browser` returns them."""

    tag = "ListFilters"
    fields: rx.Var[list[dict[str, Any]]]
    years: rx.Var[list[int]]
    input_class_name: rx.Var[str]
    button_class_name: rx.Var[str]


def list_filters(screen: Screen) -> rx.Component:
    return ListFilters.create(
        fields=[each.for_browser() for each in screen.filter_fields],
        years=[EDITION_YEAR.minimum, EDITION_YEAR.maximum],
        input_class_name=INPUT,
        button_class_name=button_class("quiet"),
    )


class SortHeading(_Control):
    """A column heading with a button that sorts by the key `sort`.

    With `rows` it also has the checkbox that selects them.
    """

    tag = "SortHeading"
    sort: rx.Var[str]
    rows: rx.Var[list[dict[str, Any]]]


class MoreButton(_Control):
    """A button labelled `label` that expands the details of a phone's card."""

    tag = "MoreButton"
    label: rx.Var[str]


class ListPages(_Control):
    """The list's pagination; `target` is the id of the list's element.

    A list of more than ten pages also has a page number input.
    """

    tag = "ListPages"
    current: rx.Var[int]
    last: rx.Var[int]
    target: rx.Var[str]
    input_class_name: rx.Var[str]


ListTabs = react("ListTabs", _SCRIPT, dependencies=[TABS_LIBRARY])
"""The root of the tabs and their `ListPanel`."""


ListPanel = react("ListPanel", _SCRIPT)
"""The panel of all tabs."""


def list_tabs(screen: Screen) -> rx.Component:
    names = {"": "All", **{each.name: each.label for each in screen.filters}}
    tabs = [
        RadixPart.create(
            label,
            library=TABS_LIBRARY,
            tag="Trigger",
            alias="Tab",
            custom_attrs={"value": name},
            class_name=TAB,
        )
        for name, label in names.items()
    ]
    return RadixPart.create(
        *tabs,
        library=TABS_LIBRARY,
        tag="List",
        alias="TabList",
        custom_attrs={"aria-label": f"Which {screen.plural}"},
        class_name=TAB_LIST,
    )
