"""What can be done with events: read them by time, write them."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from awards_site.core import clock, records
from awards_site.core.errors import Invalid
from awards_site.core.publishing import published, visible
from awards_site.events.models import END_BEFORE_START, Event, EventCreate, EventUpdate
from awards_site.settings import settings

NOUN = "Event"

_IN_ORDER = (col(Event.start_date), col(Event.id))


def _published() -> SelectOfScalar[Event]:
    return select(Event).where(published(Event)).order_by(*_IN_ORDER)


def list_published(session: Session) -> Sequence[Event]:
    """Return the published events, earliest first."""
    return session.exec(_published()).all()


def list_all(session: Session) -> Sequence[Event]:
    """Return all events, drafts included, earliest first."""
    return session.exec(select(Event).order_by(*_IN_ORDER)).all()


def list_upcoming(session: Session, limit: int) -> Sequence[Event]:
    """Return the first `limit` published events whose end is not past."""
    return session.exec(_published().where(Event.end_date >= clock.now()).limit(limit)).all()


def list_month(session: Session, year: int, month: int) -> Sequence[Event]:
    """Return the published events that overlap a month of the programme's calendar."""
    start, end = _month(year, month)
    overlapping = _published().where(Event.start_date < end, Event.end_date >= start)
    return session.exec(overlapping).all()


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


def list_range(session: Session, start: datetime, end: datetime) -> Sequence[Event]:
    """Return the published events that overlap a range; raise Invalid when it is reversed."""
    if start > end:
        raise Invalid({"start": "start must not be after end"})
    overlapping = _published().where(Event.start_date <= end, Event.end_date >= start)
    return session.exec(overlapping).all()


def read(session: Session, event_id: int, staff: bool) -> Event:
    """Return an event; raise NotFound where there is none for this caller."""
    return visible(records.find(session, Event, event_id, NOUN), staff, NOUN)


def create(session: Session, fields: EventCreate) -> Event:
    """Store a new event; raise Invalid when it ends before it starts."""
    _refuse_reversed(fields.start_date, fields.end_date)
    return records.add(session, Event(**fields.model_dump()))


def update(session: Session, event_id: int, fields: EventUpdate) -> Event:
    """Change the named fields; raise Invalid when the event would end before it starts."""
    event = records.find(session, Event, event_id, NOUN)
    changes = fields.given()
    _refuse_reversed(
        changes.get("start_date", event.start_date), changes.get("end_date", event.end_date)
    )
    return records.change(session, event, changes)


def delete(session: Session, event_id: int) -> None:
    """Delete an event."""
    session.delete(records.find(session, Event, event_id, NOUN))


def _refuse_reversed(start: datetime, end: datetime) -> None:
    if end < start:
        raise Invalid({"endDate": END_BEFORE_START})
