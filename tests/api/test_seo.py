"""Sitemap and robots.txt list every public page and no other."""

from datetime import timedelta
from xml.etree.ElementTree import Element, fromstring

import pytest
from httpx import Client

# The composition root, which adds all pages.
from awards_site import app  # noqa: F401
from awards_site.core import clock
from awards_site.core.invalidation import content_version
from awards_site.pages import seo
from awards_site.pages.public_pages import PUBLIC_PAGES
from tests.api.conftest import Configure, FrozenClock
from tests.api.entities import EVENT, NOMINEE, PHOTO, POST, SECTION, SPONSOR, VIDEO, Entity

SITE = "https://awards.example.org"
NAMES = {"": "http://www.sitemaps.org/schemas/sitemap/0.9"}

pytestmark = pytest.mark.usefixtures("public_url")


def document(client: Client, path: str = "/sitemap.xml") -> Element:
    response = client.get(path)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/xml; charset=utf-8"
    return fromstring(response.content)


def listed(client: Client, path: str = "/sitemap.xml") -> dict[str, str]:
    """Return `lastmod` by path."""
    found: dict[str, str] = {}
    for url in document(client, path).findall("url", NAMES):
        location = url.findtext("loc", "", NAMES)
        assert location.startswith(f"{SITE}/")
        found[location.removeprefix(SITE)] = url.findtext("lastmod", "", NAMES)
    return found


LISTS = {
    "/nominees": "/api/nominees/published",
    "/events": "/api/events",
    "/blog": "/api/blog/summaries",
}
"""The lists of the records with a page of their own, by the folder of their pages."""


def test_every_page_is_in_the_sitemap(one_of_each: None, anonymous: Client) -> None:
    expected = []
    for page in PUBLIC_PAGES:
        if page.records is not None:
            folder = page.route.rpartition("/")[0]
            expected += [record["path"] for record in anonymous.get(LISTS[folder]).json()]
        elif page.is_in_sitemap:
            expected.append(page.route)
    assert sorted(listed(anonymous)) == sorted(expected)


def test_lastmod_of_a_list_is_that_of_its_records(one_of_each: None, anonymous: Client) -> None:
    lists = {page.route for page in PUBLIC_PAGES if page.lists}
    today = clock.now().date().isoformat()
    times = {
        path: time
        for path, time in listed(anonymous).items()
        if path in lists or path.count("/") > 1
    }
    assert times.keys() > lists > set()
    assert {path: time for path, time in times.items() if not time.startswith(today)} == {}


@pytest.mark.parametrize(
    ("entity", "page"),
    [(PHOTO, "/gallery"), (SPONSOR, "/partners"), (VIDEO, "/videos"), (EVENT, "/events")],
    ids=str,
)
def test_a_change_updates_lastmod_of_its_page(
    entity: Entity, page: str, frozen_clock: FrozenClock, anonymous: Client, editor: Client
) -> None:
    record = entity.create(editor)
    before = listed(anonymous)
    frozen_clock.advance(timedelta(hours=3))
    entity.change(editor, record, **{entity.name: "Another name"})
    after = listed(anonymous)
    assert after[page] == frozen_clock.now.isoformat(timespec="seconds")
    assert {path for path in before if before[path] != after.get(path)} >= {page}


def test_lastmod_of_a_fixed_page_is_that_of_its_section(editor: Client, anonymous: Client) -> None:
    sections = {"page.about": "/about", "home.hero": "/", "legal.terms": "/terms"}
    for identifier in sections:
        SECTION.create(editor, identifier=identifier)
    today = clock.now().date().isoformat()
    times = listed(anonymous)
    assert all(times[path].startswith(today) for path in sections.values())


def test_drafts_are_not_in_the_sitemap(editor: Client, anonymous: Client) -> None:
    before = listed(anonymous)
    for entity in (EVENT, NOMINEE, POST):
        entity.create(editor, isPublished=False)
    assert listed(anonymous) == before


def test_a_large_sitemap_is_split_into_several_files(
    editor: Client, anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        NOMINEE.create(editor)
    everything = listed(anonymous)
    assert listed(anonymous, "/sitemap-1.xml") == everything
    monkeypatch.setattr(seo, "MAX_ENTRIES", 5)
    content_version.bump()
    index = document(anonymous)
    assert index.tag.endswith("sitemapindex")
    files = [each.findtext("loc", "", NAMES) for each in index.findall("sitemap", NAMES)]
    assert files == [f"{SITE}/sitemap-{number}.xml" for number in range(1, len(files) + 1)]
    parts = [listed(anonymous, file.removeprefix(SITE)) for file in files]
    assert len(parts) > 1
    assert [part for part in parts if not 0 < len(part) <= 5] == []
    assert {path: time for part in parts for path, time in part.items()} == everything
    assert anonymous.get(f"/sitemap-{len(files) + 1}.xml").status_code == 404
    assert anonymous.get("/sitemap-0.xml").status_code == 404


def test_robots_txt_disallows_portal_and_api(anonymous: Client) -> None:
    response = anonymous.get("/robots.txt")
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    lines = response.text.splitlines()
    assert lines[0] == "User-agent: *"
    assert {"Disallow: /admin", "Disallow: /auth", "Disallow: /api/"} <= set(lines)
    assert f"Sitemap: {SITE}/sitemap.xml" in lines
    routes = [page.route for page in PUBLIC_PAGES if page.is_in_sitemap]
    assert routes
    assert [route for route in routes if route.startswith(seo.DISALLOWED_PATHS)] == []


def test_security_txt_names_the_contact_until_it_expires(
    anonymous: Client, configure: Configure, frozen_clock: FrozenClock
) -> None:
    response = anonymous.get("/.well-known/security.txt")
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert response.text.splitlines() == [
        f"Contact: {SITE}/contact",
        "Expires: 2030-11-11T00:00:00Z",
        "Preferred-Languages: en",
        f"Canonical: {SITE}/.well-known/security.txt",
    ]
    assert anonymous.head("/.well-known/security.txt").status_code == 200
    assert "/.well-known/security.txt" not in listed(anonymous)
    for contact in ("security@example.org", "mailto:security@example.org"):
        configure(AWARDS_SECURITY_CONTACT=contact)
        text = anonymous.get("/.well-known/security.txt").text
        assert text.startswith("Contact: mailto:security@example.org\n")
