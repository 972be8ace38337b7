"""The 404 page."""

import reflex as rx

from awards_site.core import paths
from awards_site.ui.layout.shell import shell
from awards_site.ui.pages.not_found import not_found_section
from awards_site.ui.pages.public_page import Head, PublicPage


@rx.memo
def not_found_page() -> rx.Component:
    return shell(not_found_section(), active="")


NOT_FOUND_PAGE = PublicPage(
    paths.NOT_FOUND,
    not_found_page,
    Head("Page Not Found", "There is no page at this URL.", is_indexed=False),
    is_in_sitemap=False,
)
