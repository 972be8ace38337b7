"""The registry of public pages, and the page of other paths."""

from typing import NamedTuple

import reflex as rx

from awards_site.core import paths
from awards_site.features.registry import modules
from awards_site.pages.about import about_page
from awards_site.pages.categories import categories_page
from awards_site.pages.contact import CONTACT_PAGES
from awards_site.pages.forms import FORM_SENT_PAGES
from awards_site.pages.home import home_page
from awards_site.pages.legal import LEGAL_PAGES
from awards_site.pages.partners import partners_page
from awards_site.pages.timeline import timeline_page
from awards_site.portal.sign_in.pages import PASSWORD_PAGES, SIGN_IN_PAGE
from awards_site.ui.pages import Head, PublicPage, not_found_section, public_page
from awards_site.ui.shell import MENU_ENTRIES, shell


@public_page(
    paths.NOT_FOUND,
    Head("Page Not Found", "There is no page at this URL.", is_indexed=False),
    is_in_sitemap=False,
)
def not_found_page() -> rx.Component:
    return shell(not_found_section(), active="")


PUBLIC_PAGES: tuple[PublicPage, ...] = (
    home_page,
    *(each.PAGE for each in modules("page")),
    partners_page,
    about_page,
    categories_page,
    timeline_page,
    *CONTACT_PAGES,
    *LEGAL_PAGES,
    *FORM_SENT_PAGES,
    SIGN_IN_PAGE,
    *PASSWORD_PAGES,
    not_found_page,
    *(each.PAGE for each in modules("record_page")),
)
"""All public pages, in rendering order."""

MENU_ENTRIES.update({page.route: page.menu for page in PUBLIC_PAGES if page.menu})


class PageMatch(NamedTuple):
    """The page whose route matches a path; `key` is the last segment on a dynamic route."""

    page: PublicPage
    key: str = ""


_FIXED = {page.route: PageMatch(page) for page in PUBLIC_PAGES if page.records is None}
_DYNAMIC = {page.route.rpartition("/")[0]: page for page in PUBLIC_PAGES if page.records}


def find_page(path: str) -> PageMatch | None:
    """Return the page whose route matches `path`; a record with its key need not exist."""
    if match := _FIXED.get(path):
        return match
    folder, _, key = path.rpartition("/")
    page = _DYNAMIC.get(folder)
    # Keys contain no dot: `/events/3-gala.ics` is a file.
    return PageMatch(page, key) if page and key and "." not in key else None
