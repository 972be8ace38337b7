"""The public page of the honorees, filtered by year and category (spec 1, "/nominees")."""

import reflex as rx

from awards_site.core.pictures import ResponsiveImage, above_the_fold, responsive_image
from awards_site.core.request_client import RequestClient
from awards_site.nominees.card import (
    NomineeCard,
    nominee_card,
    nominee_card_skeleton,
    nominee_cards,
)
from awards_site.settings import settings
from awards_site.ui import paths
from awards_site.ui.filters import Filter, filter_select, filtered_list
from awards_site.ui.list_page import ListState, list_page
from awards_site.ui.picture import preload
from awards_site.ui.portrait import portrait_layout
from awards_site.ui.public_page import add_public_page
from awards_site.ui.states import empty_state, skeleton, spinner

_BY_YEAR = Filter("year", "latest")
_BY_CATEGORY = Filter("category")
_GRID = (
    "mt-8 grid grid-cols-2 gap-x-4 gap-y-12 md:grid-cols-3 md:gap-x-8 lg:grid-cols-4 lg:gap-y-16"
)
_PORTRAITS = portrait_layout(
    ("(min-width: 84rem)", "17.5rem"),
    ("(min-width: 64rem)", "20.5vw"),
    ("(min-width: 48rem)", "27vw"),
    ("", "43vw"),
)
"""How wide the portraits are in the columns of the grid."""
_EARLY = 4
"""How many portraits stand above the fold."""
_ITEM = "arrive [content-visibility:auto] [contain-intrinsic-size:auto_480px]"
_SKELETONS = 8


class NomineesPage(ListState, rx.State):
    """The published nominees, the portrait seen first, and how far they have been loaded."""

    nominees: list[NomineeCard] = []
    first: ResponsiveImage = responsive_image(None)

    async def _read(self, client: RequestClient) -> None:
        """Read the published nominees; a 401 is an error (spec 1, section 7)."""
        answer = await client.read(["/api/nominees/published"])
        cards = nominee_cards(answer)
        self.first = above_the_fold([card["image"] for card in cards[:_EARLY]])
        self.nominees = cards


def nominees_page() -> rx.Component:
    """Return the page of the honorees."""
    return list_page(
        NomineesPage,
        _filtered(),
        path=paths.NOMINEES,
        label="The record",
        title="The honorees",
        lead=f"Every woman whom the {settings().programme} have honoured, year by year.",
        loading=_loading(),
        failure="Failed to load nominees.",
        on_retry=NomineesPage.load,
    )


def _filtered() -> rx.Component:
    return rx.fragment(
        preload(NomineesPage.first, _PORTRAITS),
        rx.el.div(
            filter_select(NomineesPage.nominees, _BY_YEAR, "Year", "All Years"),
            filter_select(
                NomineesPage.nominees,
                _BY_CATEGORY,
                "Category",
                "All Categories",
                "category_label",
            ),
            role="group",
            aria_label="Filters",
            class_name="mt-12 mb-8 grid gap-4 sm:flex sm:gap-6",
        ),
        rx.el.h2("Honorees of the chosen year and category", class_name="sr-only"),
        filtered_list(
            NomineesPage.nominees,
            lambda nominee: nominee_card(nominee, _PORTRAITS),
            [_BY_YEAR, _BY_CATEGORY],
            empty=rx.el.div(
                empty_state("No nominees found", "Try changing the filters, or check back later."),
                class_name="mt-8",
            ),
            nouns=("honoree", "honorees"),
            item=lambda _nominee: {"class_name": _ITEM},
            class_name=_GRID,
            custom_attrs={"data-testid": "nominees"},
        ),
    )


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
        custom_attrs={"data-testid": "nominees-loading"},
    )


def add_nominees_page(app: rx.App) -> None:
    """Add the page of the honorees to the app."""
    add_public_page(
        app,
        nominees_page,
        path=paths.NOMINEES,
        name="Nominees",
        description=f"The honorees of the {settings().programme}, by year and category.",
        on_load=NomineesPage.load,
    )
