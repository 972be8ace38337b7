"""Events: upcoming, months, ranges, and the calendar, which conforms to RFC 5545."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from httpx import Client
from icalendar import Calendar
from icalendar import Event as Entry

from awards_site.core import clock
from awards_site.core.invalidation import content_version
from awards_site.features.events.api import CANCELLED_SUMMARY
from awards_site.features.events.entity import RETENTION
from tests.api.conftest import Configure, FrozenClock
from tests.api.entities import EVENT
from tests.api.test_errors import assert_problem
from tests.factories import Body

pytestmark = pytest.mark.usefixtures("frozen_clock", "public_url")


def create(client: Client, title: str, start: str, end: str, **fields: Any) -> Body:
    return EVENT.create(client, title=title, startDate=start, endDate=end, **fields)


def titles(client: Client, path: str) -> list[str]:
    response = client.get(path)
    assert response.status_code == 200, response.text
    return [each["title"] for each in response.json()]


def test_upcoming_is_published_and_not_past(editor: Client, anonymous: Client) -> None:
    create(editor, "over", "2030-05-14T00:00:00Z", "2030-05-15T11:59:59Z")
    create(editor, "ends now", "2030-05-14T00:00:00Z", "2030-05-15T12:00:00Z")
    create(editor, "in progress", "2030-05-15T00:00:00Z", "2030-05-16T00:00:00Z")
    create(editor, "coming", "2030-06-01T00:00:00Z", "2030-06-01T01:00:00Z")
    create(editor, "draft", "2030-06-01T00:00:00Z", "2030-06-01T01:00:00Z", isPublished=False)
    assert titles(anonymous, "/api/events/upcoming") == ["ends now", "in progress", "coming"]
    assert titles(anonymous, "/api/events") == ["over", "ends now", "in progress", "coming"]


def test_upcoming_returns_five_by_default(editor: Client, anonymous: Client) -> None:
    for day in range(1, 9):
        create(editor, f"day {day}", f"2031-01-0{day}T10:00:00Z", f"2031-01-0{day}T11:00:00Z")
    assert titles(anonymous, "/api/events/upcoming") == [f"day {day}" for day in range(1, 6)]
    assert len(titles(anonymous, "/api/events/upcoming?limit=20")) == 8
    assert titles(anonymous, "/api/events/upcoming?limit=1") == ["day 1"]
    assert len(titles(anonymous, "/api/events/upcoming?limit=100")) == 8


def test_today_is_that_of_the_programmes_zone_until_it_ends(
    anonymous: Client, frozen_clock: FrozenClock, configure: Configure
) -> None:
    configure(AWARDS_TIMEZONE="America/New_York")
    frozen_clock.now = datetime(2030, 3, 10, 4, 59, tzinfo=UTC)
    assert anonymous.get("/api/events/today").json()["date"] == "2030-03-09"
    frozen_clock.now += timedelta(minutes=1)
    response = anonymous.get("/api/events/today")
    # Clocks go forward on that day.
    assert response.json() == {
        "date": "2030-03-10",
        "startsAt": "2030-03-10T05:00:00Z",
        "endsAt": "2030-03-11T04:00:00Z",
    }
    assert response.headers["Expires"] == "Mon, 11 Mar 2030 04:00:00 GMT"


def test_a_month_returns_overlapping_events(editor: Client, anonymous: Client) -> None:
    create(editor, "before", "2030-05-01T00:00:00Z", "2030-05-31T23:59:59Z")
    create(editor, "to midnight", "2030-05-31T20:00:00Z", "2030-06-01T00:00:00Z")
    create(editor, "into", "2030-05-31T20:00:00Z", "2030-06-01T02:00:00Z")
    create(editor, "whole year", "2030-01-01T00:00:00Z", "2030-12-31T00:00:00Z")
    create(editor, "inside", "2030-06-15T00:00:00Z", "2030-06-15T01:00:00Z")
    create(editor, "out of", "2030-06-30T23:00:00Z", "2030-07-01T01:00:00Z")
    create(editor, "after", "2030-07-01T00:00:00Z", "2030-07-01T01:00:00Z")
    create(editor, "draft", "2030-06-15T00:00:00Z", "2030-06-15T01:00:00Z", isPublished=False)
    expected = ["whole year", "into", "inside", "out of"]
    assert titles(anonymous, "/api/events/month/2030/6") == expected
    assert titles(anonymous, "/api/events/month/2030/06") == expected
    assert titles(anonymous, "/api/events/month/2030/12") == ["whole year"]
    assert titles(anonymous, "/api/events/month/2029/6") == []


def test_a_month_is_in_the_programme_time_zone(
    editor: Client, anonymous: Client, configure: Configure
) -> None:
    create(editor, "late in June", "2030-06-30T23:30:00Z", "2030-06-30T23:45:00Z")
    assert titles(anonymous, "/api/events/month/2030/7") == []
    configure(AWARDS_TIMEZONE="Africa/Lagos")
    # The response is cached; a server's settings change with its process only.
    content_version.bump()
    assert titles(anonymous, "/api/events/month/2030/7") == ["late in June"]


def test_a_range_returns_overlapping_events(editor: Client, anonymous: Client) -> None:
    create(editor, "before", "2030-06-01T00:00:00Z", "2030-06-10T00:00:00Z")
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
        assert titles(anonymous, f"/api/events/range?{query}") == ["around", "inside"]


MONTHS = ["2030/0", "2030/13", "2030/x", "0/1", "10000/1", "-1/1", "x/1"]
RANGES = {
    "start": [
        "end=2030-06-20",
        "start=&end=2030-06-20",
        "start=soon&end=2030-06-20",
        "start=2030-06-21&end=2030-06-20",
        "start=0001-01-01T00:00:00%2B14:00&end=2030-06-20",
    ],
    "end": ["start=2030-06-20", "start=2030-06-20&end=2030-02-30"],
}


def test_limits_months_and_ranges_are_validated(anonymous: Client) -> None:
    for limit in ("0", "-1", "101", "many", "", "1.5"):
        refused = assert_problem(anonymous.get(f"/api/events/upcoming?limit={limit}"), 422)
        assert refused["errors"][0]["field"] == "limit"
    for month in MONTHS:
        assert_problem(anonymous.get(f"/api/events/month/{month}"), 422)
    for field, queries in RANGES.items():
        for query in queries:
            refused = assert_problem(anonymous.get(f"/api/events/range?{query}"), 422)
            assert refused["errors"][0]["field"] == field


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
def test_a_timestamp_is_stored_and_returned_in_utc(
    sent: str, meant: datetime, editor: Client
) -> None:
    event = create(editor, "Gala", sent, sent)
    for returned in (event, editor.get(EVENT.path(event["id"])).json()):
        for key in ("startDate", "endDate"):
            timestamp = datetime.fromisoformat(returned[key])
            assert timestamp == meant
            assert timestamp.utcoffset() == timedelta(0)


def test_an_end_before_the_start_is_refused_on_create_and_update(editor: Client) -> None:
    event = create(editor, "Gala", "2030-06-01T18:00:00Z", "2030-06-01T22:00:00Z")
    for change in (
        {"endDate": "2030-06-01T17:00:00Z"},
        {"startDate": "2030-06-02T00:00:00Z"},
        {"startDate": "2030-07-01T00:00:00Z", "endDate": "2030-06-30T00:00:00Z"},
    ):
        problem = assert_problem(editor.put(EVENT.path(event["id"]), json=change), 422)
        message = "End date must not be before the start date"
        assert problem["errors"] == [{"field": "endDate", "message": message}]
    EVENT.change(editor, event, startDate="2031-01-01T00:00:00Z", endDate="2031-01-02T00:00:00Z")


FEED = "/events.ics"


def calendar(client: Client, path: str = FEED) -> Calendar:
    response = client.get(path)
    assert response.status_code == 200, response.text
    return Calendar.from_ical(response.content)


def entries(client: Client) -> dict[str, Entry]:
    """Return the calendar's entries by the part of their UID before the host."""
    found = calendar(client).events
    uids = [str(entry["UID"]) for entry in found]
    assert len(set(uids)) == len(uids)
    assert all(uid.endswith("@awards.example.org") for uid in uids)
    return {uid.partition("@")[0]: entry for uid, entry in zip(uids, found, strict=True)}


def sequence_and_status(client: Client, event: Body) -> tuple[int, str]:
    entry = entries(client)[f"event-{event['id']}"]
    return entry.sequence, str(entry["STATUS"])


def test_an_entry_holds_all_of_the_event(editor: Client, anonymous: Client) -> None:
    event = EVENT.create(
        editor,
        title="Gala, dinner; and dance",
        description="An evening\nfor everyone. " + "Äpfel und Bäume. " * 20,
        location="Eko Hotel, Lagos",
        type="gala",
        startDate="2100-06-01T18:00:00+01:00",
        endDate="2100-06-03T22:30:00+01:00",
        registrationUrl="example.org/register",
    )
    entry = entries(anonymous)[f"event-{event['id']}"]
    page = f"https://awards.example.org/events/{event['id']}-gala-dinner-and-dance"
    assert entry["SUMMARY"] == event["title"]
    assert entry["LOCATION"] == "Eko Hotel, Lagos"
    assert entry["DESCRIPTION"] == (
        f"{event['description']}\n\nRegister: https://example.org/register\n\n{page}"
    )
    assert entry["URL"] == page
    assert entry.categories == ["gala"]
    assert entry.start == datetime(2100, 6, 1, 17, tzinfo=UTC)
    assert entry.end == datetime(2100, 6, 3, 21, 30, tzinfo=UTC)
    assert (entry.sequence, entry["STATUS"]) == (0, "CONFIRMED")
    for timestamp in (entry.DTSTAMP, entry.CREATED, entry.LAST_MODIFIED):
        assert timestamp is not None
        assert abs(timestamp - clock.now()) < timedelta(minutes=1)


def test_the_text_conforms_to_rfc_5545(editor: Client, anonymous: Client) -> None:
    EVENT.create(editor, title="Ein sehr langer Titel mit Größe. " * 5)
    response = anonymous.get(FEED)
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    lines = response.content.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    assert b"\n" not in b"".join(lines)
    assert response.content.endswith(b"END:VCALENDAR\r\n")
    for line in (
        b"VERSION:2.0",
        b"METHOD:PUBLISH",
        b"CALSCALE:GREGORIAN",
        b"REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        b"X-PUBLISHED-TTL:PT1H",
    ):
        assert line in lines
    # Timestamps in UTC need no VTIMEZONE.
    assert b"DTSTART:21000601T180000Z" in lines
    parsed = calendar(anonymous)
    assert parsed["X-WR-TIMEZONE"] == "UTC"
    assert parsed["SOURCE"] == "https://awards.example.org/events.ics"
    assert not parsed.errors


def test_an_entry_without_a_duration_has_no_end_and_an_online_one_its_meeting(
    editor: Client, anonymous: Client
) -> None:
    deadline = "2100-06-01T18:00:00+00:00"
    event = EVENT.create(editor, startDate=deadline, endDate=deadline)
    assert "DTEND" not in entries(anonymous)[f"event-{event['id']}"]
    online = {"isVirtual": True, "virtualMeetingUrl": "meet.example.org/awards"}
    event = EVENT.create(editor, **online)
    entry = entries(anonymous)[f"event-{event['id']}"]
    assert entry["LOCATION"] == "https://meet.example.org/awards"


def test_each_event_has_a_file(editor: Client, anonymous: Client) -> None:
    event = EVENT.create(editor, title="Opening Night")
    EVENT.create(editor)
    path = f"/events/{event['id']}-opening-night.ics"
    response = anonymous.get(path)
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    name = f"{event['id']}-opening-night.ics"
    assert response.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    (entry,) = calendar(anonymous, path).events
    assert entry == entries(anonymous)[f"event-{event['id']}"]
    moved = anonymous.get(f"/events/{event['id']}-another-name.ics")
    assert (moved.status_code, moved.headers["Location"]) == (308, path)


def test_the_sequence_counts_changes(editor: Client, anonymous: Client) -> None:
    event = EVENT.create(editor)
    assert sequence_and_status(anonymous, event) == (0, "CONFIRMED")
    EVENT.change(editor, event, location="Abuja")
    assert sequence_and_status(anonymous, event) == (1, "CONFIRMED")
    EVENT.change(editor, event, location="Abuja")
    assert sequence_and_status(anonymous, event) == (1, "CONFIRMED")
    EVENT.change(editor, event, title="Moved", endDate="2100-06-01T23:00:00Z")
    assert sequence_and_status(anonymous, event) == (2, "CONFIRMED")


def test_an_unpublished_event_is_cancelled_without_its_content(
    editor: Client, anonymous: Client
) -> None:
    event = EVENT.create(editor, title="Secret gala", description="A secret", location="Secretly")
    moved = {"startDate": "2101-01-01T00:00:00Z", "endDate": "2101-01-02T00:00:00Z"}
    EVENT.change(editor, event, isPublished=False, title="Secret plans", **moved)
    entry = entries(anonymous)[f"event-{event['id']}"]
    assert (entry.sequence, entry["STATUS"]) == (1, "CANCELLED")
    assert entry["SUMMARY"] == CANCELLED_SUMMARY
    assert entry.start == datetime(2100, 6, 1, 18, tzinfo=UTC), "as visitors knew it"
    assert "secret" not in anonymous.get(FEED).text.lower()
    assert anonymous.get(f"/events/{event['id']}-secret-gala.ics").status_code == 404
    EVENT.change(editor, event, title="Other plans")
    assert sequence_and_status(anonymous, event) == (1, "CANCELLED")
    EVENT.change(editor, event, isPublished=True)
    assert sequence_and_status(anonymous, event) == (3, "CONFIRMED")


def test_a_deleted_event_is_cancelled_until_it_is_restored(
    editor: Client, anonymous: Client
) -> None:
    event = EVENT.create(editor)
    EVENT.change(editor, event, location="Abuja")
    EVENT.delete(editor, event)
    assert sequence_and_status(anonymous, event) == (2, "CANCELLED")
    assert EVENT.restore(editor, event).status_code == 200
    assert sequence_and_status(anonymous, event) == (3, "CONFIRMED")
    EVENT.change(editor, event, isPublished=False)
    EVENT.delete(editor, event)
    assert sequence_and_status(anonymous, event) == (4, "CANCELLED")
    EVENT.restore(editor, event)
    assert sequence_and_status(anonymous, event) == (4, "CANCELLED")


def test_a_draft_is_not_in_the_feed(editor: Client, anonymous: Client) -> None:
    draft = EVENT.create(editor, isPublished=False)
    assert entries(anonymous) == {}
    EVENT.change(editor, draft, title="Still a draft")
    EVENT.delete(editor, draft)
    assert entries(anonymous) == {}
    EVENT.restore(editor, draft)
    assert entries(anonymous) == {}
    EVENT.change(editor, draft, isPublished=True)
    assert sequence_and_status(anonymous, draft) == (2, "CONFIRMED")


def test_a_withdrawn_event_is_cancelled_for_a_limited_time(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    EVENT.delete(editor, EVENT.create(editor))
    frozen_clock.advance(RETENTION - timedelta(hours=1))
    assert entries(anonymous)
    frozen_clock.advance(timedelta(hours=2))
    content_version.bump()
    assert entries(anonymous) == {}


@pytest.mark.parametrize("key", ["999999-nothing", "nothing", "0-zero", "9" * 30, "-"])
def test_an_unknown_file_is_not_found(key: str, anonymous: Client) -> None:
    assert anonymous.get(f"/events/{key}.ics").status_code == 404


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_first_and_the_last_possible_date_are_written(
    day: str, editor: Client, anonymous: Client
) -> None:
    event = EVENT.create(editor, startDate=f"{day}T00:00:00Z", endDate=f"{day}T23:59:59Z")
    assert f"event-{event['id']}" in entries(anonymous)
