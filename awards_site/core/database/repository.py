"""The base repository of managed entities: list, read, create, update, delete and restore."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from sqlalchemy import ColumnElement
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.interfaces import ORMOption
from sqlmodel import Session, select

from awards_site.core.database import managed_record, soft_delete
from awards_site.core.database.managed_record import (
    ManagedRecord,
    is_scheduled,
    is_visible,
    published,
)
from awards_site.core.database.soft_delete import DeletedRecord
from awards_site.core.errors import Conflict, NotFound
from awards_site.core.schemas import Schema

R = TypeVar("R", bound=ManagedRecord)


class Repository(Generic[R]):
    """The records of one table; a feature's subclass adds the rules of its entity.

    Writes run in the caller's transaction. They raise NotFound for an unknown id, Conflict for a
    duplicate unique value, and Invalid for a forbidden combination of fields.
    """

    table: type[R]
    label: ClassVar[str]
    """The entity's name in messages, such as 'Blog post'."""
    ordering: ClassVar[tuple[Any, ...]]
    order_group: ClassVar[str] = ""
    """The attribute within whose values staff arrange records; '' for all records in one order."""
    filters: ClassVar[Mapping[str, Sequence[str]]] = {}
    """The stored categories of each filter of the public page."""
    duplicate_message: ClassVar[str] = "A record with this value already exists"
    for_visitors: ClassVar[Sequence[ORMOption]] = ()
    """Loader options for visitors, which leave unpublished records out of relationships."""

    @property
    def record_type(self) -> str:
        """The name of a record in the Trash, the audit log and sentences, such as 'blog post'."""
        return self.label.lower()

    def list_published(
        self,
        session: Session,
        *where: ColumnElement[bool],
        limit: int | None = None,
        offset: int | None = None,
    ) -> Sequence[R]:
        """Return the published records that meet the conditions, in `ordering`."""
        statement = select(self.table).where(published(self.table), *where)
        ordered = statement.order_by(*self.ordering).options(*self.for_visitors)
        records = session.exec(ordered.limit(limit).offset(offset)).all()
        self.restrict(session, records)
        return records

    def find(
        self,
        session: Session,
        key: int,
        options: Sequence[ORMOption] = (),
        *,
        for_update: bool = False,
    ) -> R:
        """Return a record, published or not; `for_update` locks it until the transaction ends."""
        # Rows that are loaded with the record are not locked; outer joins do not permit it.
        lock = {"of": self.table} if for_update else None
        record = session.get(self.table, key, options=options, with_for_update=lock)
        return self.visible(session, record, staff=True)

    def read(self, session: Session, key: int, *options: ORMOption, staff: bool) -> R:
        """Return a record; raise NotFound if it is missing or not visible to the caller."""
        record = self.find(session, key, options if staff else (*self.for_visitors, *options))
        return self.visible(session, record, staff=staff)

    def visible(self, session: Session, record: R | None, *, staff: bool) -> R:
        """Return the record; raise NotFound for None and, unless `staff`, if visitors see none."""
        if record is None or not (staff or is_visible(record)):
            raise NotFound.of(self.label)
        if not staff:
            self.restrict(session, [record])
        return record

    def restrict(self, session: Session, records: Sequence[R]) -> None:
        """Remove what visitors must not see from records that are read for them."""
        if is_scheduled(self.table):
            for record in records:
                managed_record.hide_end(record)

    def withheld(self, session: Session, record: R) -> Mapping[str, Any]:
        """Return the values that people without an account see in a preview instead of its own.

        `record` is as visitors see it now.
        """
        return {}

    def lift_restrictions(self, session: Session, record: R) -> None:
        """Reveal what visitors do not see yet of a record, in a transaction that is rolled back."""

    def create(self, session: Session, fields: Schema) -> R:
        values = fields.model_dump()
        return self.store(session, self.table(**values), values)

    def build(self, session: Session, fields: Schema) -> R:
        """Return a new record as `create` would store it. Raises Invalid."""
        values = fields.model_dump()
        record = self.table(**values)
        self._complete(session, record, values)
        return record

    def create_imported(self, session: Session, records: Sequence[R]) -> None:
        """Store the new records of an import, which `build` has made, all at once."""
        session.add_all(records)
        self._flush(session)

    def undo_import(self, session: Session, records: Sequence[R], editor_id: int) -> None:
        """Delete unchanged records of an import; for `editor_id` see `update`."""
        self.delete_all(session, records, editor_id)

    def update(
        self, session: Session, record: R, fields: Schema, editor_id: int | None = None
    ) -> R:
        """Change the provided fields of a record that was loaded with `for_update`.

        `editor_id` is the id of the user who does so, for entities whose rules depend on it.
        """
        return self.change(session, record, fields.provided_fields())

    def restore_version(
        self, session: Session, record: R, version: Schema, editor_id: int | None
    ) -> R:
        """Give a record the values of a version; for `editor_id` see `update`."""
        return self.update(session, record, version, editor_id)

    def change(self, session: Session, record: R, values: Mapping[str, Any]) -> R:
        for name, value in values.items():
            setattr(record, name, value)
        return self.store(session, record, values)

    def delete(self, session: Session, record: R, editor_id: int | None = None) -> None:
        """Delete a record, which can be restored for a while. For `editor_id` see `update`."""
        soft_delete.record_deletion(session, record, self.record_type)
        session.delete(record)

    def delete_all(
        self, session: Session, records: Sequence[R], editor_id: int | None = None
    ) -> None:
        """Delete all of the records as `delete` does each, or raise an ApiError."""
        for record in records:
            self.delete(session, record, editor_id)

    def undo_delete(self, session: Session, key: int) -> R:
        """Restore a record that was deleted a short while ago, as it was."""
        deleted = soft_delete.find_undoable(session, self.table, key, self.label)
        return self.restore(session, deleted)

    def restore(self, session: Session, deleted: DeletedRecord, *, unpublish: bool = False) -> R:
        """Restore a deleted record with its related rows: as it was, or unpublished.

        It is also unpublished if `unused_values` had to change it.
        """
        values = self.unused_values(session, deleted.rows[0][1])
        unpublish = unpublish or bool(values)
        try:
            return soft_delete.restore(session, self.table, deleted, values, unpublish=unpublish)
        except IntegrityError as error:
            raise Conflict(self.duplicate_message) from error

    def unused_values(self, session: Session, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return others for those values of a deleted row that another record has taken since."""
        return {}

    def store(self, session: Session, record: R, changes: Mapping[str, Any]) -> R:
        """Prepare and flush a new or changed record; raise Conflict for a duplicate."""
        self._complete(session, record, changes)
        session.add(record)
        self._flush(session)
        return record

    def _flush(self, session: Session) -> None:
        try:
            session.flush()
        except IntegrityError as error:
            raise Conflict(self.duplicate_message) from error

    def _complete(self, session: Session, record: R, changes: Mapping[str, Any]) -> None:
        with session.no_autoflush:
            if is_scheduled(self.table):
                managed_record.check_schedule(record, changes)
            self.prepare(session, record, changes)

    def prepare(self, session: Session, record: R, changes: Mapping[str, Any]) -> None:
        """Complete or validate a record before it is stored; `changes` has the new values."""
