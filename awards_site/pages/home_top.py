"""The queries of Home, and its first sections."""

from typing import Any, TypedDict

import reflex as rx

from awards_site.core import paths
from awards_site.features.content.edition import EDITION
from awards_site.features.cover_pages.entity import CoverPageView
from awards_site.features.nominees.entity import NOMINEES_PAGE
from awards_site.features.nominees.page import (
    NomineeCard,
    nominee_card,
    nominee_card_skeleton,
    nominee_view,
)
from awards_site.features.sponsors.showcase import SponsorEntry, sponsor_view
from awards_site.frontend import react, script
from awards_site.pages.home_content import (
    ABOUT,
    CATEGORIES,
    CONTACT,
    EDITIONS,
    HERO,
    PARTNERS,
    TESTIMONIALS,
    ComingEdition,
    PastEdition,
)
from awards_site.settings import settings
from awards_site.ui.controls import button_link, link
from awards_site.ui.images import Layout, PageImage, portrait_layout, preload
from awards_site.ui.loading_states import empty_state, loaded, spinner
from awards_site.ui.queries import Query, ViewFunction, api_fields, block_texts, blocks_query
from awards_site.ui.shell import logo
from awards_site.ui.theme import HIDDEN_UNTIL_NEXT_SIBLING, section, section_heading

MAX_HONOREES = 8
"""The maximum number of displayed nominees."""

DEFAULT_TRANSPARENCY = 50
"""The opacity of the dark overlay on the hero's background in percent, the cover page's default."""


class Cover(TypedDict):
    """The view model of the active cover page; missing texts are empty.

    Either `video` or `images` may be set, or neither. `cta_text` and `cta_link` are both set or
    both empty.
    """

    title: str
    subtitle: str
    description: str
    video: str
    images: list[PageImage]
    transparency: int
    focal_x: int
    cta_text: str
    cta_link: str


NO_COVER = Cover(
    title="",
    subtitle="",
    description="",
    video="",
    images=[],
    transparency=DEFAULT_TRANSPARENCY,
    focal_x=50,
    cta_text="",
    cta_link="",
)

COVER = Query(
    "/api/cover-pages/active",
    ViewFunction(
        "heroCover",
        script("pages/home/views.js"),
        {
            "fields": api_fields(Cover, CoverPageView),
            "defaultTransparency": DEFAULT_TRANSPARENCY,
        },
    ),
    shape=Cover,
    fallback=NO_COVER,
)
SPONSORS = Query(
    "/api/sponsors/published", sponsor_view("sponsorEntries"), shape=list[SponsorEntry], fallback=[]
)
HONOREES = Query(
    "/api/nominees/published",
    nominee_view("nomineeCards", limit=MAX_HONOREES),
    shape=list[NomineeCard],
    fallback=[],
)
TEXTS = blocks_query(EDITION, HERO, ABOUT, EDITIONS, CATEGORIES, PARTNERS, TESTIMONIALS, CONTACT)


_LAYOUT = Layout((("", "100vw"),))
"""The images cover the viewport. Cropping on phones is ignored, as an overlay darkens the image."""


_HERO_SCRIPT = script("pages/home/hero.jsx")

Backdrop = react(
    "Backdrop",
    _HERO_SCRIPT,
    video=str,
    images=list[PageImage],
    layout=Layout,
    transparency=int,
    focal_x=int,
    fallback_image=str,
    interval_ms=int,
)
"""The video or the images behind the hero, below a dark overlay of `transparency` percent.

Narrow screens crop it around `focal_x` percent from the left. `fallback_image` is the URL of
the image that replaces missing and broken ones.
"""


Countdown = react("Countdown", _HERO_SCRIPT, target=str, programme=str, lead=str, over=str)
"""Shows '{programme} {lead} Xd Xh Xm Xs', or `over` alone once `target` is past.

`target` is an ISO 8601 string; before hydration, its date is shown instead of the time left.
"""


def hero() -> rx.Component:
    """Return the hero; while the cover page loads, a spinner replaces its texts."""
    texts, edition = block_texts(TEXTS, HERO), block_texts(TEXTS, EDITION)
    return rx.el.section(
        preload(COVER.data["images"][0], _LAYOUT),
        Backdrop.create(
            video=COVER.data["video"],
            images=COVER.data["images"],
            layout=_LAYOUT,
            transparency=COVER.data["transparency"],
            focal_x=COVER.data["focal_x"],
            fallback_image=paths.DEFAULT_HERO_IMAGE,
            interval_ms=5000,
        ),
        rx.el.div(
            Countdown.create(
                target=edition.countdown_ends.to(str),
                programme=settings().short_name,
                lead=edition.number + " " + edition.countdown_lead,
                over=edition.countdown_over,
                class_name="min-h-14 font-display text-lg text-gold-light tabular-nums sm:min-h-8"
                " sm:text-xl",
                data_testid="countdown",
            ),
            rx.el.div(
                rx.cond(
                    COVER.is_pending,
                    spinner("Loading the cover page", "absolute top-10 left-0 text-gold-light"),
                ),
                rx.el.div(
                    _texts(texts),
                    key=rx.cond(COVER.is_pending, "pending", "loaded"),
                    class_name=rx.cond(COVER.is_pending, "late", "arrive"),
                ),
                class_name="relative mt-auto",
            ),
            class_name="page-width relative z-[1] flex grow flex-col pt-28 pb-24 md:pt-32"
            f" {HIDDEN_UNTIL_NEXT_SIBLING}",
        ),
        _scroll_arrow(),
        id=paths.HERO_ANCHOR,
        aria_label="Welcome",
        class_name="on-dark relative flex min-h-svh flex-col overflow-hidden bg-plum-deep"
        " text-on-plum",
        data_testid="hero",
    )


def _texts(texts: Any) -> rx.Component:
    return rx.fragment(
        logo("mb-8 text-gold-light"),
        rx.el.h1(
            rx.cond(COVER.data["title"], COVER.data["title"], texts.title),
            class_name="display-1 max-w-[7.9em] pb-1",
        ),
        rx.cond(
            COVER.data["subtitle"],
            rx.el.p(COVER.data["subtitle"], class_name="display-3 mt-6 text-gold-light"),
        ),
        rx.el.p(
            rx.cond(COVER.data["description"], COVER.data["description"], texts.description),
            class_name="lead mt-5 max-w-[34.5em] text-on-plum",
        ),
        rx.el.div(
            rx.cond(
                COVER.data["cta_link"],
                button_link(COVER.data["cta_text"], href=COVER.data["cta_link"]),
                rx.fragment(
                    button_link("Nominate Now", href=paths.anchor(paths.NOMINATE_ANCHOR)),
                    button_link(
                        "Partner With Us",
                        href=paths.anchor(paths.PARTNERS_ANCHOR),
                        tone="outline-on-dark",
                    ),
                ),
            ),
            # Narrower on phones, so that the two fit one line in any typeface.
            class_name="mt-9 flex flex-wrap gap-3 *:px-4 sm:gap-4 sm:*:px-6",
        ),
    )


def _scroll_arrow() -> rx.Component:
    return link(
        rx.el.svg(
            rx.el.path(d="M12 3v18M5 14l7 7 7-7"),
            view_box="0 0 24 24",
            aria_hidden="true",
            class_name="size-6 fill-none stroke-current stroke-[1.25]",
        ),
        href=paths.anchor(paths.ABOUT_ANCHOR),
        aria_label="Scroll down to About",
        class_name="absolute right-[clamp(1.25rem,5vw,4rem)] bottom-8 z-10 grid size-14"
        " place-items-center rounded-full border border-on-plum/50 transition-colors"
        " hover:bg-on-plum hover:text-plum",
    )


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
            button_link("View All Honorees", href=NOMINEES_PAGE, tone="outline"),
            class_name="mt-16 text-center",
        ),
        anchor=paths.GALLERY_ANCHOR,
    )


def _loading() -> rx.Component:
    return rx.fragment(
        rx.el.p("Loading honorees...", role="status", class_name="mt-16 -mb-10 text-muted"),
        rx.el.div(*[nominee_card_skeleton() for _ in range(MAX_HONOREES)], class_name=_GRID),
    )


def editions() -> rx.Component:
    texts = block_texts(TEXTS, EDITIONS)
    return section(
        section_heading(
            paths.EDITION_ANCHOR, "The editions", texts.title, texts.lead, on_dark=True
        ),
        rx.el.ol(
            rx.foreach(texts.past, _past_edition),
            _coming_edition(texts.coming),
            class_name="mt-16 md:mt-24",
        ),
        anchor=paths.EDITION_ANCHOR,
        background="plum",
    )


def _past_edition(edition: rx.Var[PastEdition]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            edition.number,
            class_name="numeral text-[clamp(3.5rem,7vw,6rem)] text-gold-light lining-nums",
        ),
        rx.el.div(
            rx.el.p(edition.year, class_name="label text-gold-light"),
            rx.el.h3(edition.title, class_name="display-3 mt-1"),
            rx.el.p(edition.text, class_name="mt-2 max-w-[30.5em] text-on-plum-muted"),
        ),
        rx.el.p(
            rx.el.span(edition.figure, class_name="font-display text-4xl font-light lining-nums"),
            " ",
            rx.el.span(edition.figure_label, class_name="text-on-plum-muted"),
            class_name="col-start-2 md:col-start-auto md:text-right",
        ),
        class_name="grid grid-cols-[5.5rem_1fr] items-start gap-x-6 gap-y-4 border-t"
        " border-gold-light/30 py-8 md:grid-cols-[12rem_1fr_15rem] md:gap-x-10 md:py-10",
    )


def _coming_edition(edition: rx.Var[ComingEdition]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            edition.number,
            class_name="numeral text-[clamp(8rem,33vw,29rem)] text-gold-light lining-nums",
        ),
        rx.el.div(
            rx.el.p(edition.year, class_name="label text-gold-light"),
            rx.el.h3(edition.title, class_name="display-2 mt-1"),
            rx.el.p(edition.text, class_name="lead mt-3 text-on-plum-muted"),
            rx.el.ul(
                rx.foreach(
                    edition.highlights,
                    lambda highlight: rx.el.li(
                        highlight,
                        class_name="border-t border-gold-light/30 py-3 font-display text-xl",
                    ),
                ),
                class_name="mt-8",
            ),
            button_link(
                "Learn More",
                href=paths.anchor(paths.CATEGORIES_ANCHOR),
                tone="gold",
                class_name="mt-8",
            ),
        ),
        class_name="grid items-center gap-x-16 gap-y-10 border-t border-gold-light/30 pt-12"
        " md:pt-16 lg:grid-cols-[1.15fr_1fr]",
    )
