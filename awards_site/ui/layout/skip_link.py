"""The skip link, the first focusable element of every page."""

import reflex as rx

from awards_site.core import paths
from awards_site.ui.links import link


def skip_link() -> rx.Component:
    """Return the link to the main content; it is visible only while focused."""
    return link(
        "Skip to content",
        href=paths.anchor(paths.MAIN_ANCHOR),
        class_name="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
        " focus:rounded-xs focus:bg-ink focus:px-4 focus:py-3 focus:font-semibold"
        " focus:text-on-plum",
    )
