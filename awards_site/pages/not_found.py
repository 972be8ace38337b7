"""The page of unknown addresses (spec 1, "Route table")."""

import reflex as rx

from awards_site.ui.not_found import not_found_section
from awards_site.ui.public_page import page_title
from awards_site.ui.shell import shell


def not_found_page() -> rx.Component:
    """Return the page for `add_page(route="404")`."""
    return shell(not_found_section(), active="")


def add_not_found_page(app: rx.App) -> None:
    """Add the page that answers unknown addresses to the app."""
    app.add_page(not_found_page, route="404", title=page_title("Page Not Found"))
