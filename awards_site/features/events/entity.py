"""Events: tables, schemas, views.

In the browser, frontend/queries/dates.js formats them. tests/features/date_cases.json holds
the cases that both must pass.
"""

from datetime import datetime, timedelta, tzinfo
from typing import Annotated

from sqlalchemy import Index
from sqlmodel import Field

from awards_site.core.database.engine import UtcDateTime
from awards_site.core.database.managed_record import ManagedRecord, ScheduledSchema
from awards_site.core.paths import ensure_scheme, record_path
from awards_site.core.schemas import (
    Record,
    Schema,
    StoredSchema,
    computed_property,
    partial,
    response_schema,
)
from awards_site.core.validation import MAX_TEXT_LENGTH, Boolean, Link, Text, Timestamp
from awards_site.records.images import ResponsiveImage, responsive_image
from awards_site.settings import settings
from awards_site.ui.share_images.drawing import SocialCard

EVENTS_PAGE = "/events"
CALENDAR = "/events.ics"
END_BEFORE_START = "End date must not be before the start date"


def event_path(record_id: int, title: str) -> str:
    return record_path(EVENTS_PAGE, record_id, title, "event")


def event_file_path(record_id: int, title: str) -> str:
    return f"{event_path(record_id, title)}.ics"


class EventBase(ScheduledSchema, Schema):
    """The fields that staff fill in."""

    title: Annotated[str, Text(1)]
    description: Annotated[str, Text(1, max_length=MAX_TEXT_LENGTH)]
    location: Annotated[str, Text(1)]
    type: Annotated[str, Text(1, "Event type is required")] = "general"
    start_date: Annotated[datetime, Timestamp()] = Field(sa_type=UtcDateTime)
    end_date: Annotated[datetime, Timestamp()] = Field(sa_type=UtcDateTime)
    is_virtual: Annotated[bool, Boolean()] = False
    virtual_meeting_url: Annotated[str | None, Link()] = None
    registration_url: Annotated[str | None, Link()] = None
    image_url: Annotated[str | None, Link()] = None
    is_published: Annotated[bool, Boolean()] = True


class EventCreate(EventBase):
    """A new event."""


@partial
class EventUpdate(EventBase):
    """A partial update of an event."""


class Event(ManagedRecord, EventBase, table=True):
    """An event of the calendar; `revision` counts its changes, for subscribed calendars."""

    __tablename__ = "events"
    title_field = "title"
    search_fields = ("title", "description", "location", "type")
    year_field = "start_date"
    image_field = "image_url"
    __table_args__ = (
        Index("ix_events_is_published_start_date", "is_published", "start_date"),
        Index("ix_events_is_published_end_date", "is_published", "end_date"),
    )

    revision: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


class CancelledEvent(Record, table=True):
    """The cancellation of an unpublished or deleted event, for subscribed calendars.

    Dates and revision are those at the time of the cancellation.
    """

    __tablename__ = "withdrawn_events"

    event_id: int = Field(unique=True)
    start_date: datetime = Field(sa_type=UtcDateTime)
    end_date: datetime = Field(sa_type=UtcDateTime)
    revision: int


@response_schema
class EventView(StoredSchema, EventBase):
    """An event."""

    @computed_property
    def path(self) -> str:
        """The path of its page."""
        return event_path(self.id, self.title)

    @computed_property
    def file(self) -> str:
        """The path of its .ics file."""
        return event_file_path(self.id, self.title)

    @computed_property
    def image(self) -> ResponsiveImage:
        """Its image; `src` is '' if there is none."""
        return responsive_image(self.image_url)

    @computed_property
    def join_link(self) -> str:
        """The URL of a virtual event's meeting, or ''."""
        return ensure_scheme((self.is_virtual and self.virtual_meeting_url) or "")

    @computed_property
    def register_link(self) -> str:
        """The registration URL, or ''."""
        return ensure_scheme(self.registration_url or "")


ABBREVIATIONS = frozenset(
    ("EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT", "AKST", "AKDT", "HST", "HDT")
)
"""Those that browsers know in English."""


def format_dates(start: datetime, end: datetime, zone: tzinfo) -> str:
    """Return the date and times of a one-day event, or the first and last day of a longer one.

    An end at midnight belongs to the day before. If the clocks change between the times of one
    day, they have the zone's abbreviation.
    """
    first, last = to_zone(start, zone), to_zone(end, zone)
    last_day = to_zone(end - timedelta.resolution, zone) if end > start else last
    if first.date() != last_day.date():
        return f"{_format_date(first)} - {_format_date(last_day)}"
    times = [_format_time(first), _format_time(last)]
    if first.utcoffset() != last.utcoffset():
        times = [
            f"{text} {_zone_name(time)}" for text, time in zip(times, (first, last), strict=True)
        ]
    return f"{_format_date(first)} \u00b7 {' - '.join(times)}"


def to_zone(time: datetime, zone: tzinfo) -> datetime:
    """Return an aware time in `zone`; one that `zone` cannot represent is returned unchanged."""
    try:
        return time.astimezone(zone)
    except OverflowError:
        # The offset would move the time before year 1 or past year 9999.
        return time


def _format_date(time: datetime) -> str:
    return f"{time:%B} {time.day}, {time.year}"


def _format_time(time: datetime) -> str:
    return f"{time.hour % 12 or 12}:{time:%M} {'AM' if time.hour < 12 else 'PM'}"


def _zone_name(time: datetime) -> str:
    """Return the abbreviation of the zone, such as 'EST', or its offset, such as 'UTC+2'."""
    offset = time.utcoffset()
    name = time.tzname()
    if name in ABBREVIATIONS or offset is None:
        return str(name)
    hours, minutes = divmod(abs(offset) // timedelta(minutes=1), 60)
    return f"UTC{'-' if offset < timedelta() else '+'}{hours}{f':{minutes:02}' if minutes else ''}"


def social_card(event: EventView) -> SocialCard:
    dates = format_dates(event.start_date, event.end_date, settings().zone)
    return SocialCard(
        "events",
        event.id,
        label=event.type.capitalize(),
        title=event.title,
        lines=(dates.replace(" \u00b7 ", ", "), event.location),
        image=event.image_url or "",
        position=event.image.get("position", ""),
        fallback_text=str(to_zone(event.start_date, settings().zone).day),
    )
