"""The HTTP endpoints of events, their iCalendar feed, and an .ics file for each (RFC 5545)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from email.utils import format_datetime
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Response
from icalendar import Event as CalendarEntry
from icalendar import vDuration
from starlette.responses import RedirectResponse

from awards_site.core.database.sessions import ReadSession
from awards_site.core.errors import NotFound
from awards_site.core.http.feeds import calendar_response, make_calendar
from awards_site.core.http.openapi import file_response
from awards_site.core.http.urls import Month, Year
from awards_site.core.paths import ensure_scheme, record_id
from awards_site.core.validation import Number, Timestamp
from awards_site.features.events.entity import (
    CALENDAR,
    EVENT,
    EVENTS_PAGE,
    CancelledEvent,
    Event,
    EventView,
    Today,
    event_file_path,
    event_path,
    events,
    social_card,
)
from awards_site.features.events.service import (
    in_month,
    in_range,
    is_upcoming,
    list_cancelled,
    today,
)
from awards_site.records.endpoints import Endpoints
from awards_site.records.published import public_router
from awards_site.settings import settings
from awards_site.ui.pages import absolute
from awards_site.ui.share_images.routes import social_image_router

DEFAULT_UPCOMING = 5
MAX_UPCOMING = 100

published = public_router("events")
router = APIRouter(tags=["events"])
social_images = social_image_router("events", events, EventView, social_card)


@published.get("/events", response_model=list[EventView])
def list_events(session: ReadSession) -> Sequence[Event]:
    """List the published events."""
    return events.list_published(session)


@published.get("/events/upcoming", response_model=list[EventView])
def list_upcoming_events(
    session: ReadSession,
    response: Response,
    limit: Annotated[int, Number(1, MAX_UPCOMING, label="limit"), Query()] = DEFAULT_UPCOMING,
) -> Sequence[Event]:
    """List the published events that have not ended, earliest first."""
    upcoming = events.list_published(session, is_upcoming(), limit=limit)
    if upcoming:
        # The list changes when the first of them ends.
        first_end = min(event.end_date for event in upcoming)
        response.headers["Expires"] = format_datetime(first_end, usegmt=True)
    return upcoming


@published.get("/events/today", response_model=Today)
def read_today(response: Response) -> Today:
    """Read the present day in the programme's time zone."""
    day = today()
    response.headers["Expires"] = format_datetime(day.ends_at, usegmt=True)
    return day


@published.get("/events/month/{year}/{month}", response_model=list[EventView])
def list_events_of_month(year: Year, month: Month, session: ReadSession) -> Sequence[Event]:
    """List the published events that overlap a month."""
    return events.list_published(session, in_month(year, month))


@published.get("/events/range", response_model=list[EventView])
def list_events_of_range(
    start: Annotated[datetime, Timestamp(label="start"), Query()],
    end: Annotated[datetime, Timestamp(label="end"), Query()],
    session: ReadSession,
) -> Sequence[Event]:
    """List the published events that overlap a range of ISO 8601 instants."""
    return events.list_published(session, in_range(start, end))


endpoints = Endpoints(router, EVENT).add_all()


REFRESH_INTERVAL = timedelta(hours=1)
"""The interval at which subscribed calendars are asked to refresh."""
CANCELLED_SUMMARY = "This event was cancelled"
"""The title of a cancelled event, whose own title is no longer public."""

feeds: APIRouter = public_router("events")
_CALENDAR = file_response("text/calendar", "A calendar")


@feeds.get(CALENDAR, **_CALENDAR)
def read_calendar_feed(session: ReadSession) -> Response:
    """Read the published events, and the recent cancellations, as an iCalendar feed."""
    entries = [
        *map(_entry, events.list_published(session)),
        *map(_cancelled_entry, list_cancelled(session)),
    ]
    calendar = make_calendar(entries)
    calendar.add("name", settings().programme)
    calendar.add("x-wr-calname", settings().programme)
    # Some calendars show UTC times without it.
    calendar.add("x-wr-timezone", settings().timezone)
    calendar.add("url", absolute(EVENTS_PAGE))
    calendar.add("source", absolute(CALENDAR), parameters={"VALUE": "URI"})
    calendar.add("refresh-interval", REFRESH_INTERVAL, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(REFRESH_INTERVAL))
    return calendar_response(calendar, "events.ics")


@feeds.get(
    f"{EVENTS_PAGE}/{{key}}.ics", **file_response("text/calendar", "A calendar", redirect=308)
)
def read_event_file(key: str, session: ReadSession) -> Response:
    """Read a published event as an .ics file; an outdated URL redirects to the current one."""
    number = record_id(key)
    if number is None:
        raise NotFound.of(events.label)
    event = events.read(session, number, staff=False)
    path = event_file_path(event.id, event.title)
    if path != f"{EVENTS_PAGE}/{key}.ics":
        return RedirectResponse(path, 308)
    return calendar_response(make_calendar([_entry(event)]), path.rpartition("/")[2])


def _entry(event: Event) -> CalendarEntry:
    page = absolute(event_path(event.id, event.title))
    entry = _new_entry(event.id, event.start_date, event.end_date)
    entry.add("dtstamp", event.changed_at)
    entry.add("created", event.created_at)
    entry.add("last-modified", event.changed_at)
    entry.add("sequence", event.revision)
    entry.add("status", "CONFIRMED")
    entry.add("summary", event.title)
    entry.add("description", _description(event, page))
    entry.add("categories", [event.type])
    entry.add("url", page)
    meeting = ensure_scheme(event.virtual_meeting_url or "") if event.is_virtual else ""
    entry.add("location", meeting or event.location)
    return entry


def _cancelled_entry(event: CancelledEvent) -> CalendarEntry:
    entry = _new_entry(event.event_id, event.start_date, event.end_date)
    entry.add("dtstamp", event.created_at)
    entry.add("last-modified", event.created_at)
    entry.add("sequence", event.revision)
    entry.add("status", "CANCELLED")
    entry.add("summary", CANCELLED_SUMMARY)
    return entry


def _new_entry(event_id: int, start: datetime, end: datetime) -> CalendarEntry:
    entry = CalendarEntry()
    host = urlsplit(settings().public_url).hostname
    entry.add("uid", f"event-{event_id}@{host}")
    entry.add("dtstart", start)
    if end > start:
        # DTEND must be after DTSTART; without it, the event ends at its start.
        entry.add("dtend", end)
    return entry


def _description(event: Event, page: str) -> str:
    register = ensure_scheme(event.registration_url or "")
    parts = [event.description, f"Register: {register}" if register else "", page]
    return "\n\n".join(part for part in parts if part)
