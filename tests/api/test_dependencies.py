"""Writes invalidate all affected responses in the cache, and few others.

Dependencies are recorded, not declared: every public response from the cache is compared
with the one that the API returns without cache, after every kind of write.
"""

from collections.abc import Iterator

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from httpx import Client

from tests.api.client import client_of
from tests.api.entities import (
    COVER_PAGE,
    ENTITIES,
    EVENT,
    NOMINEE,
    PHOTO,
    POST,
    PUBLISHED,
    RECEIVED,
    SECTION,
    SPONSOR,
    VIDEO,
    Entity,
)
from tests.api.public import PUBLIC

pytestmark = pytest.mark.usefixtures("undrawn_form")

SHOWN_BY = {
    # A photo names the nominee whom it shows; posts about her exist as long as she does.
    NOMINEE: ("/api/nominees", "/api/photos", "/api/blog/nominee", "/api/blog/1", "/sitemap"),
    EVENT: ("/api/events", "/events", "/sitemap"),
    PHOTO: ("/api/photos", "/sitemap"),
    VIDEO: ("/api/videos", "/sitemap"),
    POST: ("/api/blog", "/blog", "/sitemap"),
    SPONSOR: ("/api/sponsors", "/sitemap"),
    COVER_PAGE: ("/api/cover-pages", "/sitemap"),
    SECTION: ("/api/content", "/sitemap"),
}
"""The URL prefixes of responses that show an entity; others stay in the cache."""


@pytest.fixture
def uncached(app: FastAPI, portal: BlockingPortal) -> Iterator[Client]:
    """A client of the API without its cache."""
    with client_of(app, portal) as client:
        yield client


@pytest.mark.usefixtures("one_of_each")
@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_every_write_invalidates_the_responses_that_it_changes_and_an_edit_few_others(
    entity: Entity, admin: Client, anonymous: Client, uncached: Client, statements: list[str]
) -> None:
    record = entity.create(admin)
    at = entity.path(record["id"])

    def read_current(after: str) -> set[str]:
        """Check all responses, and return the URLs of those that were not cached."""
        computed = set()
        for path in (*PUBLIC, at, f"{at}/prev-next"):
            statements.clear()
            response = anonymous.get(path)
            if statements:
                computed.add(path)
            fresh = uncached.get(path)
            known = (response.status_code, response.text)
            assert known == (fresh.status_code, fresh.text), f"{path} after {after}"
        return computed & set(PUBLIC)

    read_current("creating")
    entity.change(admin, record, **{entity.name: "Another name"})
    computed = read_current("renaming")
    assert computed <= {path for path in PUBLIC if path.startswith(SHOWN_BY[entity])}
    for is_published in (False, True) if entity in PUBLISHED else ():
        entity.change(admin, record, **{entity.flag: is_published})
        read_current(f"publishing: {is_published}")
    entity.delete(admin, record)
    read_current("deleting")
    assert entity.restore(admin, record).is_success
    read_current("restoring")


@pytest.mark.usefixtures("one_of_each")
def test_writes_of_private_data_keep_the_cache(
    editor: Client, anonymous: Client, statements: list[str]
) -> None:
    for path in PUBLIC:
        anonymous.get(path)
    for entity in RECEIVED:
        entity.create(anonymous)
    editor.get("/api/auth/me")
    for path in PUBLIC:
        statements.clear()
        anonymous.get(path)
        assert statements == [], path
