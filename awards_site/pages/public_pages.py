"""The registry of public pages, and the page of other paths."""

from typing import NamedTuple

import reflex as rx

from awards_site.core import paths
from awards_site.features.blog.page import BLOG_PAGE
from awards_site.features.blog.post_page import POST_PAGES
from awards_site.features.events.event_page import EVENT_PAGES
from awards_site.features.events.page import EVENTS_PAGE
from awards_site.features.nominees.nominee_page import NOMINEE_PAGES
from awards_site.features.nominees.page import NOMINEES_PAGE
from awards_site.features.photos.page import GALLERY_PAGE
from awards_site.features.videos.page import VIDEOS_PAGE
from awards_site.pages.about import ABOUT_PAGE
from awards_site.pages.categories import CATEGORIES_PAGE
from awards_site.pages.contact import CONTACT_PAGES
from awards_site.pages.forms import FORM_SENT_PAGES
from awards_site.pages.home import HOME_PAGE
from awards_site.pages.legal import LEGAL_PAGES
from awards_site.pages.partners import PARTNERS_PAGE
from awards_site.pages.timeline import TIMELINE_PAGE
from awards_site.portal.sign_in.pages import PASSWORD_PAGES, SIGN_IN_PAGE
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

PUBLIC_PAGES: tuple[PublicPage, ...] = (
    HOME_PAGE,
    NOMINEES_PAGE,
    EVENTS_PAGE,
    VIDEOS_PAGE,
    GALLERY_PAGE,
    BLOG_PAGE,
    PARTNERS_PAGE,
    ABOUT_PAGE,
    CATEGORIES_PAGE,
    TIMELINE_PAGE,
    *CONTACT_PAGES,
    *LEGAL_PAGES,
    *FORM_SENT_PAGES,
    SIGN_IN_PAGE,
    *PASSWORD_PAGES,
    NOT_FOUND_PAGE,
    NOMINEE_PAGES,
    EVENT_PAGES,
    POST_PAGES,
)
"""All public pages, in rendering order."""


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
