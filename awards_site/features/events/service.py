"""Events: when they are shown, and their revisions and cancellations for subscribed calendars.

A calendar accepts an update if its SEQUENCE is higher than before (RFC 5545). The revision of an
event therefore rises with every change, including cancellation and restoring.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, event, exists, insert, inspect, or_
from sqlalchemy.orm import Mapper
from sqlmodel import Session, col, select

from awards_site.accounts.permissions import Permission
from awards_site.core import clock
from awards_site.core.database.engine import metadata
from awards_site.core.database.managed_record import Schedule, schedule_of
from awards_site.core.database.repository import Repository
from awards_site.core.database.soft_delete import DeletedRecord
from awards_site.core.errors import Invalid
from awards_site.features.events.entity import (
    END_BEFORE_START,
    CancelledEvent,
    Event,
    EventBase,
    EventCreate,
    EventUpdate,
    EventView,
    event_path,
    social_card,
)
from awards_site.records.checklist import Check, Checklist, requires
from awards_site.records.entity import Entity
from awards_site.records.imports.fields import ImportRules
from awards_site.settings import settings
from awards_site.ui.share_images.routes import fits_card

RETENTION = timedelta(days=90)
"""How long the calendar feed lists a cancelled event."""

_cancelled = metadata.tables[str(CancelledEvent.__tablename__)]


def list_cancelled(session: Session) -> Sequence[CancelledEvent]:
    """Return the events cancelled within `RETENTION`, earliest first.

    Those whose schedule has ended are among them.
    """
    now = clock.now()
    since, start, end = now - RETENTION, col(Event.publish_at), col(Event.unpublish_at)
    has_begun = col(Event.is_published).is_(True), or_(start.is_(None), start <= now)
    is_superseded = exists().where(col(Event.id) == col(CancelledEvent.event_id), *has_begun)
    cancelled = select(CancelledEvent).where(col(CancelledEvent.created_at) > since, ~is_superseded)
    ended = select(Event).where(*has_begun, end > since, end <= now)
    found = [*session.exec(cancelled).all(), *map(_end, session.exec(ended).all())]
    return sorted(found, key=lambda each: (each.start_date, each.event_id))


def _end(ended: Event) -> CancelledEvent:
    """Return the cancellation of an event whose schedule has ended."""
    return CancelledEvent(
        event_id=ended.id,
        created_at=ended.unpublish_at or ended.changed_at,
        start_date=ended.start_date,
        end_date=ended.end_date,
        revision=ended.revision + 1,
    )


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


def _cancel(connection: Connection, record: Event, before: dict[str, Any]) -> None:
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


def is_upcoming() -> ColumnElement[bool]:
    return col(Event.end_date) >= clock.now()


def in_month(year: int, month: int) -> ColumnElement[bool]:
    """Return the condition that an event overlaps a month in the programme's time zone.

    One that ends as the month begins does not, unless it begins then, too.
    """
    start, end = _month(year, month)
    return and_(col(Event.start_date) < end, _ends_after(start))


def in_range(start: datetime, end: datetime) -> ColumnElement[bool]:
    """Return the condition that an event overlaps a range. Raises Invalid if `start > end`.

    One that ends as the range begins does not, unless it begins then, too.
    """
    if start > end:
        raise Invalid({"start": "start must not be after end"})
    return and_(col(Event.start_date) <= end, _ends_after(start))


def _ends_after(start: datetime) -> ColumnElement[bool]:
    return or_(col(Event.end_date) > start, col(Event.start_date) == start)


def _month(year: int, month: int) -> tuple[datetime, datetime]:
    zone = settings().zone
    try:
        start = datetime(year, month, 1, tzinfo=zone).astimezone(UTC)
    except OverflowError:
        start = datetime.min.replace(tzinfo=UTC)
    try:
        return start, datetime(year + month // 12, month % 12 + 1, 1, tzinfo=zone).astimezone(UTC)
    except (OverflowError, ValueError):
        return start, datetime.max.replace(tzinfo=UTC)


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
