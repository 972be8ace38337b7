"""The published sponsors and the benefits of a partnership."""

from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.pages.home.content import PARTNERS
from awards_site.pages.home.data import SPONSORS, TEXTS
from awards_site.sponsors.groups import SponsorEntry
from awards_site.sponsors.logo import sponsor_logo
from awards_site.ui.buttons import button_link
from awards_site.ui.layout.sections import section, section_heading
from awards_site.ui.links import new_tab_link
from awards_site.ui.loading_states import empty_state, loaded, skeleton
from awards_site.ui.queries.content_blocks import block_texts

_CELL = "grid aspect-3/2 place-items-center border-r border-b border-line p-5 sm:p-8"
_GRID = (
    "mt-16 grid grid-cols-2 border-t border-l border-line bg-surface md:grid-cols-3 lg:grid-cols-4"
)
_SKELETONS = 8
_EMPTY = "We'll be announcing our partners and sponsors soon. Check back later!"


def partners() -> rx.Component:
    texts = block_texts(TEXTS, PARTNERS)
    return section(
        section_heading(paths.PARTNERS_ANCHOR, "With thanks to", texts.title, texts.lead),
        loaded(
            SPONSORS,
            rx.cond(SPONSORS.data, _sponsors(), empty_state(_EMPTY, class_name="mt-16")),
            loading=_loading(),
            failure="Failed to load partners.",
            class_name="mt-16",
        ),
        _benefits(texts),
        anchor=paths.PARTNERS_ANCHOR,
        background="surface",
    )


def _sponsors() -> rx.Component:
    return rx.el.ul(
        rx.foreach(SPONSORS.data, lambda sponsor: rx.el.li(_sponsor(sponsor), key=sponsor["id"])),
        class_name=_GRID,
        data_testid="sponsors",
    )


def _sponsor(sponsor: rx.vars.ObjectVar[SponsorEntry]) -> rx.Component:
    content = sponsor_logo(sponsor, sponsor["name"], "text-center font-display text-xl")
    return rx.cond(
        sponsor["website_url"],
        new_tab_link(
            content,
            href=sponsor["website_url"],
            class_name=f"{_CELL} transition-colors hover:bg-ground focus-visible:-outline-offset-4",
        ),
        rx.el.div(content, class_name=_CELL),
    )


def _loading() -> rx.Component:
    return rx.el.div(
        *[rx.el.div(skeleton("h-12 w-3/5"), class_name=_CELL) for _ in range(_SKELETONS)],
        rx.el.p("Loading partners...", role="status", class_name="sr-only"),
        class_name=_GRID,
        data_testid="sponsors-loading",
    )


def _benefits(texts: Any) -> rx.Component:
    return rx.el.div(
        rx.el.div(
            rx.el.h3(texts.benefits_title, class_name="display-3 mb-7"),
            button_link(
                "Become a Partner", href=paths.anchor(paths.CONTACT_ANCHOR), tone="outline"
            ),
        ),
        rx.el.ul(
            rx.foreach(
                texts.benefits,
                lambda benefit: rx.el.li(
                    benefit, class_name="lead border-t border-line py-4 last:border-b"
                ),
            )
        ),
        class_name="mt-20 grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_2fr]",
    )
