"""The first honorees."""

import reflex as rx

from awards_site.core import paths
from awards_site.nominees.card import nominee_card, nominee_card_skeleton
from awards_site.pages.home.data import HONOREES, MAX_HONOREES
from awards_site.ui.buttons import button_link
from awards_site.ui.images.portrait import portrait_layout
from awards_site.ui.layout.sections import section, section_heading
from awards_site.ui.loading_states import empty_state, loaded

_GRID = "mt-16 grid grid-cols-2 gap-x-4 gap-y-12 md:gap-x-8 lg:grid-cols-4 lg:gap-y-16"

_PORTRAITS = portrait_layout(
    ("(min-width: 84rem)", "17.5rem"), ("(min-width: 64rem)", "20.5vw"), ("", "43vw")
)
"""The widths of the portraits in the grid."""


def honorees() -> rx.Component:
    return section(
        section_heading(paths.GALLERY_ANCHOR, "The record", "The honorees"),
        loaded(
            HONOREES,
            rx.cond(
                HONOREES.data,
                rx.el.ul(
                    rx.foreach(
                        HONOREES.data,
                        lambda nominee: rx.el.li(
                            nominee_card(nominee, _PORTRAITS), key=nominee["id"]
                        ),
                    ),
                    class_name=_GRID,
                    data_testid="honorees",
                ),
                empty_state("No nominees available at the moment.", class_name="mt-16"),
            ),
            loading=_loading(),
            failure="Failed to load honorees.",
            class_name="mt-16",
        ),
        rx.el.div(
            button_link("View All Honorees", href=paths.NOMINEES, tone="outline"),
            class_name="mt-16 text-center",
        ),
        anchor=paths.GALLERY_ANCHOR,
    )


def _loading() -> rx.Component:
    return rx.fragment(
        rx.el.p("Loading honorees...", role="status", class_name="mt-16 -mb-10 text-muted"),
        rx.el.div(*[nominee_card_skeleton() for _ in range(MAX_HONOREES)], class_name=_GRID),
    )
