"""What crawlers find: every public page that exists, and no other."""

from datetime import UTC, datetime, timedelta
from xml.etree.ElementTree import Element, fromstring

import httpx
import pytest

# The composition root, which adds all pages.
from awards_site import awards_site  # noqa: F401
from awards_site.core import clock, content_version
from awards_site.discovery import api as discovery
from awards_site.discovery import sitemap
from awards_site.public_pages import PUBLIC_PAGES
from awards_site.settings import settings
from tests import factories
from tests.api.entities import ENTITIES

SITE = "https://awards.example.org"
NAMES = {"": "http://www.sitemaps.org/schemas/sitemap/0.9"}
NOW = datetime(2030, 5, 15, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _public_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWARDS_PUBLIC_URL", SITE)
    settings.cache_clear()


def document(client: httpx.Client, path: str = "/sitemap.xml") -> Element:
    """Return the root element of a sitemap."""
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/xml; charset=utf-8"
    return fromstring(answer.content)


def listed(client: httpx.Client, path: str = "/sitemap.xml") -> dict[str, str]:
    """Return the times of the last changes, by path."""
    found: dict[str, str] = {}
    for url in document(client, path).findall("url", NAMES):
        address = url.findtext("loc", "", NAMES)
        assert address.startswith(f"{SITE}/")
        found[address.removeprefix(SITE)] = url.findtext("lastmod", "", NAMES)
    return found


def test_every_page_is_listed(something_of_each: None, nobody: httpx.Client) -> None:
    expected = []
    for page in PUBLIC_PAGES:
        if page.records is not None:
            expected += [record["path"] for record in nobody.get(page.records.list_url).json()]
        elif page.is_listed:
            expected.append(page.route)
    assert sorted(listed(nobody)) == sorted(expected)


def test_every_page_that_lists_records_is_as_old_as_they_are(
    something_of_each: None, nobody: httpx.Client
) -> None:
    lists = {page.route for page in PUBLIC_PAGES} & sitemap.LISTED.keys()
    assert lists == sitemap.LISTED.keys()
    today = clock.now().date().isoformat()
    times = listed(nobody)
    for path, time in times.items():
        if path in lists or path.count("/") > 1:
            assert time.startswith(today), path


@pytest.mark.parametrize(
    ("entity", "shown"),
    [("photo", "/gallery"), ("sponsor", "/partners"), ("video", "/videos"), ("event", "/events")],
)
def test_a_change_moves_the_time_of_its_page(
    entity: str,
    shown: str,
    nobody: httpx.Client,
    editor: httpx.Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (kind,) = [each for each in ENTITIES if each.key == entity]
    record = editor.post(kind.created, json=kind.body()).json()
    before = listed(nobody)
    later = clock.now() + timedelta(days=3)
    monkeypatch.setattr(clock, "now", lambda: later)
    editor.request(kind.method, kind.at(record["id"]), json={kind.name: "Another name"})
    after = listed(nobody)
    assert after[shown] == later.isoformat(timespec="seconds")
    assert {path for path in before if before[path] != after.get(path)} >= {shown}


def test_a_page_of_texts_is_as_old_as_its_section(
    editor: httpx.Client, nobody: httpx.Client
) -> None:
    sections = {"page.about": "/about", "home.hero": "/", "legal.terms": "/terms"}
    for identifier in sections:
        body = factories.content_body(identifier=identifier)
        assert editor.post("/api/admin/content", json=body).status_code == 201
    today = clock.now().date().isoformat()
    times = listed(nobody)
    assert all(times[path].startswith(today) for path in sections.values())


def test_drafts_are_not_listed(editor: httpx.Client, nobody: httpx.Client) -> None:
    before = listed(nobody)
    for kind in ENTITIES:
        if kind.key in {"event", "nominee", "blog post"}:
            hidden = {kind.name: "Embargoed name", "isPublished": False}
            editor.post(kind.created, json=kind.body(**hidden))
    assert listed(nobody) == before


def test_many_pages_are_listed_in_several_files(
    editor: httpx.Client, nobody: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        editor.post("/api/nominees", json=factories.nominee_body())
    everything = listed(nobody)
    assert listed(nobody, "/sitemap-1.xml") == everything
    monkeypatch.setattr(discovery, "LARGEST", 5)
    content_version.bump()
    index = document(nobody)
    assert index.tag.endswith("sitemapindex")
    files = [each.findtext("loc", "", NAMES) for each in index.findall("sitemap", NAMES)]
    assert files == [f"{SITE}/sitemap-{number}.xml" for number in range(1, len(files) + 1)]
    parts = [listed(nobody, file.removeprefix(SITE)) for file in files]
    assert all(0 < len(part) <= 5 for part in parts)
    assert {path: time for part in parts for path, time in part.items()} == everything
    assert nobody.get(f"/sitemap-{len(files) + 1}.xml").status_code == 404
    assert nobody.get("/sitemap-0.xml").status_code == 404


def test_robots_are_kept_from_what_is_no_page(nobody: httpx.Client) -> None:
    answer = nobody.get("/robots.txt")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.text.splitlines()
    assert lines[0] == "User-agent: *"
    assert {"Disallow: /admin", "Disallow: /auth", "Disallow: /api/"} <= set(lines)
    assert f"Sitemap: {SITE}/sitemap.xml" in lines
    for page in PUBLIC_PAGES:
        assert page.is_listed <= (not page.route.startswith(discovery.NOT_FOR_CRAWLERS))
