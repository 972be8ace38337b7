"""Nothing that is not published is in any byte that the site serves, before and after it was."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from tests import factories
from tests.browser.crawler import Crawler
from tests.browser.site import Site
from tests.pictures import picture

PAST = "2020-01-01T00:00:00Z"


@dataclass(frozen=True)
class Draft:
    """A record that is not published yet: where it is, a word of its own, and how it is shown."""

    path: str
    word: str
    method: str
    body: Mapping[str, Any]
    shown: Mapping[str, Any]
    hidden: Mapping[str, Any]


def draft(
    site: Site,
    word: str,
    path: str,
    body: dict[str, Any],
    *,
    method: str = "PUT",
    shown: Mapping[str, Any],
    hidden: Mapping[str, Any],
) -> Draft:
    """Store a record that is hidden, whose word is in its texts."""
    created = site.create(path, **{**body, **hidden})
    return Draft(f"{path}/{created['id']}", word, method, body, shown, hidden)


def upload(site: Site) -> str:
    """Upload a picture and return its address."""
    file = {"file": ("picture.jpg", picture("JPEG", (900, 1200), "#3b1230"))}
    answer = site.api.post("/api/uploads/nominee-image", files=file).raise_for_status()
    address: str = answer.json()["url"]
    return address


@pytest.fixture
def drafts(site: Site) -> Iterator[list[Draft]]:
    """Store one hidden record of each kind that can be hidden, and delete what a test left."""
    stored = store_drafts(site)
    yield stored
    for each in stored:
        site.api.delete(each.path)


def store_drafts(site: Site) -> list[Draft]:
    """Return one hidden record of each kind that can be hidden, its word in every text of it."""
    published, unpublished = {"isPublished": True}, {"isPublished": False}
    image = upload(site)

    def texts(word: str, *names: str) -> dict[str, str]:
        return {name: f"{word} {name} of several words" for name in names}

    return [
        draft(
            site,
            "Zanzibari",
            "/api/nominees",
            factories.nominee_body(
                **texts("Zanzibari", "name", "title", "company", "bio", "achievements"),
                imageUrl=image,
            ),
            method="PATCH",
            shown=published,
            hidden=unpublished,
        ),
        draft(
            site,
            "Yaoundean",
            "/api/events",
            factories.event_body(
                **texts("Yaoundean", "title", "description", "location"), imageUrl=image
            ),
            shown=published,
            hidden=unpublished,
        ),
        draft(
            site,
            "Xhosan",
            "/api/photos",
            factories.photo_body(**texts("Xhosan", "title", "description"), imageUrl=image),
            shown=published,
            hidden=unpublished,
        ),
        draft(
            site,
            "Windhoekian",
            "/api/videos",
            factories.video_body(**texts("Windhoekian", "title", "description")),
            shown=published,
            hidden=unpublished,
        ),
        draft(
            site,
            "Voltaic",
            "/api/blog",
            factories.blog_body(
                **texts("Voltaic", "title", "content", "excerpt"),
                slug="voltaic-story",
                tags=["Voltaic"],
                featuredImageUrl=image,
                publishedDate=PAST,
            ),
            shown=published,
            hidden=unpublished,
        ),
        draft(
            site,
            "Ugandan",
            "/api/sponsors",
            factories.sponsor_body(**texts("Ugandan", "name", "description"), logo_url=image),
            method="PATCH",
            shown={"is_published": True},
            hidden={"is_published": False},
        ),
        draft(
            site,
            "Togolese",
            "/api/cover-pages",
            factories.cover_page_body(
                **texts("Togolese", "title", "subtitle", "description"), image_url=image
            ),
            method="PATCH",
            shown={"is_active": True},
            hidden={"is_active": False},
        ),
    ]


def change(site: Site, record: Draft, fields: Mapping[str, Any]) -> None:
    """Show or hide a record."""
    body = {**record.body, **fields} if record.method == "PUT" else fields
    site.api.request(record.method, record.path, json=body).raise_for_status()


def starts(site: Site) -> list[str]:
    """Return addresses from which every other one is found, the files of the build included."""
    described = httpx.get(f"{site.url}/api/openapi.json").json()["paths"]
    plain = [path for path, methods in described.items() if "get" in methods and "{" not in path]
    found = ["/sitemap.xml", "/robots.txt", "/events.ics", "/blog/feed.atom", "/nowhere"]
    return [*found, *plain, "/api/events/2100/6", "/api/events/range?start=2100-01-01"]


def read_all(site: Site, further: list[str] | None = None) -> Crawler:
    """Read all that the site serves, at its own addresses and at `further` ones."""
    return Crawler(site.url, [*starts(site), *(further or [])]).read()


def test_what_is_hidden_is_in_no_byte_before_and_after_it_was_published(
    site: Site, drafts: list[Draft]
) -> None:
    before = read_all(site)
    assert len(before.answers) > 60
    assert [before.naming(each.word) for each in drafts] == [[]] * len(drafts)

    for each in drafts:
        change(site, each, each.shown)
    published = read_all(site)
    for each in drafts:
        named = published.naming(each.word)
        pages = [path for path in named if not path.startswith(("/api/", "/uploads/"))]
        assert pages, f"{each.word} is on no page, only in {named}"

    for each in drafts:
        change(site, each, each.hidden)
    after = read_all(site, list(published.answers))
    # An address that named the record may be asked for; its answer says nothing of it.
    leaks = {
        address: answer
        for address, answer in after.answers.items()
        if any(each.word.encode() in answer.content for each in drafts)
    }
    assert list(leaks) == []
    words = [each.word.lower() for each in drafts]
    paths = [address for address in published.answers if "?" not in address]
    own = [path for path in paths if any(word in path for word in words)]
    assert own, "no page of a nominee, an event or a post was found"
    assert {after.answers[path].status_code for path in own} == {404}


def test_a_deleted_record_is_in_no_byte(site: Site, drafts: list[Draft]) -> None:
    for each in drafts:
        change(site, each, each.shown)
    published = read_all(site)
    for each in drafts:
        site.api.delete(each.path).raise_for_status()
    after = read_all(site, list(published.answers))
    for each in drafts:
        sought = each.word.encode()
        assert [path for path, it in after.answers.items() if sought in it.content] == []
