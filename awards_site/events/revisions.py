"""Revisions of events: counted, and kept of events that are withdrawn, for calendars elsewhere.

A calendar that follows ours believes what has the higher revision (RFC 5545, SEQUENCE). So each
change of an event counts, and a withdrawal and what follows it do.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, delete, event, insert, inspect
from sqlalchemy.orm import Mapper
from sqlmodel import Session, col, select

from awards_site.core import clock
from awards_site.core.database import metadata
from awards_site.events.models import Event, EventBase, WithdrawnEvent

RETENTION = timedelta(days=90)
"""How long calendars are told that an event was withdrawn."""

_withdrawn = metadata.tables[str(WithdrawnEvent.__tablename__)]


def list_withdrawn(session: Session) -> Sequence[WithdrawnEvent]:
    """Return the events that were withdrawn lately, earliest first."""
    statement = select(WithdrawnEvent).where(
        col(WithdrawnEvent.created_at) > clock.now() - RETENTION
    )
    ordering = col(WithdrawnEvent.start_date), col(WithdrawnEvent.id)
    return session.exec(statement.order_by(*ordering)).all()


def follow_withdrawal(session: Session, restored: Event) -> None:
    """Let an event that was brought back have a higher revision than its withdrawal had."""
    of_event = col(WithdrawnEvent.event_id) == restored.id
    withdrawn = session.exec(select(WithdrawnEvent).where(of_event)).first()
    if withdrawn and restored.is_published:
        restored.revision = withdrawn.revision + 1
        session.delete(withdrawn)


@event.listens_for(Event, "before_update")
def _count(_mapper: Mapper[Any], connection: Connection, record: Event) -> None:
    before = {
        name: history.deleted[0] if history.deleted else getattr(record, name)
        for name in EventBase.model_fields
        if (history := inspect(record).attrs[name].history).has_changes()
    }
    if not before:
        return
    record.revision += 1
    if before.get("is_published") is True:
        _withdraw(connection, record, before)
    elif before.get("is_published") is False:
        _forget(connection, record)


@event.listens_for(Event, "before_delete")
def _withdraw_deleted(_mapper: Mapper[Any], connection: Connection, record: Event) -> None:
    if record.is_published:
        record.revision += 1
        _withdraw(connection, record, {})


def _withdraw(connection: Connection, record: Event, before: dict[str, Any]) -> None:
    """Keep what visitors knew, which is not what an editor may have changed along with it."""
    now = clock.now()
    _forget(connection, record)
    connection.execute(delete(_withdrawn).where(_withdrawn.c.created_at <= now - RETENTION))
    connection.execute(
        insert(_withdrawn).values(
            event_id=record.id,
            created_at=now,
            start_date=before.get("start_date", record.start_date),
            end_date=before.get("end_date", record.end_date),
            revision=record.revision,
        )
    )


def _forget(connection: Connection, record: Event) -> None:
    connection.execute(delete(_withdrawn).where(_withdrawn.c.event_id == record.id))
