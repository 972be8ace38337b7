"""The error boundary: replaces a page whose components throw while rendering."""

import reflex as rx
from reflex_components_core.base.error_boundary import ErrorBoundary

from awards_site.core import paths
from awards_site.ui.buttons import button_link
from awards_site.ui.links import text_link


@rx.memo
def page_failed() -> rx.Component:
    return rx.el.main(
        rx.el.h1("Something went wrong", class_name="display-2"),
        rx.el.p("Reloading the page may help.", class_name="lead mt-4 text-muted"),
        rx.el.div(
            # An empty href is the current URL.
            button_link("Reload", href=""),
            text_link("Back to Home", href=paths.HOME),
            class_name="mt-8 flex flex-wrap items-center gap-8",
        ),
        class_name="page-width py-28",
        role="alert",
    )


def error_boundary(has_state: bool) -> rx.Component:
    """Return the boundary around the portal's pages; caught errors are logged on the server.

    Without any State in the app (`has_state`), errors cannot be reported.
    """
    reporting = {} if has_state else {"on_error": rx.noop()}
    return ErrorBoundary.create(fallback_render=rx.Var.create(page_failed()), **reporting)
