"""The HTTP endpoints of events (spec 2, section 7)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query

from awards_site.auth.access import Staff, allow
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession, WriteSession
from awards_site.core.http.paths import Id, Month, Year
from awards_site.core.http.revalidation import RevalidatedRoute
from awards_site.core.rules import Instant, Number
from awards_site.events import service
from awards_site.events.models import Event, EventCreate, EventPublic, EventUpdate

UPCOMING_DEFAULT = 5
UPCOMING_MOST = 100

published = APIRouter(
    tags=["events"],
    route_class=RevalidatedRoute,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
router = APIRouter(tags=["events"])
_managing = [allow(Permission.MANAGE_SHOWCASE)]


@published.get("/events", response_model=list[EventPublic])
def list_events(session: ReadSession) -> Sequence[Event]:
    """List the published events."""
    return service.list_published(session)


@published.get("/events/upcoming", response_model=list[EventPublic])
def list_upcoming_events(
    session: ReadSession,
    limit: Annotated[int, Number(1, UPCOMING_MOST, label="limit"), Query()] = UPCOMING_DEFAULT,
) -> Sequence[Event]:
    """List the published events that are not past, earliest first."""
    return service.list_upcoming(session, limit)


@published.get("/events/month/{year}/{month}", response_model=list[EventPublic])
def list_events_of_month(
    year: Year,
    month: Month,
    session: ReadSession,
) -> Sequence[Event]:
    """List the published events that overlap a month."""
    return service.list_month(session, year, month)


@published.get("/events/range", response_model=list[EventPublic])
def list_events_of_range(
    start: Annotated[datetime, Instant(label="start"), Query()],
    end: Annotated[datetime, Instant(label="end"), Query()],
    session: ReadSession,
) -> Sequence[Event]:
    """List the published events that overlap a range of ISO 8601 instants."""
    return service.list_range(session, start, end)


@router.get("/admin/events", response_model=list[EventPublic], dependencies=_managing)
def list_all_events(session: ReadSession) -> Sequence[Event]:
    """List all events, drafts included."""
    return service.list_all(session)


@router.get(
    "/events/{event_id}",
    response_model=EventPublic,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
def read_event(event_id: Id, session: ReadSession, staff: Staff) -> Event:
    """Read one event; a draft only as staff."""
    return service.read(session, event_id, staff)


@router.post("/events", status_code=201, response_model=EventPublic, dependencies=_managing)
def create_event(body: EventCreate, session: WriteSession) -> Event:
    """Create an event."""
    return service.create(session, body)


@router.put("/events/{event_id}", response_model=EventPublic, dependencies=_managing)
def update_event(event_id: Id, body: EventUpdate, session: WriteSession) -> Event:
    """Change the named fields of an event."""
    return service.update(session, event_id, body)


@router.delete("/events/{event_id}", status_code=204, dependencies=_managing)
def delete_event(event_id: Id, session: WriteSession) -> None:
    """Delete an event."""
    service.delete(session, event_id)
