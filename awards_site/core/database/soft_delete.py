"""Soft delete: deleted records are stored for a while so that they can be restored.

A deleted record is stored together with the rows deleted by cascade and the references set to NULL.
Tables with `info={"restored": False}`, such as sessions, are not restored. Records with versions
stay in the Trash for TRASH_PERIOD; personal data is stored for UNDO_PERIOD only.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, ClassVar, TypeVar

from sqlalchemy import (
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Table,
    and_,
    delete,
    exists,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.sql.sqltypes import JSON
from sqlmodel import Field, Session, col

from awards_site.core import clock
from awards_site.core.database.engine import metadata, row_from_json, row_to_json
from awards_site.core.database.managed_record import (
    ManagedRecord,
    SearchableRecord,
    derived_fields,
    versioned_models,
    withdrawn_values,
)
from awards_site.core.errors import NotFound
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.request_context import COMMAND_LINE, current_request
from awards_site.core.schemas import Record

R = TypeVar("R", bound=ManagedRecord)
Row = Mapping[str, Any]

UNDO_PERIOD = timedelta(hours=1)
"""The time in which a deletion can be undone."""
TRASH_PERIOD = timedelta(days=30)
"""The time for which content stays in the Trash, with the files that it uses."""


def _text_column() -> Any:
    return Field(default="", sa_column_kwargs={"server_default": text("''")})


@not_public
class DeletedRecord(SearchableRecord, table=True):
    """A deleted record: its row, the rows deleted by cascade, and the references set to NULL.

    It was created when the record was deleted.
    """

    __tablename__ = "deleted_records"
    __table_args__ = (
        Index("ix_deleted_records_table_name_record_id", "table_name", "record_id"),
        Index("ix_deleted_records_created_at", "created_at"),
        Index("ix_deleted_records_request_id", "request_id"),
    )

    search_fields: ClassVar[tuple[str, ...]] = ("name", "record_type", "user_name")

    table_name: str
    record_id: int
    record_type: str = _text_column()
    """The kind of the record, such as 'nominee'."""
    name: str = _text_column()
    """The display name of the record; '' for personal data."""
    user_name: str = _text_column()
    """Who deleted it."""
    request_id: str = _text_column()
    """The request that deleted it, perhaps with others; '' outside of requests."""
    rows: list[list[Any]] = Field(sa_type=JSON)
    """Pairs `[table name, row]`, the record's own first."""
    referring: list[list[Any]] = Field(sa_type=JSON)
    """Triples `[table name, column, row id]` of the references to the record."""


def record_deletion(session: Session, record: ManagedRecord, record_type: str) -> None:
    """Store a record that is about to be deleted, and purge expired ones."""
    purge_expired(session)
    table = table_of(type(record))
    rows = [[table.name, row_to_json(row)] for row in _rows(session, table.c.id, record.id)]
    referring: list[list[Any]] = []
    for column, key in _references(table):
        found = list(_rows(session, column, record.id))
        if key.ondelete == "SET NULL":
            referring += [[column.table.name, column.name, row["id"]] for row in found]
        elif column.table.info.get("restored", True):
            rows += [[column.table.name, row_to_json(row)] for row in found]
    request = current_request()
    session.add(
        DeletedRecord(
            table_name=table.name,
            record_id=record.id,
            record_type=record_type,
            name="" if record.is_personal else record.display_name,
            user_name=request.user_name if request else COMMAND_LINE,
            request_id=request.request_id if request else "",
            rows=rows,
            referring=referring,
        )
    )


def find_undoable(session: Session, model: type[R], key: int, label: str) -> DeletedRecord:
    """Return the last deleted record of an id. Raises NotFound after UNDO_PERIOD."""
    purge_expired(session)
    statement = (
        select(DeletedRecord)
        .where(
            col(DeletedRecord.table_name) == str(model.__tablename__),
            col(DeletedRecord.record_id) == key,
            ~_deleted_before(UNDO_PERIOD),
        )
        .order_by(col(DeletedRecord.id).desc())
    )
    deleted = session.scalars(statement).first()
    if deleted is None:
        raise NotFound(f"{label} can no longer be restored")
    return deleted


def restore(
    session: Session,
    model: type[R],
    deleted: DeletedRecord,
    values: Mapping[str, Any],
    *,
    unpublish: bool = False,
) -> R:
    """Restore a deleted record as it was, or unpublished, and return it.

    `values` replace those that it had.
    Raises IntegrityError if another record has taken a unique value since.
    """
    key = deleted.record_id
    # An upgrade since may have dropped a table.
    rows = [each for each in deleted.rows if each[0] in metadata.tables]
    for place, (name, stored) in enumerate(rows):
        row = row_from_json(metadata.tables[name], stored)
        if place == 0:
            row |= values
            # It may also have changed what is searched and sorted by.
            row |= derived_fields(model, row.get)
            if unpublish and model.published_field in row:
                row |= withdrawn_values(model)
        row |= dict.fromkeys(_broken_references(session, metadata.tables[name], row))
        session.execute(insert(metadata.tables[name]).values(row))
    for name, attribute, row_id in deleted.referring:
        column = metadata.tables[name].c[attribute]
        here = column.table.c.id == row_id, column.is_(None)
        session.execute(update(column.table).where(*here).values({attribute: key}))
    session.execute(delete(DeletedRecord).where(col(DeletedRecord.id) == deleted.id))
    session.expire_all()
    return session.get_one(model, key)


def _broken_references(session: Session, table: Table, row: Row) -> Iterator[str]:
    """Yield the columns that would be NULL if their row had been deleted before this one."""
    for key in table.foreign_keys:
        value = row.get(key.parent.name)
        if value is not None and key.ondelete == "SET NULL":
            target = select(key.column).where(key.column == value)
            if session.execute(target).first() is None:
                yield key.parent.name


def is_in_trash() -> ColumnElement[bool]:
    """Return the condition that a deleted record has versions and is not too old."""
    tables = [model.__tablename__ for model in versioned_models()]
    has_versions = col(DeletedRecord.table_name).in_(tables)
    return and_(has_versions, ~_deleted_before(TRASH_PERIOD))


def purge_expired(session: Session) -> None:
    """Delete the stored records that can no longer be restored."""
    expired = ~is_in_trash(), _deleted_before(UNDO_PERIOD)
    session.execute(delete(DeletedRecord).where(*expired))


def _deleted_before(age: timedelta) -> ColumnElement[bool]:
    return col(DeletedRecord.created_at) < clock.now() - age


def is_gone(stored: Any) -> Any:
    """Return the condition that the record of a row of `stored` is gone for good.

    `stored` is a table with the columns `table_name` and `record_id`.
    """
    conditions = []
    for model in versioned_models():
        table = table_of(model)
        restorable = exists().where(
            col(DeletedRecord.table_name) == table.name,
            col(DeletedRecord.record_id) == stored.record_id,
        )
        present = exists().where(table.c.id == stored.record_id)
        conditions.append(and_(col(stored.table_name) == table.name, ~present, ~restorable))
    return or_(*conditions)


def table_of(model: type[Record]) -> Table:
    return metadata.tables[str(model.__tablename__)]


def _references(table: Table) -> Iterator[tuple[Column[Any], ForeignKey]]:
    for other in metadata.sorted_tables:
        for key in other.foreign_keys:
            if key.column.table is table:
                yield key.parent, key


def _rows(session: Session, column: Column[Any], key: int) -> Iterator[Row]:
    for row in session.execute(select(column.table).where(column == key)):
        yield dict(row._mapping)
