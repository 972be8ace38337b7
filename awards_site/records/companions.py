"""Rows about a record that are deleted with it: its versions, pending changes, preview links."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, false, or_
from sqlmodel import Session, col, delete

from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.soft_delete import is_gone
from awards_site.core.schemas import Record

if TYPE_CHECKING:
    from awards_site.accounts.models import User


class Companion(Record):
    """A row about the record `record_id` of a table."""

    table_name: str
    record_id: int

    if TYPE_CHECKING:
        user: User | None

    @property
    def user_name(self) -> str | None:
        return self.user.name if self.user else None

    @classmethod
    def has_expired(cls) -> ColumnElement[bool]:
        """Return the condition that a row is no longer needed although its record exists."""
        return false()

    @classmethod
    def are_of(cls, table_name: str, ids: Collection[int]) -> tuple[ColumnElement[bool], ...]:
        """Return the conditions that rows are about the records with these ids."""
        return col(cls.table_name) == table_name, col(cls.record_id).in_(ids)

    @classmethod
    def is_of(cls, record: ManagedRecord) -> tuple[ColumnElement[bool], ...]:
        return cls.are_of(str(record.__tablename__), [record.id])


def delete_companions(session: Session, table_name: str, record_ids: Collection[int]) -> None:
    """Delete the companions of records that are deleted for good."""
    for table in Companion.__subclasses__():
        session.execute(delete(table).where(*table.are_of(table_name, record_ids)))


def purge_companions(session: Session) -> None:
    """Delete expired companions, and those of records that can no longer be restored."""
    for table in Companion.__subclasses__():
        session.execute(delete(table).where(or_(table.has_expired(), is_gone(table))))
