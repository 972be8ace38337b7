"""Public answers come from memory, and are at all times those that the database would give."""

import gzip
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import brotli
import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import event

from awards_site.core import clock, content_version, database, paths
from awards_site.core.http import response_cache
from awards_site.events.service import events
from tests import factories
from tests.api.entities import ENTITIES, Entity, key_of
from tests.api.public import PUBLIC, public_routes

NOW = datetime(2030, 5, 15, 12, tzinfo=UTC)
ROOT = Path(__file__).resolve().parents[2]

VISIBLE = {
    "event": ("/api/events", "isPublished"),
    "nominee": ("/api/nominees/published", "isPublished"),
    "photo": ("/api/photos", "isPublished"),
    "video": ("/api/videos", "isPublished"),
    "blog post": ("/api/blog", "isPublished"),
    "sponsor": ("/api/sponsors/published", "is_published"),
    "cover page": ("/api/cover-pages/active", "is_active"),
}
"""Where visitors see an entity, and by which field it gets there."""


@pytest.fixture
def queries() -> Iterator[list[str]]:
    """The statements that the database has been sent."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_others: Any) -> None:
        sent.append(statement)

    engine = database.engine()
    event.listen(engine, "before_cursor_execute", note)
    yield sent
    event.remove(engine, "before_cursor_execute", note)


def raw(client: httpx.Client, path: str, coding: str, **headers: str) -> tuple[bytes, Any]:
    """Return an answer's bytes as they were sent, and its headers."""
    asked = {"Accept-Encoding": coding, **headers}
    with client.stream("GET", path, headers=asked) as answer:
        assert answer.status_code == 200, path
        return b"".join(answer.iter_raw()), answer.headers


def test_every_public_route_is_looked_at(app: FastAPI) -> None:
    for route in public_routes(app):
        paths = [address.partition("?")[0] for address in PUBLIC]
        assert any(route.path_regex.match(path) for path in paths), route.path


@pytest.mark.usefixtures("something_of_each")
@pytest.mark.parametrize("path", PUBLIC)
def test_what_comes_from_memory_is_what_was_computed(
    path: str, nobody: httpx.Client, queries: list[str]
) -> None:
    for coding in ("identity", "gzip", "br"):
        content_version.bump()
        queries.clear()
        computed = raw(nobody, path, coding)
        asked_for = len(queries)
        assert asked_for > 0 or path == paths.ROBOTS
        assert raw(nobody, path, coding) == computed
        assert len(queries) == asked_for
        body, headers = computed
        assert headers["Vary"] == "Accept-Encoding"
        assert headers["Content-Length"] == str(len(body))
        assert headers["Cache-Control"] == "public, no-cache"
        assert headers["Content-Type"] == nobody.get(path).headers["Content-Type"]
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_each_coding_is_of_one_computed_answer(nobody: httpx.Client, queries: list[str]) -> None:
    plain, _ = raw(nobody, "/api/events", "identity")
    asked_for = len(queries)
    assert plain == b"[]"
    assert raw(nobody, "/api/events", "gzip")[0] == plain
    assert len(queries) == asked_for


def test_compressed_answers_are_the_plain_one(editor: httpx.Client, nobody: httpx.Client) -> None:
    for _ in range(60):
        editor.post("/api/nominees", json=factories.nominee_body(bio="She built it. " * 30))
    plain, of_plain = raw(nobody, "/api/nominees/published", "identity")
    assert "Content-Encoding" not in of_plain
    tags = {of_plain["ETag"]}
    for coding, read in (("gzip", gzip.decompress), ("br", brotli.decompress)):
        body, headers = raw(nobody, "/api/nominees/published", coding)
        assert headers["Content-Encoding"] == coding
        assert len(body) < len(plain) / 4
        assert read(body) == plain
        tags.add(headers["ETag"])
    assert len(tags) == 3, "each coding is a representation with a tag of its own"


@pytest.mark.usefixtures("something_of_each")
def test_whoever_lists_the_tag_of_a_coding_is_told_that_nothing_changed(
    nobody: httpx.Client,
) -> None:
    _, headers = raw(nobody, "/api/events", "gzip")
    for known in (headers["ETag"], f"W/{headers['ETag']}", f'"a", {headers["ETag"]}', "*"):
        same = nobody.get(
            "/api/events", headers={"Accept-Encoding": "gzip", "If-None-Match": known}
        )
        assert (same.status_code, same.content) == (304, b"")
        of_body = {"content-type", "content-length", "content-encoding"}
        assert same.headers == {k: v for k, v in headers.items() if k not in of_body}


@pytest.mark.usefixtures("something_of_each")
@pytest.mark.parametrize("coding", ["identity", "gzip"])
def test_head_has_the_headers_of_get(coding: str, nobody: httpx.Client) -> None:
    accept = {"Accept-Encoding": coding}
    head = nobody.head("/api/events", headers=accept)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers == nobody.get("/api/events", headers=accept).headers
    known = accept | {"If-None-Match": head.headers["ETag"]}
    assert nobody.head("/api/events", headers=known).status_code == 304
    assert nobody.head("/api/events/upcoming?limit=0").status_code == 422


@pytest.mark.parametrize("entity", [each for each in ENTITIES if each.key in VISIBLE], ids=key_of)
def test_every_change_is_seen_at_once(
    entity: Entity, editor: httpx.Client, nobody: httpx.Client
) -> None:
    path, field = VISIBLE[entity.key]

    def is_seen(text: str) -> bool:
        return text in nobody.get(path).text

    name = "The one that is looked for"
    record = editor.post(entity.created, json=entity.body(**{entity.name: name, field: False}))
    at = entity.at(record.json()["id"])
    assert not is_seen(name)
    editor.request(entity.method, at, json={field: True})
    assert is_seen(name)
    editor.request(entity.method, at, json={entity.name: "The other"})
    assert is_seen("The other")
    assert not is_seen(name)
    editor.request(entity.method, at, json={field: False})
    assert not is_seen("The other")
    editor.request(entity.method, at, json={field: True})
    assert is_seen("The other")
    editor.delete(at)
    assert not is_seen("The other")
    editor.post(f"{at}/restore")
    assert is_seen("The other")


def test_what_another_process_writes_is_seen_at_once(
    editor: httpx.Client, nobody: httpx.Client, data_dir: Path
) -> None:
    created = editor.post("/api/events", json=factories.event_body(title="Gala")).json()
    [shown] = nobody.get("/api/events").json()
    assert shown["id"] == created["id"]
    script = (
        "from awards_site.core.database import writing\n"
        "from awards_site.events.service import events\n"
        "with writing() as session:\n"
        f"    events.find(session, {created['id']}).title = 'Told by another process'\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)
    assert [each["title"] for each in nobody.get("/api/events").json()] == [
        "Told by another process"
    ]


def test_an_event_passes_while_its_list_is_kept(
    signed_in: Callable[[str], httpx.Client],
    nobody: httpx.Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)
    editor = signed_in("editor")
    for title, minutes in (("soon over", 10), ("later", 20)):
        end = NOW + timedelta(minutes=minutes)
        times = {"startDate": NOW.isoformat(), "endDate": end.isoformat()}
        editor.post("/api/events", json=factories.event_body(title=title, **times))

    def upcoming(now: datetime) -> list[str]:
        monkeypatch.setattr(clock, "now", lambda: now)
        answer = nobody.get("/api/events/upcoming")
        return [each["title"] for each in answer.json()]

    assert upcoming(NOW) == ["soon over", "later"]
    expires = nobody.get("/api/events/upcoming").headers["Expires"]
    assert expires == "Wed, 15 May 2030 12:10:00 GMT"
    assert upcoming(NOW + timedelta(minutes=9, seconds=59)) == ["soon over", "later"]
    assert upcoming(NOW + timedelta(minutes=10)) == ["soon over", "later"]
    assert upcoming(NOW + timedelta(minutes=10, seconds=1)) == ["later"]
    assert upcoming(NOW + timedelta(minutes=20, microseconds=1)) == []


def test_no_answer_is_kept_for_long(
    nobody: httpx.Client, queries: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)
    nobody.get("/api/photos")
    asked_for = len(queries)
    monkeypatch.setattr(clock, "now", lambda: NOW + response_cache.MAX_AGE / 2)
    nobody.get("/api/photos")
    assert len(queries) == asked_for
    monkeypatch.setattr(clock, "now", lambda: NOW + response_cache.MAX_AGE)
    nobody.get("/api/photos")
    assert len(queries) > asked_for


def test_whoever_has_a_session_is_answered_afresh(
    editor: httpx.Client, nobody: httpx.Client, queries: list[str]
) -> None:
    for client, queries_of_the_second in ((nobody, False), (editor, True)):
        first = client.get("/api/events")
        queries.clear()
        second = client.get("/api/events")
        assert second.headers == first.headers
        assert bool(queries) is queries_of_the_second


@pytest.mark.parametrize("entity", [each for each in ENTITIES if each.key in VISIBLE], ids=key_of)
def test_a_record_is_kept_for_visitors_and_read_afresh_for_staff(
    entity: Entity, editor: httpx.Client, nobody: httpx.Client, queries: list[str]
) -> None:
    field = VISIBLE[entity.key][1]
    record = editor.post(entity.created, json=entity.body(**{field: True})).json()
    path = entity.at(record["id"])
    if nobody.get(path).status_code == 401:
        return  # Visitors are shown none of these by its id.
    queries.clear()
    first = nobody.get(path)
    assert (first.status_code, queries) == (200, [])
    assert nobody.get(path, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert editor.get(path).status_code == 200
    assert queries
    editor.request(entity.method, path, json={field: False})
    assert nobody.get(path).status_code == 404
    assert editor.get(path).status_code == 200
    editor.request(entity.method, path, json={field: True})
    assert nobody.get(path).status_code == 200


def test_the_photos_are_read_again_only_after_changes_to_the_nominees_they_show(
    editor: httpx.Client, nobody: httpx.Client, queries: list[str]
) -> None:
    def create(name: str, *, is_published: bool) -> int:
        body = factories.nominee_body(name=name, isPublished=is_published)
        return int(editor.post("/api/nominees", json=body).json()["id"])

    def change(nominee: int, **fields: object) -> None:
        editor.patch(f"/api/nominees/{nominee}", json=fields).raise_for_status()

    def names() -> list[str | None]:
        return [photo["nomineeName"] for photo in nobody.get("/api/photos").json()]

    shown, draft, other = (
        create(name, is_published=name != "Draft") for name in ("Shown", "Draft", "Other")
    )
    for order, nominee in enumerate((shown, draft)):
        body = factories.photo_body(nomineeId=nominee, displayOrder=order, isPublished=True)
        editor.post("/api/photos", json=body).raise_for_status()
    assert names() == ["Shown", None]
    change(other, name="Another")
    change(draft, company="Sums")
    queries.clear()
    assert names() == ["Shown", None]
    assert queries == []
    change(shown, name="Renamed")
    assert names() == ["Renamed", None]
    change(draft, isPublished=True)
    assert names() == ["Renamed", "Draft"]
    change(shown, isPublished=False)
    assert names() == [None, "Draft"]


def test_unknown_parameters_are_left_aside_and_known_ones_tell_answers_apart(
    editor: httpx.Client, nobody: httpx.Client, queries: list[str]
) -> None:
    for number in range(3):
        editor.post("/api/blog", json=factories.blog_body(isPublished=True, title=f"No. {number}"))
    assert len(nobody.get("/api/blog?limit=2&offset=0").json()) == 2
    queries.clear()
    for query in ("offset=0&limit=2", "limit=2&x=1&offset=0", "limit=2&offset=0&utm_source=mail"):
        assert len(nobody.get(f"/api/blog?{query}").json()) == 2
    assert queries == []
    assert len(nobody.get("/api/blog?limit=1").json()) == 1
    assert len(nobody.get("/api/blog?limit=2&offset=2").json()) == 1
    assert len(nobody.get("/api/blog?limit=1&limit=3").json()) == 3


def test_errors_are_not_kept_and_are_told_as_ever(nobody: httpx.Client, queries: list[str]) -> None:
    for path, status in (("/api/content/nothing", 404), ("/api/events/upcoming?limit=0", 422)):
        first = nobody.get(path)
        again = nobody.get(path, headers={"If-None-Match": "*"})
        assert first.status_code == again.status_code == status
        assert first.json() == again.json()
        assert "ETag" not in again.headers
    before = len(queries)
    nobody.get("/api/content/nothing")
    assert len(queries) > before


def test_a_read_with_a_body_is_judged_by_its_body(nobody: httpx.Client) -> None:
    nobody.get("/api/events")
    large = nobody.request("GET", "/api/events", content=b"x" * 2_000_000)
    assert large.status_code == 413


def test_many_who_ask_at_once_are_answered_by_one_look(
    nobody: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0
    counting = threading.Lock()
    look = events.list_published

    def slow_look(*arguments: Any, **options: Any) -> Any:
        nonlocal looks
        with counting:
            looks += 1
        time.sleep(0.3)
        return look(*arguments, **options)

    monkeypatch.setattr(events, "list_published", slow_look)
    content_version.bump()
    codings = ["gzip", "br", "identity", "gzip"] * 4
    with ThreadPoolExecutor(len(codings)) as threads:
        found = list(threads.map(lambda coding: raw(nobody, "/api/events", coding)[0], codings))
    assert set(found) == {b"[]"}
    assert looks == 1


def test_whoever_asks_after_a_change_is_not_given_what_was_begun_before(
    editor: httpx.Client, nobody: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end = threading.Event(), threading.Event()
    look = events.list_published

    def held_look(*arguments: Any, **options: Any) -> Any:
        found = look(*arguments, **options)
        begun.set()
        may_end.wait(10)
        return found

    with ThreadPoolExecutor(1) as threads:
        monkeypatch.setattr(events, "list_published", held_look)
        early = threads.submit(nobody.get, "/api/events")
        assert begun.wait(10)
        monkeypatch.setattr(events, "list_published", look)
        editor.post("/api/events", json=factories.event_body(title="New"))
        assert len(nobody.get("/api/events").json()) == 1
        may_end.set()
        assert early.result().json() == []
    assert len(nobody.get("/api/events").json()) == 1


def test_memory_is_bounded(
    editor: httpx.Client, nobody: httpx.Client, queries: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(response_cache, "MAX_BYTES", 64_000)

    def is_kept(path: str) -> bool:
        before = len(queries)
        assert nobody.get(path, headers={"Accept-Encoding": "identity"}).status_code == 200
        return len(queries) == before

    path = "/api/nominees/category/leadership"
    content_version.bump()
    assert [is_kept(path), is_kept(path)] == [False, True]
    for number in range(5):
        assert not is_kept(f"/api/nominees/category/none-{number}")
    assert is_kept(path)
    for number in range(20):
        assert not is_kept(f"/api/nominees/category/none-of-these-{number}")
    assert not is_kept(path), "the oldest went, to make room for others"
    for _ in range(10):
        editor.post("/api/nominees", json=factories.nominee_body(bio="x" * 1600))
    assert [is_kept(path), is_kept(path)] == [False, False], "it is too large by now"


def test_an_endless_address_is_left_to_the_api(nobody: httpx.Client, queries: list[str]) -> None:
    path = f"/api/nominees/category/{'x' * 2000}"
    for _ in range(2):
        queries.clear()
        assert nobody.get(path).json() == []
        assert queries
