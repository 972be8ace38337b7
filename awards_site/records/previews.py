"""Previews: the pages of a record as they will be once its pending changes are published."""

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session

from awards_site.core.database.managed_record import (
    ManagedRecord,
    ScheduledSchema,
    is_publishable,
    is_scheduled,
)
from awards_site.core.database.sessions import Overlay
from awards_site.core.schemas import Schema
from awards_site.records.drafts import find_draft
from awards_site.records.entity import Entity

NEW_ID = 2_147_483_647
"""The id of a new record in its preview: each part of a page is read in its own transaction."""


def overlay_of(
    entity: Entity, record_id: int, changes: Schema | None = None, *, for_strangers: bool = False
) -> Overlay:
    """Return the write that publishes a record with its draft, or with `changes` instead.

    Staff see it without embargoes, and people without an account see no results of it that are
    not public yet.
    """
    repository, update = entity.repository, entity.update
    assert update is not None

    def write(session: Session) -> None:
        record = repository.find(session, record_id, for_update=True)
        withheld = repository.withheld(session, record) if for_strangers else {}
        draft = find_draft(session, record) if changes is None else None
        fields = draft.input(update) if draft else changes
        if fields is not None:
            repository.update(session, record, fields)
        _publish(entity, session, record, withheld)
        if not for_strangers:
            repository.lift_embargoes(session, record)

    return write


def overlay_of_new(entity: Entity, fields: Schema) -> Overlay:
    """Return the write that creates and publishes a record, whose id is NEW_ID."""
    repository = entity.repository

    def write(session: Session) -> None:
        record = repository.create(session, fields)
        record.id = NEW_ID
        session.flush()
        _publish(entity, session, record)
        repository.lift_embargoes(session, record)

    return write


def _publish(
    entity: Entity, session: Session, record: ManagedRecord, others: Mapping[str, Any] | None = None
) -> None:
    """Let visitors see a record now, with the `others` of its values."""
    repository = entity.repository
    if not is_publishable(repository.table):
        return
    times = ScheduledSchema.model_fields if is_scheduled(repository.table) else ()
    shown = {repository.table.published_field: True, **dict.fromkeys(times)}
    repository.change(session, record, {**shown, **(others or {})})
