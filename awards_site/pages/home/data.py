"""What the home page reads: cover page, sponsors, nominees, and its content blocks."""

from typing import TypedDict

import reflex as rx

from awards_site.core.images import ResponsiveImage
from awards_site.nominees.card import NomineeCard, nominee_view
from awards_site.pages.home.content import (
    ABOUT,
    CATEGORIES,
    CONTACT,
    EDITIONS,
    HERO,
    PARTNERS,
    TESTIMONIALS,
)
from awards_site.sponsors.groups import SponsorEntry, sponsor_view
from awards_site.ui.images.picture import IMAGES_SCRIPT
from awards_site.ui.queries.content_blocks import blocks_query
from awards_site.ui.queries.query import Query, View

_IMPORTED_SCRIPTS = (IMAGES_SCRIPT,)

MAX_HONOREES = 8
"""How many nominees the page shows at most."""

DEFAULT_TRANSPARENCY = 50
"""How dark the picture of the hero is made, in per cent, unless the cover page says so."""


class Cover(TypedDict):
    """What the hero shows of the active cover page; a text that it lacks is empty.

    There is a `film`, or `images`, or neither. The texts of the call to action are both there or
    both empty.
    """

    title: str
    subtitle: str
    description: str
    film: str
    images: list[ResponsiveImage]
    transparency: int
    focal_x: int
    cta_text: str
    cta_link: str


NO_COVER = Cover(
    title="",
    subtitle="",
    description="",
    film="",
    images=[],
    transparency=DEFAULT_TRANSPARENCY,
    focal_x=50,
    cta_text="",
    cta_link="",
)

COVER = Query(
    "/api/cover-pages/active",
    View(
        "heroCover",
        rx.asset("views.js", shared=True),
        {"defaultTransparency": DEFAULT_TRANSPARENCY},
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
TEXTS = blocks_query(HERO, ABOUT, EDITIONS, CATEGORIES, PARTNERS, TESTIMONIALS, CONTACT)
