"""The public list of nominees, filtered by year and category (docs/rules/nominees.md)."""

from typing import Any, TypedDict

import reflex as rx

from awards_site.core import paths
from awards_site.nominees.card import (
    VIEWS_SCRIPT,
    NomineeCard,
    nominee_card,
    nominee_card_skeleton,
    nominee_view,
)
from awards_site.nominees.models import Nominee
from awards_site.settings import settings
from awards_site.ui.buttons import button
from awards_site.ui.images.picture import preload
from awards_site.ui.images.portrait import portrait_layout
from awards_site.ui.lists.filters import FieldFilter, filter_select, filtered_list
from awards_site.ui.loading_states import empty_state, failure_state, skeleton, spinner
from awards_site.ui.pages.list_page import list_page
from awards_site.ui.pages.public_page import Head, PublicPage
from awards_site.ui.queries.query import QUERY_SCRIPT, LongList, Query, js_call
from awards_site.ui.queries.url_query import URL_QUERY_SCRIPT

EDITIONS_URL = "/api/nominees/editions"
"""Returns how many nominees each edition has."""

_BY_YEAR = FieldFilter("year", "latest")
_BY_CATEGORY = FieldFilter("category")
_GRID = (
    "mt-8 grid grid-cols-2 gap-x-4 gap-y-12 md:grid-cols-3 md:gap-x-8 lg:grid-cols-4 lg:gap-y-16"
)
_PORTRAITS = portrait_layout(
    ("(min-width: 84rem)", "17.5rem"),
    ("(min-width: 64rem)", "20.5vw"),
    ("(min-width: 48rem)", "27vw"),
    ("", "43vw"),
)
"""The widths of the portraits in the grid."""
_EARLY = 4
"""The number of portraits above the fold."""
_ITEM = "arrive [content-visibility:auto] [contain-intrinsic-size:auto_480px]"
_SKELETONS = 8
_FAILURE = "Failed to load nominees."


_IMPORTED_SCRIPTS = (VIEWS_SCRIPT, QUERY_SCRIPT, URL_QUERY_SCRIPT)


class ShownNominees(TypedDict):
    """The cards to show, and what the filters choose from: the same cards, or editions.

    `next` is the year of the edition that `showNext` adds, '' if there is none.
    """

    cards: list[NomineeCard]
    choices: list[NomineeCard]
    isPending: bool
    isFailed: bool
    retry: Any
    next: str
    showNext: Any


_VIEW = nominee_view("nomineesOrEditions", early=_EARLY)
NOMINEES = Query(
    "/api/nominees/published",
    _VIEW,
    shape=list[NomineeCard],
    fallback=[],
    long=LongList(paths.NOMINEES, EDITIONS_URL),
)
SHOWN = js_call(
    "useNominees",
    rx.asset("editions.jsx", shared=True),
    NOMINEES.data,
    paths.NOMINEES,
    dict(_VIEW.options),
    shape=ShownNominees,
)


@rx.memo
def nominees_page() -> rx.Component:
    return list_page(
        NOMINEES,
        _filtered(),
        path=paths.NOMINEES,
        label="The record",
        title="The honorees",
        lead=f"Every woman whom the {settings().programme} have honoured, year by year.",
        loading=_loading(),
        failure=_FAILURE,
    )


def _filtered() -> rx.Component:
    return rx.fragment(
        preload(SHOWN["cards"][0]["image"], _PORTRAITS),
        rx.el.div(
            filter_select(SHOWN["choices"], _BY_YEAR, "Year", "All Years"),
            filter_select(
                SHOWN["choices"], _BY_CATEGORY, "Category", "All Categories", "category_label"
            ),
            role="group",
            aria_label="Filters",
            class_name="mt-12 mb-8 grid gap-4 sm:flex sm:gap-6",
        ),
        rx.el.h2("Honorees of the chosen year and category", class_name="sr-only"),
        filtered_list(
            SHOWN["cards"],
            lambda nominee: nominee_card(nominee, _PORTRAITS),
            [_BY_YEAR, _BY_CATEGORY],
            empty=rx.cond(
                SHOWN["isPending"],
                spinner("Loading nominees...", "mt-8 text-gold"),
                rx.cond(
                    SHOWN["isFailed"],
                    failure_state(_FAILURE, _function(SHOWN["retry"]), "mt-8"),
                    empty_state(
                        "No nominees found",
                        "Try changing the filters, or check back later.",
                        class_name="mt-8",
                    ),
                ),
            ),
            choices=SHOWN["choices"],
            count_labels=("honoree", "honorees"),
            item=lambda _nominee: {"class_name": _ITEM},
            class_name=_GRID,
            data_testid="nominees",
        ),
        rx.cond(
            SHOWN["next"],
            button(
                f"Show the honorees of {SHOWN['next']}",
                tone="outline",
                on_click=_function(SHOWN["showNext"]),
                class_name="mt-16",
            ),
        ),
    )


def _function(value: Any) -> Any:
    """Return a browser function as an event handler."""
    return value.to(rx.vars.FunctionVar, rx.EventChain)


def _loading() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            *[
                rx.el.div(skeleton("mb-2 h-4.5 w-20"), skeleton("h-12 sm:w-64"))
                for _ in (_BY_YEAR, _BY_CATEGORY)
            ],
            class_name="mt-12 mb-8 grid gap-4 sm:flex sm:gap-6",
        ),
        spinner("Loading nominees...", "text-gold"),
        rx.el.div(*[nominee_card_skeleton() for _ in range(_SKELETONS)], class_name=_GRID),
        data_testid="nominees-loading",
    )


NOMINEES_PAGE = PublicPage(
    paths.NOMINEES,
    nominees_page,
    Head("Nominees", f"The honorees of the {settings().programme}, by year and category."),
    lists=(Nominee,),
    sizes_url=EDITIONS_URL,
    part_param=_BY_YEAR.field,
)
