"""Files for visitors and search engines: sitemap, robots.txt, calendar, form and social images."""

import io
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from httpx import Client
from icalendar import Calendar
from PIL import Image

from awards_site import app  # noqa: F401
from awards_site.core import clock
from awards_site.core.invalidation import content_version
from awards_site.core.schemas import StoredSchema
from awards_site.features.blog.entity import BlogPostPublic
from awards_site.features.blog.entity import social_card as post_card
from awards_site.features.content.edition import EDITION
from awards_site.features.events.entity import EventView
from awards_site.features.events.entity import social_card as event_card
from awards_site.features.nominees.entity import NomineeView
from awards_site.features.nominees.entity import social_card as nominee_card
from awards_site.pages import seo
from awards_site.pages.public_pages import PUBLIC_PAGES
from awards_site.ui.share_images.drawing import SocialCard, render_card
from tests.api.conftest import Configure, FrozenClock
from tests.api.entities import EVENT, NOMINEE, PHOTO, POST, SECTION, SPONSOR, VIDEO, Entity
from tests.factories import Body
from tests.image_files import image_bytes

# The composition root, which adds all pages.

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


MILESTONES = "/timeline.ics"
FORM = "/nomination-form.pdf"


def override(editor: Client, identifier: str, content: Body) -> None:
    """Save a valid content section."""
    assert SECTION.create(editor, identifier=identifier, content=content)["problem"] is None


def milestones(*dates: str) -> Body:
    """Return the content of the timeline with milestones on these dates."""
    first = EDITION.default.milestones[0].model_dump(by_alias=True)
    return {
        "milestones": [
            first | {"id": f"m{place}", "date": each} for place, each in enumerate(dates)
        ]
    }


def days(client: Client) -> list[tuple[date, date]]:
    """Return the first day of each entry and the day after its last day."""
    response = client.get(MILESTONES)
    assert response.status_code == 200, response.text
    return [(entry.start, entry.end) for entry in Calendar.from_ical(response.content).events]


def test_milestones_are_all_day_calendar_entries(anonymous: Client) -> None:
    response = anonymous.get(MILESTONES)
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert response.headers["Content-Disposition"] == 'attachment; filename="timeline.ics"'
    calendar = Calendar.from_ical(response.content)
    assert not calendar.errors
    entries = {str(entry["UID"]): entry for entry in calendar.events}
    assert len(entries) == 5
    interviews = entries["milestone-finalist-interviews@awards.example.org"]
    assert (interviews.start, interviews.end) == (date(2025, 7, 15), date(2025, 7, 31))
    gala = entries["milestone-gala@awards.example.org"]
    assert gala["SUMMARY"] == "WEA: Awards gala"
    assert gala["LOCATION"] == "The Grand Hall"
    assert gala["URL"] == "https://awards.example.org/timeline"
    assert b"DTSTART;VALUE=DATE:20250915" in response.content


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("March 1, 2027", (2027, 3, 1), (2027, 3, 1)),
        ("Sept. 3 2027", (2027, 9, 3), (2027, 9, 3)),
        ("July 15\u201330, 2027", (2027, 7, 15), (2027, 7, 30)),
        ("June 30 - July 2, 2027", (2027, 6, 30), (2027, 7, 2)),
    ],
)
def test_written_dates_are_parsed(
    text: str,
    first: tuple[int, int, int],
    last: tuple[int, int, int],
    editor: Client,
    anonymous: Client,
) -> None:
    override(editor, "edition", milestones(text))
    year, month, day = last
    assert days(anonymous) == [(date(*first), date(year, month, day + 1))]


def test_a_milestone_without_a_day_is_left_out(editor: Client, anonymous: Client) -> None:
    no_days = ["In autumn", "2027", "February 30, 2027", "Foo 1, 2027", "March 9-3, 2027"]
    override(editor, "edition", milestones(*no_days, "May 4, 2027"))
    assert [first for first, _ in days(anonymous)] == [date(2027, 5, 4)]


def test_without_dates_the_calendar_is_404_and_the_page_has_no_dates(
    editor: Client, anonymous: Client
) -> None:
    override(editor, "edition", milestones("In autumn"))
    assert anonymous.get(MILESTONES).status_code == 404
    [block] = anonymous.get("/api/content-blocks?identifier=edition").json()
    assert block["texts"]["hasDates"] is False


def test_the_nomination_form_is_a_cached_pdf_of_any_text(editor: Client, anonymous: Client) -> None:
    texts = ["Łódź — “Größe”", "獎項", "جائزة", "\U0001f3c6", "x" * 300]
    awards = [
        {"id": f"award-{place}", "title": text, "description": text, "criteria": [text] * 12}
        for place, text in enumerate(texts)
    ]
    override(editor, "page.categories", {"categories": awards})
    override(editor, "page.contact", {"address": texts[:1]})
    response = anonymous.get(FORM)
    assert response.headers["Content-Type"] == "application/pdf"
    assert response.headers["Content-Disposition"] == 'inline; filename="nomination-form.pdf"'
    assert response.content.startswith(b"%PDF-")
    known = {"If-None-Match": response.headers["ETag"]}
    assert anonymous.get(FORM, headers=known).status_code == 304


@pytest.mark.usefixtures("undrawn_form")
def test_the_nomination_form_shows_the_current_texts(editor: Client, anonymous: Client) -> None:
    before = anonymous.get(FORM)
    texts = {"page.contact": "jury@example.org", "page.categories": "How we judge"}
    for (identifier, text), key in zip(texts.items(), ("email", "criteriaTitle"), strict=True):
        override(editor, identifier, {key: text})
        after = anonymous.get(FORM, headers={"If-None-Match": before.headers["ETag"]})
        assert text in after.text


@pytest.mark.parametrize(
    ("entity", "schema", "card_of"),
    [
        (NOMINEE, NomineeView, nominee_card),
        (EVENT, EventView, event_card),
        (POST, BlogPostPublic, post_card),
    ],
    ids=["nominee", "event", "post"],
)
def test_a_social_image_is_served_while_its_record_is_published(
    entity: Entity, schema: type[StoredSchema], card_of: Any, editor: Client
) -> None:
    record = entity.create(editor, isPublished=True)
    url = card_of(schema.from_json(record)).url
    response = editor.get(url)
    assert response.status_code == 200
    assert response.headers["content-type"] == "image/jpeg"
    assert Image.open(io.BytesIO(response.content)).size == (1200, 630)
    assert editor.head(url).status_code == 200
    entity.change(editor, record, isPublished=False)
    # Staff see drafts in the portal only.
    assert editor.get(url).status_code == 404


def test_a_changed_text_changes_the_url_and_the_old_one_redirects(
    editor: Client, data_dir: Path
) -> None:
    def address_of(record: dict[str, Any]) -> str:
        return nominee_card(NomineeView.from_json(record)).url

    record = NOMINEE.create(editor)
    old = address_of(record)
    assert editor.get(old).status_code == 200
    new = address_of(NOMINEE.change(editor, record, name="Ada Lovelace"))
    assert new != old
    moved = editor.get(old)
    assert (moved.status_code, moved.headers["location"]) == (307, new)
    assert editor.get(new).status_code == 200
    # Outdated images are deleted.
    files = [file.name for file in (data_dir / "share" / "nominees").iterdir()]
    assert files == [new.rpartition("/")[2]]


@pytest.mark.parametrize("name", ["999999-abc.jpg", "abc.jpg", "1", "..%2f..%2fawards.db", "1.jpg"])
def test_unknown_social_images_return_404(name: str, anonymous: Client) -> None:
    for folder in ("nominees", "events", "blog"):
        assert anonymous.get(f"/share/{folder}/{name}").status_code == 404


def test_a_portrait_is_drawn_and_a_broken_one_is_left_out(editor: Client) -> None:
    uploaded = editor.post(
        "/api/upload/image", files={"file": ("a.png", image_bytes(size=(80, 100)), "image/png")}
    ).json()["url"]
    shown = Image.open(io.BytesIO(render_card(card(uploaded)))).convert("RGB")
    red, green, blue = shown.getpixel((1000, 300))  # type: ignore[misc]
    assert red > 200
    assert max(green, blue) < 60
    for broken in ("", "/uploads/missing.png", "https://example.org/a.jpg", "/uploads/../x.png"):
        plain = Image.open(io.BytesIO(render_card(card(broken))))
        assert plain.size == (1200, 630)


def card(portrait: str) -> SocialCard:
    return SocialCard("nominees", 1, "WEA 2025", "Ada", ("Founder",), portrait, "A", "Winner")


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
