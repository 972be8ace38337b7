"""Events: tables, schemas, dates, and revisions and cancellations for subscribed calendars.

A calendar accepts an update if its SEQUENCE is higher than before (RFC 5545). The revision of an
event therefore rises with every change, including cancellation and restoring.

In the browser, frontend/queries/dates.js formats dates. tests/features/date_cases.json holds the
cases that both must pass.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta, tzinfo
from typing import Annotated, Any

from sqlalchemy import Connection, Index, delete, event, insert, inspect
from sqlalchemy.orm import Mapper
from sqlmodel import Field, Session, col, select

from awards_site.accounts.permissions import Permission
from awards_site.core import clock
from awards_site.core.database.engine import UtcDateTime, metadata
from awards_site.core.database.managed_record import (
    ManagedRecord,
    Schedule,
    ScheduledSchema,
    schedule_of,
)
from awards_site.core.database.repository import Repository
from awards_site.core.database.soft_delete import DeletedRecord
from awards_site.core.errors import Invalid
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
from awards_site.records.checklist import Check, Checklist, requires
from awards_site.records.entity import Entity
from awards_site.records.images import ResponsiveImage, responsive_image
from awards_site.records.imports.fields import ImportRules
from awards_site.settings import settings
from awards_site.ui.share_images.drawing import SocialCard
from awards_site.ui.share_images.routes import fits_card

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


@response_schema
class Today(Schema):
    """A day in the programme's time zone, and the times at which it begins and ends."""

    date: str
    starts_at: datetime
    ends_at: datetime


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


RETENTION = timedelta(days=90)
"""The time for which the calendar feed lists a cancelled event."""

_cancelled = metadata.tables[str(CancelledEvent.__tablename__)]


def revoke_cancellation(session: Session, restored: Event) -> None:
    """Raise an event's revision above its cancellation, which ends if the event is published."""
    is_of_event = col(CancelledEvent.event_id) == restored.id
    cancelled = session.exec(select(CancelledEvent).where(is_of_event)).first()
    if cancelled:
        restored.revision = max(restored.revision, cancelled.revision + 1)
        if restored.is_published:
            session.delete(cancelled)


@event.listens_for(Event, "before_update")
def _count_revision(_mapper: Mapper[Any], connection: Connection, record: Event) -> None:
    before = {
        name: history.deleted[0] if history.deleted else getattr(record, name)
        for name in EventBase.model_fields
        if (history := inspect(record).attrs[name].history).has_changes()
    }
    if not before:
        return
    now, schedule, former = clock.now(), schedule_of(record), Schedule.of(vars(record) | before)
    # Calendars have seen the end of a schedule as a cancellation with the next revision.
    record.revision += 2 if former.has_ended(now) else 1
    if schedule.is_visible(now):
        _delete_cancellation(connection, record)
    elif former.was_visible(now):
        _cancel(connection, record, before)
        if schedule.publish_at is not None and schedule.publish_at > now:
            # It appears again without a write, with a higher revision than its cancellation.
            record.revision += 1


@event.listens_for(Event, "before_delete")
def _cancel_deleted(_mapper: Mapper[Any], connection: Connection, record: Event) -> None:
    if schedule_of(record).was_visible(clock.now()):
        record.revision += 1
        _cancel(connection, record, {})


def _cancel(connection: Connection, record: Event, before: Mapping[str, Any]) -> None:
    """Store a cancellation with the last published dates; `before` holds the changed fields."""
    now = clock.now()
    _delete_cancellation(connection, record)
    connection.execute(delete(_cancelled).where(_cancelled.c.created_at <= now - RETENTION))
    connection.execute(
        insert(_cancelled).values(
            event_id=record.id,
            created_at=now,
            start_date=before.get("start_date", record.start_date),
            end_date=before.get("end_date", record.end_date),
            revision=record.revision,
        )
    )


def _delete_cancellation(connection: Connection, record: Event) -> None:
    connection.execute(delete(_cancelled).where(_cancelled.c.event_id == record.id))


class Events(Repository[Event]):
    """The repository of events."""

    table = Event
    label = "Event"
    ordering = (col(Event.start_date), col(Event.id))

    def prepare(self, session: Session, record: Event, changes: Mapping[str, Any]) -> None:
        if record.end_date < record.start_date:
            raise Invalid({"endDate": END_BEFORE_START})

    def restore(
        self, session: Session, deleted: DeletedRecord, *, unpublish: bool = False
    ) -> Event:
        """Also revokes the cancellation in the calendar feed, unless the event is a draft."""
        restored = super().restore(session, deleted, unpublish=unpublish)
        revoke_cancellation(session, restored)
        return restored


events = Events()


def _missing_end(event: Event) -> str:
    return "" if event.end_date > event.start_date else "Ends when it starts: enter its end"


def _missing_meeting(event: Event) -> str:
    is_complete = event.virtual_meeting_url or not event.is_virtual
    return "" if is_complete else "Virtual event without a meeting URL"


EVENT = Entity(
    repository=events,
    view=EventView,
    create=EventCreate,
    update=EventUpdate,
    path="/events",
    list_path="/admin/events",
    screen_path="/admin/events",
    page_of=lambda each: event_path(each.id, each.title),
    managed_by=Permission.MANAGE_SHOWCASE,
    reads="by visitors",
    search_details=("start_date", "location"),
    imports=ImportRules(
        same=("title", "start_date"),
        labels={"is_virtual": "Virtual event"},
        headings={
            "title": ("Event", "Name", "Event name", "Subject"),
            "description": ("Details", "About", "Summary"),
            "location": ("Venue", "Place", "Address", "Where", "City"),
            "type": ("Kind", "Category", "Format"),
            "start_date": ("Start", "Starts", "Begin", "Begins", "From", "Date", "When"),
            "end_date": ("End", "Ends", "To", "Until", "Finish"),
            "is_virtual": ("Online", "Virtual", "Remote"),
            "virtual_meeting_url": ("Zoom", "Teams", "Meeting link"),
            "registration_url": ("Tickets", "RSVP", "Booking"),
            "image_url": ("Photo", "Picture", "Banner"),
        },
    ),
    checklist=Checklist(
        checks=(
            requires("image_url", "Image missing"),
            Check("end_date", _missing_end),
            Check("virtual_meeting_url", _missing_meeting),
            *fits_card(EventView, social_card, title="title", location=1, type="label"),
        ),
        link_fields=("registration_url", "virtual_meeting_url"),
    ),
)
