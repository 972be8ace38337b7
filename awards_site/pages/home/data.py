"""The queries of the home page: cover page, sponsors, nominees and content blocks."""

from typing import TypedDict

from awards_site.core.presentation.views import ResponsiveImage
from awards_site.frontend import script
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
from awards_site.ui.queries.content_blocks import blocks_query
from awards_site.ui.queries.query import Query, View

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
    images: list[ResponsiveImage]
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
    View(
        "heroCover",
        script("pages/home/views.js"),
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
