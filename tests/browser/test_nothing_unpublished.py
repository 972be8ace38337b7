"""Unpublished content is in no response of the site, before and after it was published."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from tests.api.entities import (
    COVER_PAGE,
    EVENT,
    NOMINEE,
    PHOTO,
    POST,
    PUBLISHED,
    SPONSOR,
    VIDEO,
    Entity,
)
from tests.browser.crawler import Crawler
from tests.browser.site import Site
from tests.factories import Body
from tests.image_files import image_bytes

PAST = "2020-01-01T00:00:00Z"


@dataclass(frozen=True)
class Texts:
    """The texts of an entity that contain the marker word, and its other fields."""

    entity: Entity
    word: str
    fields: tuple[str, ...]
    image: str = ""
    """The field that names an image."""
    others: Mapping[str, Any] = field(default_factory=dict)


TEXTS = [
    Texts(NOMINEE, "Zanzibari", ("name", "title", "company", "bio", "achievements"), "imageUrl"),
    Texts(EVENT, "Yaoundean", ("title", "description", "location"), "imageUrl"),
    Texts(PHOTO, "Xhosan", ("title", "description"), "imageUrl"),
    Texts(VIDEO, "Windhoekian", ("title", "description")),
    Texts(
        POST,
        "Voltaic",
        ("title", "content", "excerpt"),
        "featuredImageUrl",
        {"slug": "voltaic-story", "tags": ["Voltaic"], "publishedDate": PAST},
    ),
    Texts(SPONSOR, "Ugandan", ("name", "description"), "logo_url"),
    Texts(COVER_PAGE, "Togolese", ("title", "subtitle", "description"), "image_url"),
]
"""One for each publishable entity."""


@dataclass(frozen=True)
class Draft:
    """An unpublished record, and the marker word in all of its texts."""

    entity: Entity
    word: str
    record: Body

    def show(self, site: Site, is_shown: bool) -> None:
        self.entity.change(site.api, self.record, **{self.entity.flag: is_shown})


def store(site: Site, texts: Texts, image: str) -> Draft:
    fields: Body = {name: f"{texts.word} {name} of several words" for name in texts.fields}
    if texts.image:
        fields[texts.image] = image
    fields |= {texts.entity.flag: False, **texts.others}
    return Draft(texts.entity, texts.word, texts.entity.create(site.api, **fields))


def upload(site: Site) -> str:
    file = {"file": ("image.jpg", image_bytes("JPEG", (900, 1200), "#3b1230"))}
    response = site.api.post("/api/uploads/nominee-image", files=file).raise_for_status()
    url: str = response.json()["url"]
    return url


@pytest.fixture
def drafts(site: Site) -> Iterator[list[Draft]]:
    """Store one unpublished record of each publishable entity, and delete all others."""
    image = upload(site)
    stored = [store(site, texts, image) for texts in TEXTS]
    yield stored
    for each in stored:
        site.api.delete(each.entity.path(each.record["id"]))


def test_every_publishable_entity_is_tested() -> None:
    assert {texts.entity for texts in TEXTS} == set(PUBLISHED)


def starts(site: Site) -> list[str]:
    """Return URLs from which all others are found, including the files of the build."""
    described = httpx.get(f"{site.url}/api/openapi.json").json()["paths"]
    plain = [path for path, methods in described.items() if "get" in methods and "{" not in path]
    found = ["/sitemap.xml", "/robots.txt", "/events.ics", "/blog/feed.atom", "/nowhere"]
    return [*found, *plain, "/api/events/2100/6", "/api/events/range?start=2100-01-01"]


def read_all(site: Site, further: list[str] | None = None) -> Crawler:
    return Crawler(site.url, [*starts(site), *(further or [])]).read()


def assert_on_pages(found: Crawler, drafts: list[Draft]) -> None:
    """Assert that each record is on a page, not only in responses of the API."""
    assert drafts
    for each in drafts:
        named = found.naming(each.word)
        pages = [path for path in named if not path.startswith(("/api/", "/uploads/"))]
        assert pages, f"{each.word} is on no page, only in {named}"


def leaks(found: Crawler, drafts: list[Draft]) -> list[str]:
    """Return the URLs whose responses contain a record; the URL itself may name it."""
    words = [each.word.encode() for each in drafts]
    return [
        url
        for url, response in found.responses.items()
        if any(word in response.content for word in words)
    ]


def test_unpublished_records_are_in_no_response(site: Site, drafts: list[Draft]) -> None:
    before = read_all(site)
    assert len(before.responses) > 60
    assert [before.naming(each.word) for each in drafts] == [[]] * len(drafts)

    for each in drafts:
        each.show(site, True)
    published = read_all(site)
    assert_on_pages(published, drafts)
    for each in drafts:
        each.show(site, False)
    after = read_all(site, list(published.responses))
    assert leaks(after, drafts) == []
    words = [each.word.lower() for each in drafts]
    paths = [url for url in published.responses if "?" not in url]
    own = [path for path in paths if any(word in path for word in words)]
    assert own, "no page of a nominee, an event or a post was found"
    assert {after.responses[path].status_code for path in own} == {404}
