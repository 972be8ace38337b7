"""What was deleted a short while ago, kept so that it can be brought back as it was.

A deleted record is kept with the rows that went with it, and with the references that were
emptied. Rows that must not come back, such as sessions, say so: `info={"restored": False}`.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import Column, ForeignKey, Index, Table, delete, insert, select, update
from sqlalchemy.sql.sqltypes import JSON
from sqlmodel import Field, Session, col

from awards_site.core import clock
from awards_site.core.content_version import not_public
from awards_site.core.database import UtcDateTime, metadata
from awards_site.core.errors import NotFound
from awards_site.core.schemas import Record

R = TypeVar("R", bound=Record)
Row = Mapping[str, Any]

RETENTION = timedelta(hours=1)
"""How long a deletion can be taken back."""


@not_public
class DeletedRecord(Record, table=True):
    """A record that was deleted: its row, the rows that went with it, and who referred to it."""

    __tablename__ = "deleted_records"
    __table_args__ = (
        Index("ix_deleted_records_table_name_record_id", "table_name", "record_id"),
        Index("ix_deleted_records_created_at", "created_at"),
    )

    table_name: str
    record_id: int
    rows: list[list[Any]] = Field(sa_type=JSON)
    """Pairs of a table's name and a row of it, the record's own first."""
    referring: list[list[Any]] = Field(sa_type=JSON)
    """Triples of a table's name, the column that referred to the record, and the row's id."""


def keep(session: Session, record: Record) -> None:
    """Note a record that is about to be deleted; forget what was deleted long ago."""
    empty(session)
    table = _table_of(type(record))
    rows = [[table.name, _written(row)] for row in _rows(session, table.c.id, record.id)]
    referring: list[list[Any]] = []
    for column, key in _references(table):
        found = list(_rows(session, column, record.id))
        if key.ondelete == "SET NULL":
            referring += [[column.table.name, column.name, row["id"]] for row in found]
        elif column.table.info.get("restored", True):
            rows += [[column.table.name, _written(row)] for row in found]
    session.add(
        DeletedRecord(table_name=table.name, record_id=record.id, rows=rows, referring=referring)
    )


def restore(session: Session, model: type[R], key: int, label: str) -> R:
    """Bring the deleted record of an id back and return it.

    Raises NotFound when none was deleted lately, and lets the database refuse a row whose place
    has been taken meanwhile (IntegrityError).
    """
    empty(session)
    table = _table_of(model)
    statement = (
        select(DeletedRecord)
        .where(col(DeletedRecord.table_name) == table.name, col(DeletedRecord.record_id) == key)
        .order_by(col(DeletedRecord.id).desc())
    )
    kept = session.scalars(statement).first()
    if kept is None:
        raise NotFound(f"{label} cannot be brought back any more")
    for name, row in kept.rows:
        session.execute(insert(metadata.tables[name]).values(_read(metadata.tables[name], row)))
    for name, attribute, row_id in kept.referring:
        column = metadata.tables[name].c[attribute]
        here = column.table.c.id == row_id, column.is_(None)
        session.execute(update(column.table).where(*here).values({attribute: key}))
    session.delete(kept)
    session.expire_all()
    return session.get_one(model, key)


def empty(session: Session) -> None:
    """Forget what was deleted too long ago to be brought back."""
    old = col(DeletedRecord.created_at) < clock.now() - RETENTION
    session.execute(delete(DeletedRecord).where(old))


def _table_of(model: type[Record]) -> Table:
    return metadata.tables[str(model.__tablename__)]


def _references(table: Table) -> Iterator[tuple[Column[Any], ForeignKey]]:
    for other in metadata.sorted_tables:
        for key in other.foreign_keys:
            if key.column.table is table:
                yield key.parent, key


def _rows(session: Session, column: Column[Any], key: int) -> Iterator[Row]:
    for row in session.execute(select(column.table).where(column == key)):
        yield dict(row._mapping)


def _written(row: Row) -> dict[str, Any]:
    """Return a row as JSON holds it."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in row.items()
    }


def _read(table: Table, row: Row) -> dict[str, Any]:
    """Return a row as the database takes it; what a migration has removed is left out."""
    instants = {column.name for column in table.c if isinstance(column.type, UtcDateTime)}
    return {
        name: datetime.fromisoformat(value) if name in instants and value else value
        for name, value in row.items()
        if name in table.c
    }
