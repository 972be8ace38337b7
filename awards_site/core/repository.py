"""What can be done with the records of any managed entity: list, read, create, update, delete."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from sqlalchemy import ColumnElement
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.interfaces import ORMOption
from sqlmodel import Session, select

from awards_site.core import soft_delete
from awards_site.core.errors import Conflict, NotFound
from awards_site.core.managed_record import ManagedRecord
from awards_site.core.publishing import published
from awards_site.core.schemas import Schema

R = TypeVar("R", bound=ManagedRecord)


class Repository(Generic[R]):
    """The records of one table; a feature's own repository says what is odd about its entity.

    Writes work in the caller's transaction. They raise NotFound for an id without a record,
    Conflict for a unique value that is taken, and Invalid for fields that do not go together.
    """

    table: type[R]
    label: ClassVar[str]
    """The entity's name in messages, such as 'Blog post'."""
    ordering: ClassVar[tuple[Any, ...]]
    """How lists are sorted."""
    filters: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Which stored categories a filter of a public page shows."""
    duplicate: ClassVar[str] = "It exists already"
    """The message when a unique value is taken."""
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
        ordered = statement.order_by(*self.ordering).options(*self.for_visitors)
        return session.exec(ordered.limit(limit).offset(offset)).all()

    def find(
        self,
        session: Session,
        key: int,
        options: Sequence[ORMOption] = (),
        *,
        for_update: bool = False,
    ) -> R:
        """Return the record of an id; `for_update` locks it until the transaction ends."""
        lock = for_update or None
        record = session.get(self.table, key, options=options, with_for_update=lock)
        return self.visible(record, staff=True)

    def read(self, session: Session, key: int, *options: ORMOption, staff: bool) -> R:
        """Return the record of an id, where there is one for this caller."""
        record = self.find(session, key, options if staff else (*self.for_visitors, *options))
        return self.visible(record, staff=staff)

    def visible(self, record: R | None, *, staff: bool) -> R:
        """Return a record that the caller may read; raise NotFound for none or another's draft."""
        if record is None or not (staff or vars(record)["is_published"]):
            raise NotFound.of(self.label)
        return record

    def create(self, session: Session, fields: Schema) -> R:
        values = fields.model_dump()
        return self.store(session, self.table(**values), values)

    def update(self, session: Session, record: R, fields: Schema) -> R:
        """Change the named fields of a record, which was found for that."""
        return self.change(session, record, fields.provided_fields())

    def change(self, session: Session, record: R, values: Mapping[str, Any]) -> R:
        for name, value in values.items():
            setattr(record, name, value)
        return self.store(session, record, values)

    def delete(self, session: Session, record: R) -> None:
        """Delete a record; for an hour it can be brought back."""
        soft_delete.keep(session, record)
        session.delete(record)

    def restore(self, session: Session, key: int) -> R:
        """Bring a deleted record back, as it was."""
        try:
            return soft_delete.restore(session, self.table, key, self.label)
        except IntegrityError as error:
            raise Conflict(self.duplicate) from error

    def store(self, session: Session, record: R, changes: Mapping[str, Any]) -> R:
        """Send a new or changed record to the database, prepared."""
        with session.no_autoflush:
            self.prepare(session, record, changes)
        session.add(record)
        try:
            session.flush()
        except IntegrityError as error:
            raise Conflict(self.duplicate) from error
        return record

    def prepare(self, session: Session, record: R, changes: Mapping[str, Any]) -> None:
        """Complete a record before it is stored, or refuse it; `changes` are what was named."""
