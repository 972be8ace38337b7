"""An event as the calendar shows it: its dates in words and its days, in the programme's zone."""

from collections.abc import Iterable
from datetime import datetime, tzinfo
from typing import Any, TypedDict

from awards_site.core.pictures import ResponsiveImage, responsive_image
from awards_site.ui import paths
from awards_site.ui.links import complete_address


class CalendarEvent(TypedDict):
    """What the calendar shows of a published event.

    `path` is its page, `file` the same for calendars. `when` is its date and time; `hours` tells
    when an event of several days begins and ends, and is empty for others. `first_day` and
    `last_day` are days such as `2026-11-20`, `ends_at` is an ISO 8601 instant. What an event does
    not have is empty.
    """

    id: int
    path: str
    file: str
    title: str
    description: str
    type: str
    when: str
    hours: str
    day: str
    month: str
    first_day: str
    last_day: str
    ends_at: str
    location: str
    join_link: str
    register_link: str
    image: ResponsiveImage


def calendar_events(answer: Iterable[dict[str, Any]], zone: tzinfo) -> list[CalendarEvent]:
    """Return the events in an answer of `/api/events`, with their times in `zone`."""
    return [_calendar_event(event, zone) for event in answer]


def _calendar_event(event: dict[str, Any], zone: tzinfo) -> CalendarEvent:
    start = in_zone(event["startDate"], zone)
    end = in_zone(event["endDate"], zone)
    one_day = start.date() == end.date()
    times = f"{_time(start)} - {_time(end)}"
    meeting = event.get("virtualMeetingUrl") if event["isVirtual"] else None
    return CalendarEvent(
        id=event["id"],
        path=paths.event(event["id"], event["title"]),
        file=paths.event_file(event["id"], event["title"]),
        title=event["title"],
        description=event["description"],
        type=event["type"],
        when=f"{_date(start)} · {times}" if one_day else f"{_date(start)} - {_date(end)}",
        hours="" if one_day else f"Begins at {_time(start)}, ends at {_time(end)}",
        day=str(start.day),
        month=f"{start:%b} {start.year}",
        first_day=start.date().isoformat(),
        last_day=end.date().isoformat(),
        ends_at=event["endDate"],
        location=event["location"],
        join_link=complete_address(meeting or ""),
        register_link=complete_address(event.get("registrationUrl") or ""),
        image=responsive_image(event.get("imageUrl")),
    )


def in_zone(instant: str, zone: tzinfo) -> datetime:
    """Return an ISO 8601 instant in `zone`."""
    moment = datetime.fromisoformat(instant)
    try:
        return moment.astimezone(zone)
    except OverflowError:
        # The first and the last day that a date can have, which other zones may not reach.
        return moment


def _date(moment: datetime) -> str:
    return f"{moment:%B} {moment.day}, {moment.year}"


def _time(moment: datetime) -> str:
    return f"{moment.hour % 12 or 12}:{moment:%M} {'AM' if moment.hour < 12 else 'PM'}"
