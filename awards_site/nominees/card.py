"""The card of a nominee: portrait, badge, award, name, title and company."""

from typing import Any, TypedDict

import reflex as rx

from awards_site.core.presentation.views import ResponsiveImage
from awards_site.frontend import script
from awards_site.nominees.models import NomineeCategory
from awards_site.settings import settings
from awards_site.ui.badges import finalist_badge, winner_badge
from awards_site.ui.images.picture import Layout
from awards_site.ui.images.portrait import portrait
from awards_site.ui.links import CARD_LINK, link
from awards_site.ui.loading_states import card_skeleton
from awards_site.ui.queries.query import View

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
    image: ResponsiveImage
    is_winner: bool
    is_finalist: bool


def nominee_view(name: str, **options: Any) -> View:
    """Return a view of `views.js` with the category labels and `options`."""
    return View(name, VIEWS_SCRIPT, {"labels": NomineeCategory.labels(), **options})


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
