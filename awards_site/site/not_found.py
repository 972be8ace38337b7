"""The page of unknown addresses (spec 1, "Route table")."""

import reflex as rx

from awards_site.ui import paths
from awards_site.ui.buttons import button_link
from awards_site.ui.links import text_link
from awards_site.ui.public_page import page_title
from awards_site.ui.shell import shell


def not_found_page() -> rx.Component:
    """Return the page for `add_page(route="404")`."""
    return shell(
        rx.el.section(
            rx.el.p(
                "404",
                class_name="numeral text-[clamp(9rem,34vw,26rem)] text-gold",
                aria_hidden="true",
            ),
            rx.el.h1("404 Page Not Found", class_name="display-2 mt-8"),
            rx.el.p(
                "Did you forget to add the page to the router?",
                class_name="lead mt-4 text-muted",
            ),
            rx.el.div(
                button_link("Back to Home", href=paths.HOME),
                text_link("See the honorees", href=paths.NOMINEES),
                class_name="mt-10 flex flex-wrap items-center gap-8",
            ),
            class_name="page-width overflow-hidden py-20 md:py-28",
        ),
        active="",
    )


def add_not_found_page(app: rx.App) -> None:
    """Add the page that answers unknown addresses to the app."""
    app.add_page(not_found_page, route="404", title=page_title("Page Not Found"))
