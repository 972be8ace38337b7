"""The public page of the nominees, and the card of a nominee, which other pages show, too."""

from typing import Any, TypedDict

import reflex as rx

from awards_site.features.nominees.entity import (
    NOMINEES_PAGE,
    Nominee,
    NomineeCategory,
    NomineeView,
)
from awards_site.frontend import script
from awards_site.reflex_patches.components import js_call
from awards_site.settings import settings
from awards_site.ui.controls import CARD_LINK, finalist_badge, link, winner_badge
from awards_site.ui.images import Layout, PageImage, portrait, portrait_layout, preload
from awards_site.ui.lists import (
    FieldFilter,
    document_part,
    filter_select,
    filtered_list,
    shown_records,
)
from awards_site.ui.loading_states import (
    card_skeleton,
    empty_state,
    failure_state,
    skeleton,
    spinner,
)
from awards_site.ui.pages import Head, list_page, public_page
from awards_site.ui.queries import Query, QueryResult, ViewFunction, api_fields
from awards_site.ui.shell import MenuEntry

VIEWS_SCRIPT = script("nominees/views.js")
"""The script with the views of nominees."""


class NomineeCard(TypedDict):
    """The view model of a published nominee."""

    id: int
    path: str
    name: str
    title: str
    company: str
    category: str
    category_label: str
    year: int
    image: PageImage
    is_winner: bool
    is_finalist: bool


def nominee_view(name: str, shape: type[NomineeCard] = NomineeCard, **options: Any) -> ViewFunction:
    """Return a view of `views.js` with the category labels and `options`."""
    fields = api_fields(shape, NomineeView)
    return ViewFunction(
        name, VIEWS_SCRIPT, {"fields": fields, "labels": NomineeCategory.labels(), **options}
    )


def nominee_card(nominee: rx.vars.ObjectVar[NomineeCard], layout: Layout) -> rx.Component:
    """Return the card of a nominee, which links to her page; `layout` is that of her portrait."""
    return rx.el.article(
        rx.el.div(
            rx.el.div(
                portrait(
                    nominee["name"],
                    nominee["image"],
                    layout,
                    "transition-transform duration-700 group-hover:scale-[1.03]",
                ),
                class_name="overflow-hidden",
            ),
            award_badge(nominee, "-bottom-4 right-2 origin-bottom-right max-sm:scale-80"),
            class_name="relative",
        ),
        award_line(nominee, "mt-4"),
        # The narrowest screens have two columns, too.
        rx.el.h3(
            link(nominee["name"], href=nominee["path"], class_name=CARD_LINK),
            class_name="display-3 mt-1 max-[22rem]:text-lg",
        ),
        rx.cond(
            nominee["company"],
            rx.el.div(
                rx.el.p(nominee["title"]),
                rx.el.p(nominee["company"]),
                class_name="mt-1 text-[0.9375rem] leading-snug text-muted",
            ),
        ),
        class_name="group relative",
        data_testid="nominee-card",
    )


def award_badge(nominee: rx.vars.ObjectVar[NomineeCard], class_name: str) -> rx.Component:
    """Return the badge of a winner, positioned by `class_name`, or that of a finalist."""
    return rx.cond(
        nominee["is_winner"],
        rx.el.div(winner_badge(), class_name=f"absolute {class_name}"),
        rx.cond(
            nominee["is_finalist"],
            rx.el.div(finalist_badge(), class_name="absolute bottom-0 left-0"),
        ),
    )


def award_line(nominee: rx.vars.ObjectVar[NomineeCard], class_name: str) -> rx.Component:
    """Return the edition and the category of a nominee."""
    return rx.el.p(
        f"{settings().short_name} ",
        nominee["year"],
        " | ",
        nominee["category_label"],
        class_name=f"label {class_name} text-gold-ink",
    )


def nominee_card_skeleton() -> rx.Component:
    return card_skeleton("aspect-4/5", "mt-4 h-4 w-1/2", "mt-3 h-6 w-4/5", "mt-3 h-4 w-2/3")


_BY_YEAR = FieldFilter("year", "latest")
_BY_CATEGORY = FieldFilter("category", label_field="category_label")
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
_ITEM = (
    # As high as cards are: what stands below them is not to move once they are rendered.
    "arrive [content-visibility:auto] [contain-intrinsic-size:auto_calc(54vw+10rem)]"
    " md:[contain-intrinsic-size:auto_calc(34vw+8.75rem)]"
    " lg:[contain-intrinsic-size:auto_min(25.6vw+7.4rem,29.2rem)]"
)
_SKELETONS = 8
_FAILURE = "Failed to load nominees."


NOMINEES = Query(
    "/api/nominees/published",
    nominee_view(
        "nomineeCards",
        early=_EARLY,
        document=document_part(_FILTERS),
    ),
    shape=list[NomineeCard],
    fallback=[],
)
_CHOSEN = js_call(
    "useChosenYear",
    script("nominees/chosen_year.js"),
    NOMINEES.result,
    list(_FILTERS),
    nominee_view("nomineeCards").options,
    shape=QueryResult,
)
SHOWN = shown_records(NOMINEES, result=_CHOSEN)


@public_page(
    NOMINEES_PAGE,
    Head("Nominees", f"The honorees of the {settings().programme}, by year and category."),
    lists=(Nominee,),
    menu=MenuEntry("Nominees", 30, ("header",)),
)
def nominees_page() -> rx.Component:
    return list_page(
        NOMINEES,
        SHOWN,
        _filtered(),
        path=NOMINEES_PAGE,
        label="The record",
        title="The honorees",
        lead=f"Every woman whom the {settings().programme} have honoured, year by year.",
        loading=_loading(),
        failure=_FAILURE,
    )


PAGE = nominees_page


def _filtered() -> rx.Component:
    return rx.fragment(
        preload(SHOWN["records"].to(list[NomineeCard])[0]["image"], _PORTRAITS),
        rx.el.div(
            filter_select(NOMINEES.data, _BY_YEAR, "Year", "All Years"),
            filter_select(NOMINEES.data, _BY_CATEGORY, "Category", "All Categories"),
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
