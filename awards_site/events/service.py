"""Events, earliest first, and queries by time."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, or_
from sqlmodel import Session, col

from awards_site.core import clock
from awards_site.core.errors import Invalid
from awards_site.core.records.repository import Repository
from awards_site.core.records.soft_delete import DeletedRecord
from awards_site.events.models import END_BEFORE_START, Event
from awards_site.events.revisions import revoke_cancellation
from awards_site.settings import settings


class Events(Repository[Event]):
    """The repository of events."""

    table = Event
    label = "Event"
    ordering = (col(Event.start_date), col(Event.id))

    def prepare(self, session: Session, record: Event, changes: Mapping[str, Any]) -> None:
        if record.end_date < record.start_date:
            raise Invalid({"endDate": END_BEFORE_START})

    def restore(self, session: Session, deleted: DeletedRecord, *, as_draft: bool = False) -> Event:
        """Also revokes the cancellation in the calendar feed, unless the event is a draft."""
        restored = super().restore(session, deleted, as_draft=as_draft)
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
