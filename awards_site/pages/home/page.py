"""The home page: its sections in order."""

import reflex as rx

from awards_site.core import paths
from awards_site.cover_pages.models import CoverPage
from awards_site.nominees.models import Nominee
from awards_site.pages.home.about import home_about
from awards_site.pages.home.categories import home_categories
from awards_site.pages.home.contact import contact
from awards_site.pages.home.content import ABOUT, CATEGORIES, DESCRIPTION, EDITIONS, KEYWORDS
from awards_site.pages.home.data import TEXTS
from awards_site.pages.home.editions import home_editions
from awards_site.pages.home.hero import hero
from awards_site.pages.home.honorees import honorees
from awards_site.pages.home.partners import partners
from awards_site.pages.home.testimonials import testimonials
from awards_site.settings import settings
from awards_site.sponsors.models import Sponsor
from awards_site.ui.layout.navigation import SOCIAL
from awards_site.ui.layout.shell import shell
from awards_site.ui.pages.public_page import Head, PublicPage
from awards_site.ui.pages.structured_data import absolute, as_json_ld, programme
from awards_site.ui.queries.content_blocks import block_texts


@rx.memo
def home_page() -> rx.Component:
    return shell(
        hero(),
        home_about(texts=block_texts(TEXTS, ABOUT)),
        home_editions(texts=block_texts(TEXTS, EDITIONS)),
        home_categories(texts=block_texts(TEXTS, CATEGORIES)),
        partners(),
        honorees(),
        testimonials(),
        contact(),
        active=paths.HOME,
        over_image=True,
    )


def _structured_data() -> str:
    """Return the JSON-LD of the organisation and the website."""
    return as_json_ld(
        {**programme(), "description": DESCRIPTION, "sameAs": [each.href for each in SOCIAL]},
        {
            "@type": "WebSite",
            "name": settings().programme,
            "url": absolute(paths.HOME),
            "publisher": {"@id": programme()["@id"]},
        },
    )


HOME_PAGE = PublicPage(
    paths.HOME,
    home_page,
    Head("", DESCRIPTION, keywords=KEYWORDS, json_ld=_structured_data()),
    lists=(CoverPage, Sponsor, Nominee),
)
