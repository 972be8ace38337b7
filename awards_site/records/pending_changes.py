"""Pending changes to a published record, stored apart from it; the API calls them its draft.

Visitors see the record as it is until they are published, which is one update of the record.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Self

from sqlalchemy import JSON, ColumnElement, UniqueConstraint
from sqlmodel import Field, Relationship, Session, col, select

from awards_site.accounts.models import User
from awards_site.core import clock
from awards_site.core.database.engine import UtcDateTime, metadata, row_from_json
from awards_site.core.database.managed_record import ManagedRecord, ScheduledSchema
from awards_site.core.database.soft_delete import UNDO_PERIOD, table_of
from awards_site.core.errors import Conflict, NotFound
from awards_site.core.etags import etag_of
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.request_context import current_request
from awards_site.core.schemas import Schema, StoredSchema, optional_reference, response_schema
from awards_site.records.companions import Companion
from awards_site.records.versions import input_of, stored_row, values_of

LABEL = "Draft"
IS_PUBLISHED = "is_published"


@response_schema
class DraftPublic(StoredSchema):
    """Pending changes as staff read them; they were begun at `createdAt`."""

    record_id: int
    user_name: str | None
    """The user who saved them last; null if that user was deleted."""
    updated_at: datetime
    values: dict[str, Any]
    """The changed fields, by the keys of an update of the record."""
    base: dict[str, Any]
    """All fields of the record as it was when the draft was begun."""
    is_outdated: bool
    """Whether the record has changed since."""


@not_public
class PendingChanges(Companion, table=True):
    """The pending changes of a record; discarded ones are kept while that can be undone."""

    __tablename__ = "record_drafts"
    __table_args__ = (UniqueConstraint("table_name", "record_id"),)

    changes: dict[str, Any] = Field(sa_type=JSON)
    """The columns that differ from the base."""
    base: dict[str, Any] = Field(sa_type=JSON)
    """The columns of the record that staff fill in, as they were when the changes were begun."""
    base_etag: str
    """The record's ETag then."""
    updated_at: datetime = Field(default_factory=lambda: clock.now(), sa_type=UtcDateTime)
    discarded_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    user_id: int | None = optional_reference("users.id")
    user: User | None = Relationship(sa_relationship_kwargs={"lazy": "joined"})

    @classmethod
    def begin(cls, record: ManagedRecord, etag: str) -> Self:
        """Return no changes yet of a record, which has this ETag."""
        pending = cls(
            table_name=str(record.__tablename__),
            record_id=record.id,
            changes={},
            base={},
            base_etag=etag,
        )
        pending.rebase(record, etag)
        return pending

    @classmethod
    def has_expired(cls) -> ColumnElement[bool]:
        return col(cls.discarded_at) < clock.now() - UNDO_PERIOD

    @property
    def etag(self) -> str:
        """The ETag of the changes."""
        saved = [self.id, self.base_etag, self.updated_at.isoformat(), self.changes]
        return etag_of(json.dumps(saved, sort_keys=True).encode())

    def rebase(self, record: ManagedRecord, etag: str) -> None:
        """Base the changes on the record as it is now."""
        table = table_of(type(record))
        row = {each.name: getattr(record, each.name) for each in table.columns}
        self.base, self.base_etag = stored_row(row), etag
        self._set_changes(self.changes)

    def merge(self, fields: Schema) -> None:
        """Add the provided fields; those that are as in the record are left out."""
        given = stored_row(
            {
                name: value.astimezone(UTC) if isinstance(value, datetime) else value
                for name, value in fields.provided_fields().items()
                if name in self.base
            }
        )
        self._set_changes({**self.changes, **given})
        self.updated_at = clock.now()
        self.discarded_at = None
        request = current_request()
        self.user_id = request.user_id if request else None

    def _set_changes(self, changes: Mapping[str, Any]) -> None:
        # Compare JSON, because 1 == True in Python.
        self.changes = {
            name: value
            for name, value in changes.items()
            if json.dumps(value) != json.dumps(self.base.get(name))
        }

    def discard(self) -> None:
        """Keep the changes only for undoing this."""
        self.discarded_at = clock.now()

    def input(self, schema: type[Schema]) -> Schema:
        """Return the changes as an update. Raises Invalid where they break a newer rule.

        Without its schedule, a record would be published at once.
        """
        is_switched = IS_PUBLISHED in self.changes
        schedule = ScheduledSchema.model_fields.keys() & self.base.keys() if is_switched else ()
        return input_of({**{name: self.base[name] for name in schedule}, **self.changes}, schema)

    def public(self, schema: type[Schema], etag: str) -> DraftPublic:
        """Return the changes as staff read them, by the schema of updates and the record's ETag."""
        table = metadata.tables[self.table_name]
        values, base = (
            values_of(row_from_json(table, row), schema) for row in (self.changes, self.base)
        )
        return DraftPublic(
            id=self.id,
            created_at=self.created_at,
            record_id=self.record_id,
            user_name=self.user_name,
            updated_at=self.updated_at,
            values=values,
            base=base,
            is_outdated=etag != self.base_etag,
        )


def find_pending(session: Session, record: ManagedRecord) -> PendingChanges | None:
    """Return the pending changes of a record, if it has some."""
    pending = find_stored(session, record)
    return None if pending is None or pending.discarded_at else pending


def require_pending(session: Session, record: ManagedRecord) -> PendingChanges:
    """Return the pending changes of a record. Raises NotFound."""
    pending = find_pending(session, record)
    if pending is None:
        raise NotFound.of(LABEL)
    return pending


def find_stored(session: Session, record: ManagedRecord) -> PendingChanges | None:
    """Return the pending changes of a record, even if they were discarded."""
    return session.exec(select(PendingChanges).where(*PendingChanges.is_of(record))).first()


def ids_with_pending(session: Session, table_name: str, ids: Collection[int]) -> Sequence[int]:
    """Return the ids, of these, of the records of a table that have pending changes."""
    statement = select(PendingChanges.record_id).where(
        *PendingChanges.are_of(table_name, ids),
        col(PendingChanges.discarded_at).is_(None),
    )
    return session.exec(statement).all()


def undiscard(session: Session, record: ManagedRecord) -> PendingChanges:
    """Bring back pending changes that were discarded within the last hour. Raises NotFound."""
    pending = find_stored(session, record)
    oldest = clock.now() - UNDO_PERIOD
    if pending is None or (pending.discarded_at is not None and pending.discarded_at < oldest):
        raise NotFound("The draft can no longer be restored")
    if pending.discarded_at is None:
        raise Conflict("A newer draft has been saved in the meantime")
    pending.discarded_at = None
    return pending
