"""The home page: its sections in order."""

import reflex as rx

from awards_site.pages.home.about import about
from awards_site.pages.home.categories import categories
from awards_site.pages.home.contact import contact
from awards_site.pages.home.content import DESCRIPTION, KEYWORDS
from awards_site.pages.home.editions import editions
from awards_site.pages.home.hero import hero
from awards_site.pages.home.honorees import honorees
from awards_site.pages.home.partners import partners
from awards_site.pages.home.state import HomePage
from awards_site.pages.home.testimonials import testimonials
from awards_site.ui import paths
from awards_site.ui.public_page import add_public_page
from awards_site.ui.shell import shell


def home_page() -> rx.Component:
    """Return the home page."""
    return shell(
        hero(),
        about(),
        editions(),
        categories(),
        partners(),
        honorees(),
        testimonials(),
        contact(),
        active=paths.HOME,
        over_picture=True,
    )


def add_home_page(app: rx.App) -> None:
    """Add the home page to the app."""
    add_public_page(
        app,
        home_page,
        path=paths.HOME,
        name="",
        description=DESCRIPTION,
        keywords=KEYWORDS,
        on_load=HomePage.load,
        structured=HomePage.structured,
    )
