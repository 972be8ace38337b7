"""Lists that are read by edition if they are long, and the states of reading one.

    EDITIONS = Editions(paths.NOMINEES, "/api/nominees")
    NOMINEES = Query("/api/nominees/published", _VIEW, ..., long=EDITIONS.long)
    SHOWN = shown_records(NOMINEES, EDITIONS, nominee_view("nomineeCards"), [_BY_YEAR])

The view of the query returns all records, or the counts of a long list with the fields that the
filters need.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

import reflex as rx

from awards_site.reflex_patches.compilation.expressions import js_expression
from awards_site.ui.buttons import button
from awards_site.ui.links import TEXT_LINK
from awards_site.ui.lists.filters import FILTERS_SCRIPT, FieldFilter
from awards_site.ui.lists.pagination import PAGINATION_SCRIPTS
from awards_site.ui.loading_states import failure_state
from awards_site.ui.queries.query import QUERY_SCRIPT, LongList, Query, View, js_call
from awards_site.ui.queries.url_query import URL_QUERY_SCRIPT

MAX_AT_ONCE = 100
"""The most records of a list that a page reads at once; it reads longer ones by edition."""

_SCRIPT = rx.asset("editions.jsx", shared=True)
_IMPORTED_SCRIPTS = (
    rx.asset("edition_parts.js", shared=True),
    FILTERS_SCRIPT,
    PAGINATION_SCRIPTS,
    QUERY_SCRIPT,
    URL_QUERY_SCRIPT,
)


@dataclass(frozen=True)
class Editions:
    """The editions of the list on the page at `route`.

    `path` is that of its lists in the API; `param` is the page's query parameter for a year.
    """

    route: str
    path: str
    param: str = "year"

    @property
    def url(self) -> str:
        """The URL of the numbers of records by year and category."""
        return f"{self.path}/editions"

    @property
    def long(self) -> LongList:
        """What the query of the list reads if it is long."""
        return LongList(self.route, self.url)


class EditionLinks(rx.Component):
    """Links to the editions of a long list, for browsers without scripts and for crawlers."""

    library = _SCRIPT.importable_path
    tag = "EditionLinks"

    choices: rx.Var[list[Any]]
    is_long: rx.Var[bool]
    param: rx.Var[str]
    label: rx.Var[str]
    link_class_name: rx.Var[str]


class ShownRecords(TypedDict):
    """The records to show, and the state of reading them.

    `choices` are what the filters choose from: the same records, or counts. `first` is the number
    of matching records before `records`. `next` names the edition that `showNext` adds, such as
    'of 2024', and is '' if there is none. `isOutdated` is that of a query.
    """

    records: list[Any]
    choices: list[Any]
    isLong: bool
    first: int
    next: str
    isPending: bool
    isFailed: bool
    isOutdated: bool
    retry: Any
    showNext: Any


def shown_records(
    query: Query,
    editions: Editions,
    view: View,
    filters: Sequence[FieldFilter],
    per_page: int | None = None,
) -> rx.vars.ObjectVar[ShownRecords]:
    """Return what a page shows of a query's list: all of it, or the chosen editions if it is long.

    `view` is that of an edition. With `per_page`, the editions of the current page are read.
    """
    how = {
        "route": editions.route,
        "path": editions.path,
        "maxAtOnce": MAX_AT_ONCE,
        "perPage": per_page,
        "filters": list(filters),
    }
    function = js_expression(view.name, imports={view.script.importable_path: view.name})
    options = {**view.options, "emptyOn": list(query.empty_on)}
    return js_call(
        "useEditions", _SCRIPT, query.data, how, view.name, function, options, shape=ShownRecords
    )


def edition_links(shown: rx.vars.ObjectVar[Any], editions: Editions) -> rx.Component:
    """Return links to the editions for browsers without scripts, which cannot change filters."""
    return EditionLinks.create(
        choices=shown["choices"],
        is_long=shown["isLong"],
        param=editions.param,
        label="Years",
        class_name="mt-16 flex flex-wrap gap-x-6 gap-y-3 border-t border-line pt-8",
        link_class_name=f"{TEXT_LINK} tabular-nums",
    )


def reading_states(
    shown: rx.vars.ObjectVar[Any],
    *,
    loading: rx.Component,
    failure: rx.Component,
    otherwise: rx.Component,
) -> rx.Component:
    """Return `loading` or `failure` while the records to show are not there, or `otherwise`."""
    return rx.cond(shown["isPending"], loading, rx.cond(shown["isFailed"], failure, otherwise))


def next_edition(
    shown: rx.vars.ObjectVar[Any],
    editions: Editions,
    label: str,
    *,
    loading: rx.Component,
    failure: str | rx.Var[str],
) -> rx.Component:
    """Return what follows the list: the state of reading, and the control for the next edition.

    The button reads `label` and the name of the edition; `failure` is the failure state's title.
    """
    return rx.fragment(
        reading_states(
            shown,
            loading=loading,
            failure=failure_state(failure, browser_function(shown["retry"]), "mt-8"),
            otherwise=rx.fragment(),
        ),
        rx.cond(
            # While it is read, the button stays, because it has the focus.
            shown["next"] & ~shown["isFailed"],
            button(
                f"{label} {shown['next']}",
                tone="outline",
                on_click=browser_function(shown["showNext"]),
                class_name="mt-16",
            ),
        ),
        edition_links(shown, editions),
    )


def browser_function(value: Any) -> rx.Var[rx.EventChain]:
    """Return a JavaScript function as an event handler."""
    return value.to(rx.vars.FunctionVar, rx.EventChain)
