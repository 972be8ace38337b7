"""Soft delete: deleted records are stored for a while so that they can be restored.

A deleted record is stored together with the rows deleted by cascade and the references set to NULL.
Tables with `info={"restored": False}`, such as sessions, are not restored.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, TypeVar

from sqlalchemy import Column, ForeignKey, Index, Table, delete, insert, select, update
from sqlalchemy.sql.sqltypes import JSON
from sqlmodel import Field, Session, col

from awards_site.core import clock
from awards_site.core.database.engine import metadata
from awards_site.core.database.json_rows import row_from_json, row_to_json
from awards_site.core.errors import NotFound
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.records.schemas import Record

R = TypeVar("R", bound=Record)
Row = Mapping[str, Any]

RETENTION = timedelta(hours=1)
"""How long a deletion can be undone."""


@not_public
class DeletedRecord(Record, table=True):
    """A deleted record: its row, the rows deleted by cascade, and the references set to NULL."""

    __tablename__ = "deleted_records"
    __table_args__ = (
        Index("ix_deleted_records_table_name_record_id", "table_name", "record_id"),
        Index("ix_deleted_records_created_at", "created_at"),
    )

    table_name: str
    record_id: int
    rows: list[list[Any]] = Field(sa_type=JSON)
    """Pairs `[table name, row]`, the record's own first."""
    referring: list[list[Any]] = Field(sa_type=JSON)
    """Triples `[table name, column, row id]` of the references to the record."""


def record_deletion(session: Session, record: Record) -> None:
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
    session.add(
        DeletedRecord(table_name=table.name, record_id=record.id, rows=rows, referring=referring)
    )


def restore(session: Session, model: type[R], key: int, label: str) -> R:
    """Restore the last deleted record of an id and return it.

    Raises NotFound if none was deleted within RETENTION, and IntegrityError if another record has
    taken a unique value since.
    """
    purge_expired(session)
    table = table_of(model)
    statement = (
        select(DeletedRecord)
        .where(col(DeletedRecord.table_name) == table.name, col(DeletedRecord.record_id) == key)
        .order_by(col(DeletedRecord.id).desc())
    )
    deleted = session.scalars(statement).first()
    if deleted is None:
        raise NotFound(f"{label} can no longer be restored")
    for name, row in deleted.rows:
        session.execute(
            insert(metadata.tables[name]).values(row_from_json(metadata.tables[name], row))
        )
    for name, attribute, row_id in deleted.referring:
        column = metadata.tables[name].c[attribute]
        here = column.table.c.id == row_id, column.is_(None)
        session.execute(update(column.table).where(*here).values({attribute: key}))
    session.delete(deleted)
    session.expire_all()
    return session.get_one(model, key)


def purge_expired(session: Session) -> None:
    """Delete the stored records that are older than RETENTION."""
    old = col(DeletedRecord.created_at) < clock.now() - RETENTION
    session.execute(delete(DeletedRecord).where(old))


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
