"""The events calendar conforms to RFC 5545 and has published events only."""

from datetime import UTC, datetime, timedelta

import pytest
from httpx import Client
from icalendar import Calendar
from icalendar import Event as Entry

from awards_site.core import clock
from awards_site.core.invalidation import content_version
from awards_site.features.events.feed import CANCELLED_SUMMARY
from awards_site.features.events.service import RETENTION
from tests.api.conftest import FrozenClock
from tests.api.entities import EVENT
from tests.factories import Body

FEED = "/events.ics"

pytestmark = pytest.mark.usefixtures("public_url")


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
    """Return SEQUENCE and STATUS of an event."""
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
