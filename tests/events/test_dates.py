"""Heads and pages format an event's dates alike."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from awards_site.features.events.entity import format_dates
from awards_site.features.events.page import EVENTS
from tests.javascript import call

CASES: list[dict[str, str]] = json.loads(Path(__file__).with_name("date_cases.json").read_text())


def event(**fields: Any) -> dict[str, Any]:
    """Return an event as the API returns it."""
    times = {"startDate": "2026-11-20T18:30:00+00:00", "endDate": "2026-11-20T22:00:00+00:00"}
    return {"id": 1, "title": "Supper", "type": "networking", **times, **fields}


def view_models(events: list[dict[str, Any]], zone: str = "UTC") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = call(
        "frontend/events/views.js",
        "calendarEvents",
        events,
        {"site": {"timeZone": zone}},
        EVENTS.view.options,
    )
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['zone']} {case['start']}")
def test_server_and_browser_format_dates_alike(case: dict[str, str]) -> None:
    start, end = (datetime.fromisoformat(case[key]) for key in ("start", "end"))
    assert format_dates(start, end, ZoneInfo(case["zone"])) == case["dates"]
    [entry] = view_models([event(startDate=case["start"], endDate=case["end"])], case["zone"])
    assert entry["dates"] == case["dates"]


def test_an_event_of_one_day_is_in_the_calendar_on_that_day() -> None:
    [entry] = view_models([event()])
    assert entry["hours"] == ""
    assert (entry["first_day"], entry["last_day"]) == ("2026-11-20", "2026-11-20")
    assert (entry["day"], entry["month"]) == ("20", "Nov 2026")


def test_an_end_at_midnight_belongs_to_the_day_before() -> None:
    times = {"startDate": "2026-12-10T23:00:00Z", "endDate": "2026-12-11T05:00:00Z"}
    [entry] = view_models([event(**times)], "America/New_York")
    assert (entry["first_day"], entry["last_day"]) == ("2026-12-10", "2026-12-10")


def test_an_event_of_several_days_shows_start_and_end() -> None:
    [entry] = view_models([event(endDate="2026-12-02T09:00:00+00:00")])
    assert entry["hours"] == "Begins at 6:30 PM, ends at 9:00 AM"
    assert (entry["first_day"], entry["last_day"]) == ("2026-11-20", "2026-12-02")


def test_the_day_is_that_of_the_programme_time_zone() -> None:
    [entry] = view_models([event()], "Asia/Kolkata")
    assert (entry["first_day"], entry["last_day"]) == ("2026-11-21", "2026-11-21")


def test_only_a_virtual_event_has_a_join_link() -> None:
    link = {"virtualMeetingUrl": "https://meet.example.org/room"}
    entries = view_models([event(**link, isVirtual=True), event(**link, isVirtual=False), event()])
    assert [each["join_link"] for each in entries] == [link["virtualMeetingUrl"], "", ""]
