"""Queries for events: upcoming ones, those of a month or a range, the cancelled ones, and today."""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta

from sqlalchemy import ColumnElement, and_, exists, or_
from sqlmodel import Session, col, select

from awards_site.core import clock
from awards_site.core.errors import Invalid
from awards_site.features.events.entity import RETENTION, CancelledEvent, Event, Today
from awards_site.settings import settings


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


def today() -> Today:
    """Return the present day in the programme's time zone."""
    day = clock.today()
    start, end = (
        datetime.combine(each, time.min, settings().zone).astimezone(UTC)
        for each in (day, day + timedelta(days=1))
    )
    return Today(date=day.isoformat(), starts_at=start, ends_at=end)


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
