"""What stands in a page's place when its script fails while drawing it."""

import reflex as rx
from reflex_components_core.base.error_boundary import ErrorBoundary

from awards_site.core import paths
from awards_site.ui.buttons import button_link
from awards_site.ui.links import text_link


@rx.memo
def page_failed() -> rx.Component:
    return rx.el.main(
        rx.el.h1("This page has failed", class_name="display-2"),
        rx.el.p("Loading the page again may help.", class_name="lead mt-4 text-muted"),
        rx.el.div(
            # The same address again, whatever it is.
            button_link("Load again", href=""),
            text_link("Back to Home", href=paths.HOME),
            class_name="mt-8 flex flex-wrap items-center gap-8",
        ),
        class_name="page-width py-28",
        role="alert",
    )


def error_boundary(has_state: bool) -> rx.Component:
    """Return the boundary around every page of the portal; the server logs the errors it catches.

    `has_state` tells whether any page has a State, without which nothing can be reported.
    """
    reporting = {} if has_state else {"on_error": rx.noop()}
    return ErrorBoundary.create(fallback_render=rx.Var.create(page_failed()), **reporting)
