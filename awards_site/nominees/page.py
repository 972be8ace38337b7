"""The public list of nominees, filtered by year and category (docs/rules/nominees.md)."""

import reflex as rx

from awards_site.core import paths
from awards_site.nominees.card import (
    NomineeCard,
    nominee_card,
    nominee_card_skeleton,
    nominee_view,
)
from awards_site.nominees.models import Nominee
from awards_site.settings import settings
from awards_site.ui.images.picture import preload
from awards_site.ui.images.portrait import portrait_layout
from awards_site.ui.lists.editions import Editions, next_edition, reading_states, shown_records
from awards_site.ui.lists.filters import FieldFilter, filter_select, filtered_list
from awards_site.ui.loading_states import empty_state, skeleton, spinner
from awards_site.ui.pages.list_page import list_page
from awards_site.ui.pages.public_page import Head, PublicPage
from awards_site.ui.queries.query import Query

EDITIONS = Editions(paths.NOMINEES, "/api/nominees")

_BY_YEAR = FieldFilter("year", "latest")
_BY_CATEGORY = FieldFilter("category")
_FILTERS = (_BY_YEAR, _BY_CATEGORY)
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


NOMINEES = Query(
    "/api/nominees/published",
    nominee_view("nomineesOrEditions", early=_EARLY),
    shape=list[NomineeCard],
    fallback=[],
    long=EDITIONS.long,
)
SHOWN = shown_records(NOMINEES, EDITIONS, nominee_view("nomineeCards", early=_EARLY), _FILTERS)
_SHOWN_CARDS = SHOWN["records"].to(list[NomineeCard])


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
        shown=SHOWN,
    )


def _filtered() -> rx.Component:
    return rx.fragment(
        preload(_SHOWN_CARDS[0]["image"], _PORTRAITS),
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
            _SHOWN_CARDS,
            lambda nominee: nominee_card(nominee, _PORTRAITS),
            _FILTERS,
            empty=reading_states(
                SHOWN,
                loading=rx.fragment(),
                failure=rx.fragment(),
                otherwise=empty_state(
                    "No nominees found",
                    "Try changing the filters, or check back later.",
                    class_name="mt-8",
                ),
            ),
            choices=SHOWN["choices"],
            count_labels=("honoree", "honorees"),
            item=lambda _nominee: {"class_name": _ITEM},
            class_name=_GRID,
            data_testid="nominees",
        ),
        next_edition(
            SHOWN,
            EDITIONS,
            "Show the honorees",
            loading=spinner("Loading nominees...", "mt-8 text-gold"),
            failure=_FAILURE,
        ),
    )


def _loading() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            *[rx.el.div(skeleton("mb-2 h-4.5 w-20"), skeleton("h-12 sm:w-64")) for _ in _FILTERS],
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
    editions=(EDITIONS,),
)
