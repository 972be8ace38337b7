"""The structured data of an event's page."""

from datetime import UTC, datetime
from typing import Any

import pytest

from awards_site.features.events.entity import EventView
from awards_site.features.events.event_page import event_head
from awards_site.settings import Settings
from awards_site.ui.pages import absolute
from tests.ui.test_structured_data import structured_data


def structured_event(**changes: Any) -> dict[str, Any]:
    """Return the schema.org Event of an event with these changes."""
    event = EventView.model_validate(
        {
            "id": 3,
            "created_at": datetime(2100, 1, 1, tzinfo=UTC),
            "title": "Supper",
            "description": "One long table.",
            "type": "networking",
            "start_date": datetime(2100, 7, 20, 18, 30, tzinfo=UTC),
            "end_date": datetime(2100, 7, 20, 22, tzinfo=UTC),
            "location": "The Orangery, Atlanta",
            "registration_url": "https://example.org/register",
            **changes,
        }
    )
    return structured_data(event_head(event))["Event"]


def test_an_event_has_its_times_with_their_offset(monkeypatch: pytest.MonkeyPatch) -> None:
    zone = Settings(AWARDS_TIMEZONE="America/New_York")
    monkeypatch.setattr("awards_site.features.events.event_page.settings", lambda: zone)
    event = structured_event()
    assert event["startDate"] == "2100-07-20T14:30:00-04:00"
    assert event["endDate"] == "2100-07-20T18:00:00-04:00"


def test_an_event_at_a_place_has_its_address() -> None:
    event = structured_event()
    assert event["location"] == {
        "@type": "Place",
        "name": "The Orangery, Atlanta",
        "address": "The Orangery, Atlanta",
    }
    assert event["eventStatus"] == "https://schema.org/EventScheduled"
    assert event["eventAttendanceMode"] == "https://schema.org/OfflineEventAttendanceMode"
    assert event["offers"]["url"] == "https://example.org/register"
    assert event["url"] == absolute("/events/3-supper")


def test_the_location_of_an_online_event_is_its_meeting_or_page() -> None:
    assert structured_event(is_virtual=True)["location"] == {
        "@type": "VirtualLocation",
        "url": absolute("/events/3-supper"),
    }
    meeting = "https://meet.example.org/a"
    with_link = structured_event(is_virtual=True, virtual_meeting_url=meeting)
    assert with_link["location"]["url"] == meeting
    assert with_link["eventAttendanceMode"] == "https://schema.org/OnlineEventAttendanceMode"


def test_a_past_event_has_no_offers() -> None:
    past = structured_event(
        start_date=datetime(2020, 1, 1, 10, tzinfo=UTC),
        end_date=datetime(2020, 1, 1, 11, tzinfo=UTC),
    )
    assert "offers" not in past
