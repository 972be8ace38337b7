"""The 404 page."""

import reflex as rx

from awards_site.core import paths
from awards_site.ui.pages import Head, PublicPage, not_found_section
from awards_site.ui.shell import shell


@rx.memo
def not_found_page() -> rx.Component:
    return shell(not_found_section(), active="")


NOT_FOUND_PAGE = PublicPage(
    paths.NOT_FOUND,
    not_found_page,
    Head("Page Not Found", "There is no page at this URL.", is_indexed=False),
    is_in_sitemap=False,
)
