"""Cover pages: at most one is active, and a scheduled one takes its place."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from httpx import Client

from awards_site.core.database.managed_record import END_BEFORE_START, END_IN_PAST
from awards_site.features.cover_pages.entity import ACTIVE_HAS_NO_SCHEDULE, START_MISSING
from tests.api.audit_log import changes, entries
from tests.api.conftest import FrozenClock
from tests.api.entities import COVER_PAGE
from tests.api.test_errors import assert_problem
from tests.api.test_lists import listed
from tests.api.test_schedules import as_json
from tests.api.test_versions import versions
from tests.factories import Body


def active(client: Client) -> list[int]:
    return [each["id"] for each in COVER_PAGE.records(client) if each["is_active"]]


def test_without_an_active_cover_page_the_response_is_null(
    editor: Client, anonymous: Client
) -> None:
    COVER_PAGE.create(editor)
    response = anonymous.get("/api/cover-pages/active")
    assert (response.status_code, response.json()) == (200, None)
    page = COVER_PAGE.create(editor, is_active=True)
    COVER_PAGE.create(editor)
    COVER_PAGE.delete(editor, page)
    assert anonymous.get("/api/cover-pages/active").json() is None


def test_activating_one_deactivates_the_others(editor: Client, anonymous: Client) -> None:
    first, second = COVER_PAGE.create(editor), COVER_PAGE.create(editor)
    for page in (first, second, first, first):
        response = editor.post(f"/api/cover-pages/{page['id']}/activate")
        assert (response.status_code, response.json()) == (200, page | {"is_active": True})
        assert active(editor) == [page["id"]]
        shown = anonymous.get("/api/cover-pages/active").json()
    assert (page | {"is_active": True}).items() <= shown.items()


def test_a_page_created_or_updated_as_active_is_the_only_one(editor: Client) -> None:
    first = COVER_PAGE.create(editor, is_active=True)
    second = COVER_PAGE.create(editor, is_active=True)
    assert active(editor) == [second["id"]]
    assert COVER_PAGE.change(editor, first, is_active=True)["is_active"] is True
    assert active(editor) == [first["id"]]
    COVER_PAGE.change(editor, first, title="Renamed")
    assert active(editor) == [first["id"]]
    COVER_PAGE.change(editor, first, is_active=False)
    assert active(editor) == []


@pytest.mark.parametrize("way", ["created", "updated", "activated"])
def test_a_deactivated_page_has_its_own_version_and_audit_log_entry(
    way: str, admin: Client, editor: Client
) -> None:
    former = COVER_PAGE.create(editor, title="Former", is_active=True)
    if way == "created":
        COVER_PAGE.create(editor, is_active=True)
    else:
        new = COVER_PAGE.create(editor)
        if way == "updated":
            COVER_PAGE.change(editor, new, is_active=True)
        else:
            editor.post(f"/api/cover-pages/{new['id']}/activate")
    newest, first = versions(editor, COVER_PAGE, former)
    assert newest["action"] == "deactivated"
    assert (first["values"]["is_active"], newest["values"]["is_active"]) == (True, False)
    assert newest["userName"] == editor.get("/api/auth/me").json()["name"]
    assert entries(admin)[1]["subject"] == "cover page Former"
    assert changes(admin, action="deactivated") == {"is_active": (True, False)}


@pytest.mark.parametrize("start", ["none is active", "one is active"])
def test_exactly_one_is_active_after_twenty_concurrent_activations(
    start: str, editor: Client
) -> None:
    pages = [COVER_PAGE.create(editor) for _ in range(20)]
    if start == "one is active":
        editor.post(f"/api/cover-pages/{pages[0]['id']}/activate")
    together = Barrier(len(pages))

    def activate(page: Body) -> int:
        together.wait()
        return editor.post(f"/api/cover-pages/{page['id']}/activate").status_code

    with ThreadPoolExecutor(len(pages)) as threads:
        statuses = list(threads.map(activate, pages))
    assert statuses == [200] * len(pages)
    assert len(active(editor)) == 1


def test_a_carousel_keeps_the_order_of_its_images(editor: Client) -> None:
    images = ["/uploads/b.jpg", "https://example.org/a.jpg", "/uploads/c.jpg"]
    page = COVER_PAGE.create(editor, media_type="carousel", media_urls=images, transparency=0)
    assert (page["media_urls"], page["transparency"]) == (images, 0)
    script = COVER_PAGE.body(media_urls=["javascript:alert(1)"])
    assert editor.post("/api/cover-pages", json=script).status_code == 422


SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


def schedule(clock: FrozenClock, start: timedelta | None, end: timedelta | None = None) -> Body:
    """Return the fields of a schedule relative to now."""
    times = {"publish_at": start, "unpublish_at": end}
    return {name: None if by is None else as_json(clock.now + by) for name, by in times.items()}


def shown(client: Client) -> Any:
    """Return the title of the cover page that visitors see, or None."""
    response = client.get("/api/cover-pages/active")
    assert response.status_code == 200
    page = response.json()
    if page is None:
        return None
    assert page["unpublish_at"] is None
    return page["title"]


def activate(client: Client, page: Body) -> Body:
    return client.post(f"{COVER_PAGE.path(page['id'])}/activate").json()


def test_a_scheduled_page_replaces_the_active_one_at_the_second(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    usual = COVER_PAGE.create(editor, title="Usual", is_active=True)
    COVER_PAGE.create(editor, title="Gala", **schedule(frozen_clock, HOUR, HOUR * 2))
    expected = [
        (HOUR - SECOND, "Usual"),
        (SECOND, "Gala"),
        (HOUR - SECOND, "Gala"),
        (SECOND, "Usual"),
    ]
    for passed, title in expected:
        frozen_clock.advance(passed)
        assert shown(anonymous) == title
    assert COVER_PAGE.records(editor)[-1]["is_active"] is usual["is_active"] is True


def test_of_two_schedules_that_are_on_the_later_start_wins(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    COVER_PAGE.create(editor, title="Gala", **schedule(frozen_clock, HOUR * 2, HOUR * 3))
    COVER_PAGE.create(editor, title="Week", **schedule(frozen_clock, HOUR))
    seen = []
    for _ in range(4):
        seen.append(shown(anonymous))
        frozen_clock.advance(HOUR)
    assert seen == [None, "Week", "Gala", "Week"]


@pytest.mark.parametrize("way", ["activated", "updated", "created"])
def test_a_page_that_is_activated_is_shown_at_once_and_ends_the_schedule_that_is_on(
    way: str, frozen_clock: FrozenClock, admin: Client, editor: Client, anonymous: Client
) -> None:
    usual = COVER_PAGE.create(editor, title="Usual", is_active=True)
    gala = COVER_PAGE.create(editor, title="Gala", **schedule(frozen_clock, HOUR, HOUR * 4))
    later = COVER_PAGE.create(editor, title="Later", **schedule(frozen_clock, HOUR * 3))
    frozen_clock.advance(HOUR * 2)
    assert shown(anonymous) == "Gala"
    if way == "created":
        COVER_PAGE.create(editor, title="Usual", is_active=True)
    elif way == "updated":
        COVER_PAGE.change(editor, usual, is_active=True)
    else:
        activate(editor, usual)
    assert shown(anonymous) == "Usual"
    ended, first = versions(editor, COVER_PAGE, gala)
    assert ended["action"] == "deactivated"
    assert ended["values"] == first["values"] | {"unpublish_at": as_json(frozen_clock.now)}
    assert changes(admin, action="deactivated", search="Gala").keys() == {"unpublish_at"}
    assert len(versions(editor, COVER_PAGE, later)) == 1
    frozen_clock.advance(HOUR)
    assert shown(anonymous) == "Later"


def test_a_page_that_is_activated_has_no_schedule_any_more(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    planned = COVER_PAGE.create(editor, title="Gala", **schedule(frozen_clock, HOUR, HOUR * 2))
    activated = activate(editor, planned)
    assert activated == planned | {"is_active": True, "publish_at": None, "unpublish_at": None}
    assert shown(anonymous) == "Gala"
    times = schedule(frozen_clock, HOUR)
    response = editor.patch(COVER_PAGE.path(planned["id"]), json=times)
    error = {"field": "publish_at", "message": ACTIVE_HAS_NO_SCHEDULE}
    assert assert_problem(response, 422)["errors"] == [error]
    COVER_PAGE.change(editor, planned, is_active=False, **times)
    assert shown(anonymous) is None
    frozen_clock.advance(HOUR)
    assert shown(anonymous) == "Gala"


@pytest.mark.parametrize(
    ("start", "end", "message"),
    [
        (None, HOUR, START_MISSING),
        (HOUR * 2, HOUR, END_BEFORE_START),
        (-HOUR, -SECOND, END_IN_PAST),
    ],
)
def test_an_end_needs_a_start_before_it_and_is_in_the_future(
    start: timedelta | None, end: timedelta, message: str, frozen_clock: FrozenClock, editor: Client
) -> None:
    fields = COVER_PAGE.body(**schedule(frozen_clock, start, end))
    problem = assert_problem(editor.post(COVER_PAGE.created, json=fields), 422)
    assert problem["errors"] == [{"field": "unpublish_at", "message": message}]


def test_lists_find_pages_by_their_schedule_and_by_what_their_badges_say(
    frozen_clock: FrozenClock, editor: Client
) -> None:
    for title, fields in {
        "On": {"is_active": True},
        "Off": {},
        "Later": schedule(frozen_clock, HOUR * 2, HOUR * 3),
        "Meanwhile": schedule(frozen_clock, -HOUR, HOUR * 2),
        "Over": schedule(frozen_clock, -HOUR, HOUR),
    }.items():
        COVER_PAGE.create(editor, title=title, **fields)
    frozen_clock.advance(HOUR)
    assert listed(editor, COVER_PAGE, schedule="publish") == ["Later"]
    assert listed(editor, COVER_PAGE, schedule="unpublish") == ["Later", "Meanwhile"]
    assert listed(editor, COVER_PAGE, search="scheduled") == ["Later", "Meanwhile"]
    assert listed(editor, COVER_PAGE, search="active") == ["On"]
    assert listed(editor, COVER_PAGE, search="inactive") == ["Off"]
