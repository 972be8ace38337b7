"""The content of the 404 page."""

import reflex as rx

from awards_site.core import paths
from awards_site.ui.buttons import button_link
from awards_site.ui.links import text_link


def not_found_section() -> rx.Component:
    return rx.el.section(
        rx.el.p(
            "404", class_name="numeral text-[clamp(9rem,34vw,26rem)] text-gold", aria_hidden="true"
        ),
        rx.el.h1("404 Page Not Found", class_name="display-2 mt-8"),
        rx.el.p("Did you forget to add the page to the router?", class_name="lead mt-4 text-muted"),
        rx.el.div(
            button_link("Back to Home", href=paths.HOME),
            text_link("See the honorees", href=paths.NOMINEES),
            class_name="mt-10 flex flex-wrap items-center gap-8",
        ),
        class_name="page-width overflow-hidden py-20 md:py-28",
    )
