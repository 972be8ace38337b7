"""iCalendar responses (RFC 5545)."""

from collections.abc import Iterable

from icalendar import Calendar, Event
from starlette.responses import Response

from awards_site.settings import settings


def make_calendar(entries: Iterable[Event]) -> Calendar:
    calendar = Calendar()
    calendar.add("prodid", f"-//{settings().programme}//Events//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    for entry in entries:
        calendar.add_component(entry)
    return calendar


def calendar_response(calendar: Calendar, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    content = calendar.to_ical(sorted=False)
    return Response(content, headers=headers, media_type="text/calendar; charset=utf-8")
