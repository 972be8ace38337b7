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
    SECTION,
    SPONSOR,
    VIDEO,
    Entity,
)
from tests.api.public import PUBLIC
from tests.factories import Body

pytestmark = pytest.mark.usefixtures("undrawn_form")

SHOWN_BY = {
    # A photo names the nominee whom it shows; posts about her exist as long as she does.
    NOMINEE: ("/api/nominees", "/api/photos", "/api/blog", "/blog", "/sitemap"),
    EVENT: ("/api/events", "/events", "/sitemap"),
    PHOTO: ("/api/photos", "/sitemap"),
    VIDEO: ("/api/videos", "/sitemap"),
    POST: ("/api/blog", "/blog", "/sitemap"),
    SPONSOR: ("/api/sponsors", "/sitemap"),
    COVER_PAGE: ("/api/cover-pages", "/sitemap"),
    SECTION: ("/api/content", "/sitemap", "/timeline", "/nomination-form"),
}
"""The URL prefixes of responses that show an entity; others stay in the cache."""


@pytest.fixture
def uncached(app: FastAPI, portal: BlockingPortal) -> Iterator[Client]:
    """A client of the API without its cache."""
    with client_of(app, portal) as client:
        yield client


@pytest.mark.usefixtures("one_of_each")
@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_every_response_is_current_after_every_write(
    entity: Entity, admin: Client, anonymous: Client, uncached: Client
) -> None:
    record = entity.create(admin)
    at = entity.path(record["id"])

    def assert_current(after: str) -> None:
        for path in (*PUBLIC, at, f"{at}/prev-next"):
            cached, fresh = anonymous.get(path), uncached.get(path)
            known = (cached.status_code, cached.text)
            assert known == (fresh.status_code, fresh.text), f"{path} after {after}"

    assert_current("creating")
    changes: list[Body] = [{entity.name: "Another name"}]
    if entity in PUBLISHED:
        changes += [{entity.flag: False}, {entity.flag: True}]
    for change in changes:
        entity.change(admin, record, **change)
        assert_current(f"changing to {change}")
    entity.delete(admin, record)
    assert_current("deleting")
    assert entity.restore(admin, record).is_success
    assert_current("restoring")


@pytest.mark.usefixtures("one_of_each")
@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_a_write_keeps_unaffected_responses_in_the_cache(
    entity: Entity, editor: Client, anonymous: Client, statements: list[str]
) -> None:
    def is_recomputed() -> set[str]:
        found = set()
        for path in PUBLIC:
            statements.clear()
            assert anonymous.get(path).status_code == 200, path
            if statements:
                found.add(path)
        return found

    record = entity.create(editor)
    is_recomputed()
    assert is_recomputed() == set()
    entity.change(editor, record, **{entity.name: "Another name"})
    assert is_recomputed() <= {path for path in PUBLIC if path.startswith(SHOWN_BY[entity])}
