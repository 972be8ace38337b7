"""What can be done with the records of any managed entity: list, read, create, update, delete."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from sqlalchemy import ColumnElement
from sqlalchemy.orm.interfaces import ORMOption
from sqlmodel import Session, select

from awards_site.core import records
from awards_site.core.managed import Managed
from awards_site.core.publishing import published, visible
from awards_site.core.schemas import Fields

R = TypeVar("R", bound=Managed)


class Collection(Generic[R]):
    """The records of one table; a feature's own collection says what is odd about its entity.

    Writes work in the caller's transaction. They raise NotFound for an id without a record,
    Conflict for a unique value that is taken, and Invalid for fields that do not go together.
    """

    table: type[R]
    noun: ClassVar[str]
    """The entity's name in messages, such as 'Blog post'."""
    in_order: ClassVar[tuple[Any, ...]]
    """How lists are sorted (decisions, details)."""
    duplicate: ClassVar[str] = "It exists already"
    """What is said when a unique value is taken."""
    for_visitors: ClassVar[Sequence[ORMOption]] = ()
    """How records are loaded for those who may not see what is unpublished."""

    def list_published(
        self,
        session: Session,
        *where: ColumnElement[bool],
        limit: int | None = None,
        offset: int | None = None,
    ) -> Sequence[R]:
        """Return the published records that meet the conditions, in their order."""
        statement = select(self.table).where(published(self.table), *where)
        ordered = statement.order_by(*self.in_order).options(*self.for_visitors)
        return session.exec(ordered.limit(limit).offset(offset)).all()

    def find(
        self,
        session: Session,
        key: int,
        options: Sequence[ORMOption] = (),
        *,
        for_update: bool = False,
    ) -> R:
        """Return the record of an id, whoever asks."""
        found = self.table, key, self.noun
        return records.find(session, *found, options=options, for_update=for_update)

    def read(self, session: Session, key: int, *options: ORMOption, staff: bool) -> R:
        """Return the record of an id, where there is one for this caller."""
        record = self.find(session, key, options if staff else (*self.for_visitors, *options))
        return visible(record, staff, self.noun)

    def create(self, session: Session, fields: Fields) -> R:
        """Store a new record."""
        values = fields.model_dump()
        return self.store(session, self.table(**values), values)

    def update(self, session: Session, record: R, fields: Fields) -> R:
        """Change the named fields of a record, which was found for that."""
        changes = fields.given()
        return self.store(session, records.assign(record, changes), changes)

    def delete(self, session: Session, record: R) -> None:
        """Delete a record; for a while it can be brought back."""
        records.delete(session, record)

    def restore(self, session: Session, key: int) -> R:
        """Bring a deleted record back, as it was."""
        return records.restore(session, self.table, key, self.noun, self.duplicate)

    def store(self, session: Session, record: R, changes: Mapping[str, Any]) -> R:
        """Send a new or changed record to the database, prepared."""
        with session.no_autoflush:
            self.prepare(session, record, changes)
        return records.add(session, record, self.duplicate)

    def prepare(self, session: Session, record: R, changes: Mapping[str, Any]) -> None:
        """Complete a record before it is stored, or refuse it; `changes` are what was named."""
