"""What the head of an event's page tells people and search engines."""

from typing import Any

import pytest

from awards_site.events.head import event_head
from awards_site.settings import Settings
from awards_site.ui.pages.structured_data import absolute
from tests.structured_data import things

EVENT = {
    "id": 3,
    "title": "Supper",
    "description": "One long table.",
    "type": "networking",
    "startDate": "2100-07-20T18:30:00+00:00",
    "endDate": "2100-07-20T22:00:00+00:00",
    "location": "The Orangery, Atlanta",
    "isVirtual": False,
    "path": "/events/3-supper",
    "image": {"src": ""},
    "imageUrl": None,
    "joinLink": "",
    "registerLink": "https://example.org/register",
    "isPublished": True,
}


def told(event: dict[str, Any]) -> dict[str, Any]:
    """Return the Event that search engines are told."""
    return things(event_head(event))["Event"]


def test_an_event_has_its_times_with_their_offset(monkeypatch: pytest.MonkeyPatch) -> None:
    zone = Settings(AWARDS_TIMEZONE="America/New_York")
    monkeypatch.setattr("awards_site.events.head.settings", lambda: zone)
    event = told(EVENT)
    assert event["startDate"] == "2100-07-20T14:30:00-04:00"
    assert event["endDate"] == "2100-07-20T18:00:00-04:00"


def test_an_event_at_a_place() -> None:
    event = told(EVENT)
    assert event["location"] == {
        "@type": "Place",
        "name": "The Orangery, Atlanta",
        "address": "The Orangery, Atlanta",
    }
    assert event["eventStatus"] == "https://schema.org/EventScheduled"
    assert event["eventAttendanceMode"] == "https://schema.org/OfflineEventAttendanceMode"
    assert event["offers"]["url"] == "https://example.org/register"
    assert event["url"] == absolute("/events/3-supper")


def test_an_event_online_is_at_its_meeting_or_its_page() -> None:
    online = EVENT | {"isVirtual": True}
    assert told(online)["location"] == {
        "@type": "VirtualLocation",
        "url": absolute("/events/3-supper"),
    }
    met = told(online | {"joinLink": "https://meet.example.org/a"})
    assert met["location"]["url"] == "https://meet.example.org/a"
    assert met["eventAttendanceMode"] == "https://schema.org/OnlineEventAttendanceMode"


def test_a_past_event_offers_nothing() -> None:
    past = EVENT | {"startDate": "2020-01-01T10:00:00Z", "endDate": "2020-01-01T11:00:00Z"}
    assert "offers" not in told(past)
