"""Tests of how the calendar writes an event's dates, times and links."""

from typing import Any
from zoneinfo import ZoneInfo

import pytest

from awards_site.events.calendar import CalendarEvent, calendar_events


def shown(zone: str = "UTC", **fields: Any) -> CalendarEvent:
    """Return what the calendar shows of an event of the API with `fields`."""
    event = {
        "id": 1,
        "title": "Supper",
        "description": "One long table.",
        "type": "networking",
        "startDate": "2026-11-20T18:30:00+00:00",
        "endDate": "2026-11-20T22:00:00+00:00",
        "location": "The Orangery",
        "isVirtual": False,
        "virtualMeetingUrl": None,
        "registrationUrl": None,
        "imageUrl": None,
    }
    [entry] = calendar_events([event | fields], ZoneInfo(zone))
    return entry


def test_an_event_of_one_day() -> None:
    event = shown()
    assert event["when"] == "November 20, 2026 · 6:30 PM - 10:00 PM"
    assert event["hours"] == ""
    assert (event["first_day"], event["last_day"]) == ("2026-11-20", "2026-11-20")


def test_midnight_and_noon_are_twelve() -> None:
    event = shown(startDate="2026-01-05T00:00:00+00:00", endDate="2026-01-05T12:05:00+00:00")
    assert event["when"] == "January 5, 2026 · 12:00 AM - 12:05 PM"


def test_an_event_of_several_days_shows_both_dates() -> None:
    event = shown(endDate="2026-12-02T09:00:00+00:00")
    assert event["when"] == "November 20, 2026 - December 2, 2026"
    assert event["hours"] == "Begins at 6:30 PM, ends at 9:00 AM"
    assert (event["first_day"], event["last_day"]) == ("2026-11-20", "2026-12-02")


@pytest.mark.parametrize(
    ("zone", "when", "days"),
    [
        (
            "America/New_York",
            "November 20, 2026 · 1:30 PM - 5:00 PM",
            ("2026-11-20", "2026-11-20"),
        ),
        (
            "Asia/Kolkata",
            "November 21, 2026 · 12:00 AM - 3:30 AM",
            ("2026-11-21", "2026-11-21"),
        ),
        ("Europe/Athens", "November 20, 2026 - November 21, 2026", ("2026-11-20", "2026-11-21")),
    ],
)
def test_the_programme_s_zone_decides(zone: str, when: str, days: tuple[str, str]) -> None:
    event = shown(
        zone,
        endDate="2026-11-20T22:30:00+00:00" if zone == "Europe/Athens" else shown()["ends_at"],
    )
    assert event["when"] == when
    assert (event["first_day"], event["last_day"]) == days


def test_a_date_that_no_other_zone_reaches_is_still_shown() -> None:
    event = shown("America/New_York", startDate="0001-01-01T00:00:00+00:00")
    assert event["first_day"] == "0001-01-01"


def test_only_a_virtual_event_has_a_join_link() -> None:
    link = "https://meet.example.org/room"
    assert shown(isVirtual=True, virtualMeetingUrl=link)["join_link"] == link
    assert shown(isVirtual=False, virtualMeetingUrl=link)["join_link"] == ""
    assert shown(isVirtual=True)["join_link"] == ""


@pytest.mark.parametrize(
    ("typed", "href"),
    [
        ("tickets.example.org/gala", "https://tickets.example.org/gala"),
        ("tickets.example.org:8443/gala", "https://tickets.example.org:8443/gala"),
        ("localhost:8443", "https://localhost:8443"),
        ("http://tickets.example.org", "http://tickets.example.org"),
        ("//tickets.example.org", "//tickets.example.org"),
        ("/contact", "/contact"),
        ("desk@example.org", "mailto:desk@example.org"),
        ("mailto:desk@example.org", "mailto:desk@example.org"),
        ("tel:+14045550142", "tel:+14045550142"),
    ],
)
def test_a_link_without_a_scheme_leads_out_of_the_site(typed: str, href: str) -> None:
    assert shown(registrationUrl=typed)["register_link"] == href
