"""Feeds: links in the pages, and files that the site serves."""

import re
from urllib.parse import urlsplit
from xml.etree.ElementTree import fromstring

import httpx
import pytest
from icalendar import Calendar
from playwright.sync_api import Page, expect

from tests.browser.content import publish_event
from tests.browser.site import Site
from tests.browser.visits import visit

FILES = {
    "/robots.txt": "text/plain; charset=utf-8",
    "/sitemap.xml": "application/xml; charset=utf-8",
    "/events.ics": "text/calendar; charset=utf-8",
    "/blog/feed.atom": "application/atom+xml; charset=utf-8",
}


@pytest.fixture(scope="module")
def event(site: Site) -> dict[str, object]:
    """A published event in the far future, and a post."""
    publish_event(site, "Founders' Gala", "2099-11-20T18:00:00Z", "2099-11-20T23:00:00Z")
    site.create(
        "/api/blog", title="The first post", content="Some words about it. " * 200, isPublished=True
    )
    (event,) = site.api.get("/api/events").json()
    return dict(event)


def path_of(event: dict[str, object]) -> str:
    return f"/events/{event['id']}-founders-gala.ics"


@pytest.mark.parametrize("path", FILES)
def test_feeds_are_compressed_and_revalidated(
    path: str, site: Site, event: dict[str, object]
) -> None:
    with httpx.Client(base_url=site.url) as anonymous:
        response = anonymous.get(path, headers={"Accept-Encoding": "gzip"})
        assert (response.status_code, response.headers["Content-Type"]) == (200, FILES[path])
        assert response.headers["Cache-Control"] == "public, no-cache"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        known = {"Accept-Encoding": "gzip", "If-None-Match": response.headers["ETag"]}
        assert anonymous.get(path, headers=known).status_code == 304
        head = anonymous.head(path, headers={"Accept-Encoding": "gzip"})
        assert (head.content, head.headers["ETag"]) == (b"", response.headers["ETag"])


def test_every_url_in_the_sitemap_is_a_page(site: Site, event: dict[str, object]) -> None:
    names = {"": "http://www.sitemaps.org/schemas/sitemap/0.9"}
    with httpx.Client(base_url=site.url, timeout=30) as anonymous:
        pages = fromstring(anonymous.get("/sitemap.xml").content).findall("url", names)
        assert len(pages) > 15
        for page in pages:
            url = page.findtext("loc", "", names)
            assert page.findtext("lastmod", "", names), url
            response = anonymous.get(url)
            assert response.status_code == 200, url
            assert response.headers["Content-Type"].startswith("text/html"), url


def test_an_event_is_added_to_a_calendar_from_its_row(
    page: Page, site: Site, event: dict[str, object]
) -> None:
    visit(page, "/events?view=list")
    row = page.get_by_test_id("upcoming-events").get_by_test_id("event")
    link = row.get_by_role("link", name="Add to calendar")
    expect(link).to_have_accessible_description("Founders' Gala")
    expect(link).to_have_attribute("href", path_of(event))
    with page.expect_download() as download:
        link.click()
    assert f"/{download.value.suggested_filename}" == path_of(event).removeprefix("/events")
    (entry,) = Calendar.from_ical(download.value.path().read_bytes()).events
    assert entry["SUMMARY"] == "Founders' Gala"
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_pages_link_to_their_feeds(site: Site) -> None:
    calendar = site.read_rendered("/events")
    assert f'href="webcal://{urlsplit(site.url).netloc}/events.ics"' in calendar
    for kind, feed, html in (
        ("application/atom+xml", "/blog/feed.atom", site.read_rendered("/blog")),
        ("text/calendar", "/events.ics", calendar),
    ):
        [link] = re.findall(f'<link[^>]*type="{re.escape(kind)}"[^>]*>', html)
        assert 'rel="alternate"' in link
        assert f'href="{feed}"' in link
