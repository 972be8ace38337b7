"""Public responses are cached, revalidated, and identical to computed ones."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from httpx import Client
from starlette.types import ASGIApp, Receive, Scope, Send

from awards_site.app import make_response_cache
from awards_site.core import paths
from awards_site.core.database.sessions import writing
from awards_site.core.http import response_cache
from awards_site.core.http.response_cache import SharedRoute
from awards_site.core.invalidation import content_version
from awards_site.features.events.entity import events
from tests import forked
from tests.api.client import client_of
from tests.api.conftest import FrozenClock
from tests.api.entities import (
    EVENT,
    EVERYTHING,
    NOMINEE,
    POST,
    PUBLISHED,
    READABLE,
    SECTION,
    Entity,
)
from tests.api.public import PUBLIC
from tests.api.routes import endpoints
from tests.factories import Body

OF_BODY = {"content-type", "content-length", "content-encoding"}


def raw(client: Client, path: str, coding: str) -> tuple[bytes, Any]:
    """Return a response's undecoded body, and its headers."""
    with client.stream("GET", path, headers={"Accept-Encoding": coding}) as response:
        assert response.status_code == 200, path
        return b"".join(response.iter_raw()), response.headers


def test_every_public_route_is_covered(app: FastAPI) -> None:
    addresses = [address.partition("?")[0] for address in PUBLIC]
    routes = [route for _, route in endpoints(app) if is_public(route)]
    assert routes
    missing = [
        route.path
        for route in routes
        if not any(route.path_regex.match(path) for path in addresses)
    ]
    assert missing == []


def is_public(route: Any) -> bool:
    """Return whether a route's responses are public."""
    original = route.original_route
    return isinstance(original, SharedRoute) and not original.depends_on_session


@pytest.mark.usefixtures("one_of_each", "undrawn_form")
def test_cached_responses_are_identical_to_computed_ones(
    anonymous: Client, statements: list[str], subtests: pytest.Subtests
) -> None:
    for path, coding in product(PUBLIC, ("identity", "gzip", "br")):
        with subtests.test(f"{coding}: {path}"):
            content_version.bump()
            statements.clear()
            computed = raw(anonymous, path, coding)
            count = len(statements)
            assert count > 0 or path == paths.ROBOTS
            assert raw(anonymous, path, coding) == computed
            assert len(statements) == count
            body, headers = computed
            assert body not in {b"", b"[]", b"null"}
            assert headers["Vary"] == "Accept-Encoding"
            assert headers["Content-Length"] == str(len(body))
            assert headers["Cache-Control"] == "public, no-cache"
            assert headers["Content-Type"] == anonymous.get(path).headers["Content-Type"]
            assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.usefixtures("one_of_each")
def test_a_matching_etag_returns_304(anonymous: Client, subtests: pytest.Subtests) -> None:
    for path in PUBLIC:
        with subtests.test(path):
            _, headers = raw(anonymous, path, "gzip")
            accept, tag = {"Accept-Encoding": "gzip"}, headers["ETag"]
            for known in (tag, f"W/{tag}", f'"a", {tag}', "*"):
                same = anonymous.get(path, headers=accept | {"If-None-Match": known})
                assert (same.status_code, same.content) == (304, b"")
                assert same.headers == {k: v for k, v in headers.items() if k not in OF_BODY}
            changed = anonymous.get(path, headers=accept | {"If-None-Match": '"other"'})
            assert changed.headers == headers


@pytest.mark.usefixtures("one_of_each")
def test_responses_that_depend_on_the_session_are_private(admin: Client, anonymous: Client) -> None:
    lists = [entity.listed for entity in EVERYTHING]
    records = [entity.path(1) for entity in PUBLISHED]
    for path in ("/api/auth/me", "/api/admin/content/1/history", *lists, *records):
        assert admin.get(path).status_code == 200, path
        for client in (admin, anonymous):
            assert client.get(path).headers["Cache-Control"] == "private, no-store"


def test_writes_and_errors_are_not_cacheable(admin: Client, anonymous: Client) -> None:
    for response in (
        admin.post("/api/events", json=EVENT.body()),
        admin.post("/api/events", json={}),
        anonymous.post("/api/auth/login", json={"username": "a", "password": "b"}),
        anonymous.get("/api/nothing"),
        anonymous.get("/api/events/upcoming?limit=0"),
        anonymous.get("/api/events/999999"),
    ):
        assert response.headers["Cache-Control"] == "private, no-store"


@pytest.mark.usefixtures("one_of_each")
@pytest.mark.parametrize("coding", ["identity", "gzip"])
def test_head_has_the_headers_of_get(coding: str, anonymous: Client) -> None:
    accept = {"Accept-Encoding": coding}
    head = anonymous.head("/api/events", headers=accept)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers == anonymous.get("/api/events", headers=accept).headers
    known = accept | {"If-None-Match": head.headers["ETag"]}
    assert anonymous.head("/api/events", headers=known).status_code == 304
    assert anonymous.head("/api/events/upcoming?limit=0").status_code == 422


def retitle(event_id: int, title: str) -> None:
    with writing() as session:
        events.find(session, event_id).title = title


def test_a_write_by_another_process_is_visible_at_once(
    editor: Client, anonymous: Client, data_dir: Path
) -> None:
    created = EVENT.create(editor, title="Gala")
    [shown] = anonymous.get("/api/events").json()
    assert shown["id"] == created["id"]
    assert forked.call(retitle, created["id"], "By another process") == 0
    assert [each["title"] for each in anonymous.get("/api/events").json()] == ["By another process"]


def test_a_past_event_leaves_the_cached_list(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    now = frozen_clock.now
    for title, minutes in (("soon over", 10), ("later", 20)):
        end = now + timedelta(minutes=minutes)
        EVENT.create(editor, title=title, startDate=now.isoformat(), endDate=end.isoformat())

    def upcoming(**later: float) -> list[str]:
        frozen_clock.now = now + timedelta(**later)
        return [each["title"] for each in anonymous.get("/api/events/upcoming").json()]

    assert upcoming() == ["soon over", "later"]
    expires = anonymous.get("/api/events/upcoming").headers["Expires"]
    assert expires == "Wed, 15 May 2030 12:10:00 GMT"
    assert upcoming(minutes=9, seconds=59) == ["soon over", "later"]
    assert upcoming(minutes=10) == ["soon over", "later"]
    assert upcoming(minutes=10, seconds=1) == ["later"]
    assert upcoming(minutes=20, microseconds=1) == []


def test_cached_responses_expire(
    frozen_clock: FrozenClock, anonymous: Client, statements: list[str]
) -> None:
    anonymous.get("/api/photos")
    count = len(statements)
    for is_read_again in (False, True):
        frozen_clock.advance(response_cache.MAX_AGE / 2)
        anonymous.get("/api/photos")
        assert (len(statements) > count) is is_read_again


@pytest.mark.parametrize("entity", READABLE, ids=str)
def test_a_record_is_cached_for_visitors_but_not_for_staff(
    entity: Entity, editor: Client, anonymous: Client, statements: list[str]
) -> None:
    record = entity.create(editor, **{entity.flag: True})
    path = entity.path(record["id"])
    anonymous.get(path)
    statements.clear()
    first = anonymous.get(path)
    assert (first.status_code, statements) == (200, [])
    assert anonymous.get(path, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert editor.get(path).status_code == 200
    assert statements
    entity.change(editor, record, **{entity.flag: False})
    assert anonymous.get(path).status_code == 404
    assert editor.get(path).status_code == 200
    entity.change(editor, record, **{entity.flag: True})
    assert anonymous.get(path).status_code == 200


def test_the_cache_key_has_known_params_only(
    editor: Client, anonymous: Client, statements: list[str]
) -> None:
    for _ in range(3):
        POST.create(editor, isPublished=True)
    assert len(anonymous.get("/api/blog?limit=2&offset=0").json()) == 2
    statements.clear()
    for query in ("offset=0&limit=2", "limit=2&x=1&offset=0", "limit=2&offset=0&utm_source=mail"):
        assert len(anonymous.get(f"/api/blog?{query}").json()) == 2
    assert statements == []
    assert len(anonymous.get("/api/blog?limit=1").json()) == 1
    assert len(anonymous.get("/api/blog?limit=2&offset=2").json()) == 1
    assert len(anonymous.get("/api/blog?limit=1&limit=3").json()) == 3


def test_errors_are_not_cached(anonymous: Client, statements: list[str]) -> None:
    for path, status in (("/api/content/nothing", 404), ("/api/events/upcoming?limit=0", 422)):
        first = anonymous.get(path)
        again = anonymous.get(path, headers={"If-None-Match": "*"})
        assert first.status_code == again.status_code == status
        assert first.json() == again.json()
        assert "ETag" not in again.headers
    before = len(statements)
    anonymous.get("/api/content/nothing")
    assert len(statements) > before


def test_simultaneous_requests_share_one_query(
    site: ASGIApp, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    codings = ["gzip", "br", "identity", "gzip"] * 4
    received, queries = threading.Semaphore(0), threading.Semaphore(0)
    list_published = events.list_published

    async def report_request(scope: Scope, receive: Receive, send: Send) -> None:
        received.release()
        await site(scope, receive, send)

    def list_once_all_are_received(*arguments: Any, **options: Any) -> Any:
        queries.release()
        assert all(received.acquire(timeout=10) for _ in codings)
        return list_published(*arguments, **options)

    monkeypatch.setattr(events, "list_published", list_once_all_are_received)
    content_version.bump()
    with client_of(report_request, portal) as client, ThreadPoolExecutor(len(codings)) as threads:
        found = list(threads.map(lambda coding: raw(client, "/api/events", coding)[0], codings))
    assert set(found) == {b"[]"}
    assert queries.acquire(blocking=False)
    assert not queries.acquire(blocking=False)


def test_a_request_after_a_change_does_not_join_an_earlier_one(
    editor: Client, anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end = threading.Event(), threading.Event()
    list_published = events.list_published

    def list_when_released(*arguments: Any, **options: Any) -> Any:
        found = list_published(*arguments, **options)
        begun.set()
        may_end.wait(10)
        return found

    with ThreadPoolExecutor(1) as threads:
        monkeypatch.setattr(events, "list_published", list_when_released)
        early = threads.submit(anonymous.get, "/api/events")
        assert begun.wait(10)
        monkeypatch.setattr(events, "list_published", list_published)
        EVENT.create(editor)
        assert len(anonymous.get("/api/events").json()) == 1
        may_end.set()
        assert early.result().json() == []
    assert len(anonymous.get("/api/events").json()) == 1


pytestmark = pytest.mark.usefixtures("undrawn_form")


@pytest.fixture
def uncached(app: FastAPI, portal: BlockingPortal) -> Iterator[Client]:
    with client_of(app, portal) as client:
        yield client


@pytest.mark.usefixtures("one_of_each")
@pytest.mark.parametrize("entity", [NOMINEE, POST, SECTION], ids=str)
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


def test_the_cache_size_is_limited(
    app: FastAPI,
    portal: BlockingPortal,
    editor: Client,
    statements: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(response_cache, "MAX_BYTES", 64_000)
    small = client_of(make_response_cache(app).wrap(app), portal)

    def is_cached(path: str) -> bool:
        before = len(statements)
        assert small.get(path, headers={"Accept-Encoding": "identity"}).status_code == 200
        return len(statements) == before

    path = "/api/nominees/category/leadership"
    content_version.bump()
    assert [is_cached(path), is_cached(path)] == [False, True]
    for number in range(5):
        assert not is_cached(f"/api/nominees/category/none-{number}")
    assert is_cached(path)
    for number in range(20):
        assert not is_cached(f"/api/nominees/category/none-of-these-{number}")
    assert not is_cached(path), "the oldest entry was evicted"
    for _ in range(10):
        NOMINEE.create(editor, bio="x" * 1600)
    assert [is_cached(path), is_cached(path)] == [False, False], "a large response is not cached"


def test_a_request_with_a_body_bypasses_the_cache(anonymous: Client) -> None:
    anonymous.get("/api/events")
    large = anonymous.request("GET", "/api/events", content=b"x" * 2_000_000)
    assert large.status_code == 413


def test_requests_with_a_session_bypass_the_cache(
    editor: Client, anonymous: Client, statements: list[str]
) -> None:
    for client, statements_of_the_second in ((anonymous, False), (editor, True)):
        first = client.get("/api/events")
        statements.clear()
        second = client.get("/api/events")
        assert second.headers == first.headers
        assert bool(statements) is statements_of_the_second
