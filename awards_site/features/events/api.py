"""The HTTP endpoints of events."""

from collections.abc import Sequence
from datetime import datetime
from email.utils import format_datetime
from typing import Annotated

from fastapi import APIRouter, Query, Response

from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.path_parameters import Month, Year
from awards_site.core.validation import Number, Timestamp
from awards_site.features.events.entity import Event, EventView, social_card
from awards_site.features.events.service import EVENT, events, in_month, in_range, is_upcoming
from awards_site.records.endpoints import Endpoints
from awards_site.records.published import public_router
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
