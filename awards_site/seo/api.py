"""The endpoints for crawlers: the sitemap (sitemaps.org) and robots.txt (RFC 9309)."""

from math import ceil
from xml.etree.ElementTree import Element

from fastapi import APIRouter
from starlette.responses import PlainTextResponse, Response

from awards_site.core import paths
from awards_site.core.database.sessions import ReadSession
from awards_site.core.errors import NotFound
from awards_site.core.http.api_docs import file_response
from awards_site.core.http.path_parameters import Id
from awards_site.core.http.xml import add, xml_response
from awards_site.resources.published import public_router
from awards_site.seo.sitemap import SitemapEntry, sitemap_entries
from awards_site.ui.pages.structured_data import absolute

MAX_ENTRIES = 50_000
"""The maximum number of entries in a sitemap file (sitemaps.org)."""
DISALLOWED_PATHS = (paths.ADMIN, paths.SIGN_IN, "/api/")
"""Path prefixes that crawlers do not need; pages are prerendered without them."""

_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_XML = file_response("application/xml", "A sitemap")

router: APIRouter = public_router("seo")


def _file(number: str) -> str:
    return paths.SITEMAP.replace(".", f"-{number}.")


@router.get(paths.SITEMAP, **_XML)
def read_sitemap(session: ReadSession) -> Response:
    """Read the sitemap, or the sitemap index if one file cannot hold all entries."""
    entries = sitemap_entries(session)
    if len(entries) <= MAX_ENTRIES:
        return _pages(entries)
    index = Element("sitemapindex", {"xmlns": _NAMESPACE})
    for number in range(1, ceil(len(entries) / MAX_ENTRIES) + 1):
        _add(index, "sitemap", SitemapEntry(_file(str(number))))
    return xml_response(index, "application/xml")


@router.get(_file("{number}"), **_XML)
def read_part_of_sitemap(number: Id, session: ReadSession) -> Response:
    """Read one file of a sitemap with several files."""
    part = sitemap_entries(session)[(number - 1) * MAX_ENTRIES : number * MAX_ENTRIES]
    if not part:
        raise NotFound.of("Part of the sitemap")
    return _pages(part)


@router.get(paths.ROBOTS, **file_response("text/plain", "Rules for crawlers", PlainTextResponse))
def read_robots() -> str:
    """Read the paths that crawlers should not visit, and the sitemap's URL."""
    rules = "\n".join(f"Disallow: {path}" for path in DISALLOWED_PATHS)
    return f"User-agent: *\n{rules}\n\nSitemap: {absolute(paths.SITEMAP)}\n"


def _pages(entries: list[SitemapEntry]) -> Response:
    pages = Element("urlset", {"xmlns": _NAMESPACE})
    for entry in entries:
        _add(pages, "url", entry)
    return xml_response(pages, "application/xml")


def _add(parent: Element, name: str, entry: SitemapEntry) -> None:
    element = add(parent, name)
    add(element, "loc", absolute(entry.path))
    if entry.modified:
        add(element, "lastmod", entry.modified.isoformat(timespec="seconds"))
