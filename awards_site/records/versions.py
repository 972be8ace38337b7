"""The versions of records: the state of the record after every change by staff."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from pydantic import ValidationError
from sqlalchemy import JSON, Index
from sqlmodel import Field, Relationship, Session, col, func, select

from awards_site.accounts.models import User
from awards_site.accounts.permissions import Permission
from awards_site.core.audit.log import is_derived, record_changes
from awards_site.core.audit.models import Action
from awards_site.core.database.engine import metadata, row_from_json, row_to_json
from awards_site.core.database.managed_record import ManagedRecord, is_released
from awards_site.core.database.sessions import row_change
from awards_site.core.database.soft_delete import table_of
from awards_site.core.errors import Invalid, NotFound
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.request_context import current_request
from awards_site.core.schemas import (
    Schema,
    StoredSchema,
    optional_reference,
    response_schema,
)
from awards_site.core.validation import field_of, message_of
from awards_site.records.companions import Companion
from awards_site.records.preview_links import end_links

S = TypeVar("S", bound=Schema)

ORIGINAL = "original"
"""The action of the version before the first change that was recorded."""


@response_schema
class RecordVersionPublic(StoredSchema):
    """A version as staff read it; `user_name` is null if the user was deleted.

    `values` has the keys of an update of the record.
    """

    action: str
    user_name: str | None
    values: dict[str, Any]


@not_public
class RecordVersion(Companion, table=True):
    """The state of a record after a change, or before it was deleted."""

    __tablename__ = "record_versions"
    __table_args__ = (
        Index("ix_record_versions_table_name_record_id_id", "table_name", "record_id", "id"),
    )

    action: str
    row: dict[str, Any] = Field(sa_type=JSON)
    """The columns that staff fill in."""
    user_id: int | None = optional_reference("users.id")
    user: User | None = Relationship(sa_relationship_kwargs={"lazy": "joined"})

    def public(self, schema: type[Schema]) -> RecordVersionPublic:
        """Return the version with the values of the fields of `schema`, by their keys."""
        return RecordVersionPublic(
            id=self.id,
            created_at=self.created_at,
            action=self.action,
            user_name=self.user_name,
            values=values_of(row_from_json(metadata.tables[self.table_name], self.row), schema),
        )

    def input(self, schema: type[Schema]) -> Schema:
        """Return the version as an update. Raises Invalid where it breaks a newer rule."""
        return input_of(self.row, schema)


def record_writes(
    session: Session,
    action: Action,
    record_type: str,
    records: Sequence[ManagedRecord],
    managed_by: Permission,
) -> None:
    """Add the same change of records of an entity to the audit log and to the versions.

    It is in the transaction of the change. `managed_by` is the permission to see the entity's
    recent changes.
    """
    record_changes(session, action, record_type, records, permission=managed_by.name)
    flipped = [each.id for each in records if _is_flipped(session, each)]
    if flipped:
        end_links(session, str(records[0].__tablename__), flipped)
    for record in records:
        if record.has_versions:
            record_version(session, action, record)


def _is_flipped(session: Session, record: ManagedRecord) -> bool:
    """Return whether the transaction has published or withdrawn a record."""
    table = type(record)
    change = row_change(session, str(record.__tablename__), record.id)
    before = change.before if change else None
    if not before:
        return False
    return is_released(table, before.get) != is_released(table, partial(getattr, record))


def record_version(session: Session, action: Action, record: ManagedRecord) -> None:
    """Store a record that the transaction has changed and flushed as its newest version.

    The first time, its state before the change is stored, too.
    """
    table = table_of(type(record))
    change = row_change(session, table.name, record.id)
    if change and change.before and not list_versions(session, record, 1):
        made_at = change.before["updated_at"] or record.created_at
        session.add(_version(ORIGINAL, record, change.before, created_at=made_at))
    request = current_request()
    row = {column.name: getattr(record, column.name) for column in table.columns}
    session.add(_version(action.value, record, row, user_id=request and request.user_id))


def newest_versions(
    session: Session, table_name: str, record_ids: Collection[int]
) -> Mapping[int, int]:
    """Return the id of the newest version of each record, by its id."""
    record_id = col(RecordVersion.record_id)
    statement = select(record_id, func.max(RecordVersion.id)).group_by(record_id)
    return dict(session.exec(statement.where(*RecordVersion.are_of(table_name, record_ids))).all())


def list_versions(
    session: Session, record: ManagedRecord, limit: int | None = None
) -> Sequence[RecordVersion]:
    """Return the versions of a record, the newest first; all of them or the newest."""
    return session.exec(_versions_of(record).limit(limit)).all()


def find_version(session: Session, record: ManagedRecord, version_id: int) -> RecordVersion:
    """Return a version of a record. Raises NotFound."""
    return _first(session, _versions_of(record).where(RecordVersion.id == version_id))


def find_version_before(session: Session, record: ManagedRecord, version_id: int) -> RecordVersion:
    """Return the version of a record before another one. Raises NotFound."""
    return _first(session, _versions_of(record).where(RecordVersion.id < version_id))


def _first(session: Session, versions: Any) -> RecordVersion:
    found: RecordVersion | None = session.exec(versions.limit(1)).first()
    if found is None:
        raise NotFound.of("Version")
    return found


def _versions_of(record: ManagedRecord) -> Any:
    own = select(RecordVersion).where(*RecordVersion.is_of(record))
    return own.order_by(col(RecordVersion.id).desc())


def _version(
    action: str, record: ManagedRecord, row: Mapping[str, Any], **values: Any
) -> RecordVersion:
    return RecordVersion(
        table_name=str(record.__tablename__),
        record_id=record.id,
        action=action,
        row=stored_row(row),
        **values,
    )


def stored_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a row that staff fill in, as JSON."""
    return row_to_json({name: value for name, value in row.items() if not is_derived(name)})


def input_of(row: Mapping[str, Any], schema: type[Schema]) -> Schema:
    """Return stored columns as an update. Raises Invalid where they break a newer rule."""
    return validated(values_of(row, schema), schema)


def validated(values: Mapping[str, Any], schema: type[S] | None) -> S:
    """Return values as the input that they are. Raises Invalid where they break a rule."""
    assert schema is not None
    try:
        return schema.model_validate(values)
    except ValidationError as error:
        # Forms show only the first error of a field.
        found: dict[str, str] = {}
        for each in error.errors():
            found.setdefault(field_of(each), message_of(each))
        raise Invalid(found) from error


def values_of(row: Mapping[str, Any], schema: type[Schema]) -> dict[str, Any]:
    """Return the values of a row by the keys of `schema`, without those it does not have."""
    keys = {name: field.alias or name for name, field in schema.model_fields.items()}
    return {key: row[name] for name, key in keys.items() if name in row}
