"""The public list of nominees, filtered by year and category."""

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
from awards_site.ui.lists.filtered_list import filtered_list, shown_records
from awards_site.ui.lists.filters import FieldFilter, document_part, filter_select
from awards_site.ui.loading_states import empty_state, failure_state, skeleton, spinner
from awards_site.ui.pages.list_page import list_page
from awards_site.ui.pages.public_page import Head, PublicPage
from awards_site.ui.queries.query import Query

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
    nominee_view(
        "nomineeCards",
        early=_EARLY,
        document=document_part(_FILTERS, "year", "category", "category_label"),
    ),
    shape=list[NomineeCard],
    fallback=[],
)
SHOWN = shown_records(NOMINEES.result, _FILTERS)


@rx.memo
def nominees_page() -> rx.Component:
    return list_page(
        NOMINEES,
        SHOWN,
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
        preload(SHOWN["records"].to(list[NomineeCard])[0]["image"], _PORTRAITS),
        rx.el.div(
            filter_select(NOMINEES.data, _BY_YEAR, "Year", "All Years"),
            filter_select(
                NOMINEES.data, _BY_CATEGORY, "Category", "All Categories", "category_label"
            ),
            role="group",
            aria_label="Filters",
            class_name="mt-12 mb-8 grid gap-4 sm:flex sm:gap-6",
        ),
        rx.el.h2("Honorees of the chosen year and category", class_name="sr-only"),
        filtered_list(
            SHOWN,
            NomineeCard,
            lambda nominee: nominee_card(nominee, _PORTRAITS),
            empty=empty_state(
                "No nominees found",
                "Try changing the filters, or check back later.",
                class_name="mt-8",
            ),
            loading=spinner("Loading nominees...", "mt-8 text-gold"),
            failure=failure_state(_FAILURE, NOMINEES.retry, "mt-8"),
            count_labels=("honoree", "honorees"),
            item=lambda _nominee: {"class_name": _ITEM},
            class_name=_GRID,
            data_testid="nominees",
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
)
