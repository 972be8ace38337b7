"""Events: upcoming, months, ranges, offsets and limits."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from awards_site.core import clock, content_version
from awards_site.settings import settings
from tests import factories

NOW = datetime(2030, 5, 15, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _present(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)


def create(client: httpx.Client, title: str, start: str, end: str, **fields: Any) -> dict[str, Any]:
    """Create an event."""
    body = factories.event_body(title=title, startDate=start, endDate=end, **fields)
    answer = client.post("/api/events", json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def titles(client: httpx.Client, path: str) -> list[str]:
    """Return the titles of a list of events."""
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return [each["title"] for each in answer.json()]


def test_upcoming_is_published_and_not_past(editor: httpx.Client, nobody: httpx.Client) -> None:
    create(editor, "over", "2030-05-14T00:00:00Z", "2030-05-15T11:59:59Z")
    create(editor, "ends now", "2030-05-14T00:00:00Z", "2030-05-15T12:00:00Z")
    create(editor, "in progress", "2030-05-15T00:00:00Z", "2030-05-16T00:00:00Z")
    create(editor, "coming", "2030-06-01T00:00:00Z", "2030-06-01T01:00:00Z")
    create(editor, "draft", "2030-06-01T00:00:00Z", "2030-06-01T01:00:00Z", isPublished=False)
    assert titles(nobody, "/api/events/upcoming") == ["ends now", "in progress", "coming"]
    assert titles(nobody, "/api/events") == ["over", "ends now", "in progress", "coming"]


def test_upcoming_gives_five_unless_asked_for_another_number(
    editor: httpx.Client, nobody: httpx.Client
) -> None:
    for day in range(1, 9):
        create(editor, f"day {day}", f"2031-01-0{day}T10:00:00Z", f"2031-01-0{day}T11:00:00Z")
    assert titles(nobody, "/api/events/upcoming") == [f"day {day}" for day in range(1, 6)]
    assert len(titles(nobody, "/api/events/upcoming?limit=20")) == 8
    assert titles(nobody, "/api/events/upcoming?limit=1") == ["day 1"]
    assert len(titles(nobody, "/api/events/upcoming?limit=100")) == 8


@pytest.mark.parametrize("limit", ["0", "-1", "101", "many", "", "1.5"])
def test_a_limit_is_1_to_100(limit: str, nobody: httpx.Client) -> None:
    answer = nobody.get(f"/api/events/upcoming?limit={limit}")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "limit"


def test_a_month_shows_what_overlaps_it(editor: httpx.Client, nobody: httpx.Client) -> None:
    create(editor, "before", "2030-05-01T00:00:00Z", "2030-05-31T23:59:59Z")
    create(editor, "into", "2030-05-31T20:00:00Z", "2030-06-01T02:00:00Z")
    create(editor, "whole year", "2030-01-01T00:00:00Z", "2030-12-31T00:00:00Z")
    create(editor, "inside", "2030-06-15T00:00:00Z", "2030-06-15T01:00:00Z")
    create(editor, "out of", "2030-06-30T23:00:00Z", "2030-07-01T01:00:00Z")
    create(editor, "after", "2030-07-01T00:00:00Z", "2030-07-01T01:00:00Z")
    create(editor, "draft", "2030-06-15T00:00:00Z", "2030-06-15T01:00:00Z", isPublished=False)
    expected = ["whole year", "into", "inside", "out of"]
    assert titles(nobody, "/api/events/month/2030/6") == expected
    assert titles(nobody, "/api/events/month/2030/06") == expected
    assert titles(nobody, "/api/events/month/2030/12") == ["whole year"]
    assert titles(nobody, "/api/events/month/2029/6") == []


@pytest.mark.parametrize("month", ["2030/0", "2030/13", "2030/x", "0/1", "10000/1", "-1/1", "x/1"])
def test_a_month_is_1_to_12_and_a_year_1_to_9999(month: str, nobody: httpx.Client) -> None:
    assert nobody.get(f"/api/events/month/{month}").status_code == 422


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "America/New_York"])
@pytest.mark.parametrize("month", ["1/1", "9999/12"])
def test_the_first_and_the_last_month_of_all_can_be_asked_for(
    month: str, zone: str, nobody: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWARDS_TIMEZONE", zone)
    settings.cache_clear()
    assert titles(nobody, f"/api/events/month/{month}") == []


def test_a_month_is_one_of_the_programmes_zone(
    editor: httpx.Client, nobody: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(editor, "late in June", "2030-06-30T23:30:00Z", "2030-06-30T23:45:00Z")
    assert titles(nobody, "/api/events/month/2030/7") == []
    monkeypatch.setenv("AWARDS_TIMEZONE", "Africa/Lagos")
    settings.cache_clear()
    # The answer is kept; a server's settings change with its process only.
    content_version.bump()
    assert titles(nobody, "/api/events/month/2030/7") == ["late in June"]


def test_a_range_shows_what_overlaps_it(editor: httpx.Client, nobody: httpx.Client) -> None:
    create(editor, "before", "2030-06-01T00:00:00Z", "2030-06-09T23:59:59Z")
    create(editor, "around", "2030-06-01T00:00:00Z", "2030-06-30T00:00:00Z")
    create(editor, "inside", "2030-06-12T00:00:00Z", "2030-06-13T00:00:00Z")
    create(editor, "after", "2030-06-20T00:00:01Z", "2030-06-21T00:00:00Z")
    create(editor, "draft", "2030-06-12T00:00:00Z", "2030-06-13T00:00:00Z", isPublished=False)
    for query in (
        "start=2030-06-10T00:00:00Z&end=2030-06-20T00:00:00Z",
        "start=2030-06-10&end=2030-06-20",
        "start=2030-06-10T00:00:00.000Z&end=2030-06-20T00:00:00.000Z",
        "start=2030-06-10T02:00:00%2B02:00&end=2030-06-19T22:00:00-02:00",
        "start=2030-06-10T02:00:00+02:00&end=2030-06-20T02:00:00+02:00",
    ):
        assert titles(nobody, f"/api/events/range?{query}") == ["around", "inside"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("end=2030-06-20", "start"),
        ("start=2030-06-20", "end"),
        ("start=&end=2030-06-20", "start"),
        ("start=soon&end=2030-06-20", "start"),
        ("start=2030-06-20&end=2030-02-30", "end"),
        ("start=2030-06-21&end=2030-06-20", "start"),
        ("start=0001-01-01T00:00:00%2B14:00&end=2030-06-20", "start"),
    ],
)
def test_a_range_has_a_start_not_after_its_end(
    query: str, field: str, nobody: httpx.Client
) -> None:
    answer = nobody.get(f"/api/events/range?{query}")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == field


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        ("2030-06-01T18:00:00+02:00", datetime(2030, 6, 1, 16, tzinfo=UTC)),
        ("2030-06-01T18:00:00-05:30", datetime(2030, 6, 1, 23, 30, tzinfo=UTC)),
        ("2030-06-01T18:00:00Z", datetime(2030, 6, 1, 18, tzinfo=UTC)),
        ("2030-06-01T18:00:00.123Z", datetime(2030, 6, 1, 18, 0, 0, 123_000, tzinfo=UTC)),
        ("2030-06-01T18:00:00", datetime(2030, 6, 1, 18, tzinfo=UTC)),
        ("2030-06-01T18:00", datetime(2030, 6, 1, 18, tzinfo=UTC)),
        ("2030-06-01", datetime(2030, 6, 1, tzinfo=UTC)),
    ],
)
def test_an_instant_is_kept_and_answered_in_utc(
    sent: str, meant: datetime, editor: httpx.Client
) -> None:
    event = create(editor, "Gala", sent, sent)
    for answered in (event, editor.get(f"/api/events/{event['id']}").json()):
        for key in ("startDate", "endDate"):
            instant = datetime.fromisoformat(answered[key])
            assert instant == meant
            assert instant.utcoffset() == timedelta(0)


def test_an_end_before_the_start_is_refused_however_it_comes_about(editor: httpx.Client) -> None:
    event = create(editor, "Gala", "2030-06-01T18:00:00Z", "2030-06-01T22:00:00Z")
    for change in (
        {"endDate": "2030-06-01T17:00:00Z"},
        {"startDate": "2030-06-02T00:00:00Z"},
        {"startDate": "2030-07-01T00:00:00Z", "endDate": "2030-06-30T00:00:00Z"},
    ):
        answer = editor.put(f"/api/events/{event['id']}", json=change)
        assert answer.status_code == 422
        message = "End date must not be before the start date"
        assert answer.json()["errors"] == [{"field": "endDate", "message": message}]
    both = {"startDate": "2031-01-01T00:00:00Z", "endDate": "2031-01-02T00:00:00Z"}
    assert editor.put(f"/api/events/{event['id']}", json=both).status_code == 200


def test_an_event_is_deleted_with_204(editor: httpx.Client) -> None:
    event = create(editor, "Gala", "2030-06-01T18:00:00Z", "2030-06-01T22:00:00Z")
    gone = editor.delete(f"/api/events/{event['id']}")
    assert (gone.status_code, gone.content) == (204, b"")
    assert editor.get(f"/api/events/{event['id']}").status_code == 404
    assert editor.delete(f"/api/events/{event['id']}").status_code == 404
