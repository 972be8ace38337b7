"""Checks the rows of a file as new records, stores them as drafts, and removes them again."""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from typing import Any, Self

import sqlalchemy
from sqlmodel import Session, col, delete, select
from sqlmodel.sql.expression import SelectOfScalar

from awards_site.core import clock
from awards_site.core.audit.log import is_derived
from awards_site.core.audit.models import Action
from awards_site.core.database.engine import folded, row_to_json, sort_key_of
from awards_site.core.database.managed_record import SORT_KEY, ManagedRecord
from awards_site.core.database.soft_delete import table_of
from awards_site.core.errors import Conflict, Invalid, NotFound
from awards_site.core.schemas import Schema
from awards_site.records.bulk import find_locked
from awards_site.records.entity import Entity
from awards_site.records.imports.fields import (
    ImportField,
    ImportRules,
    day_order,
    day_orders,
    fields_of,
    guess_mapping,
)
from awards_site.records.imports.file import CsvFile, Row, check_row, texts_of
from awards_site.records.imports.models import Import, RetainedRecord

UNDO_PERIOD = timedelta(days=30)
"""The time during which an import can be undone, and is recognised when it is sent again."""
UNDO_BATCH = 100
"""The number of records that one transaction of an undo removes while other writers wait."""


@dataclass(frozen=True)
class Importer:
    """The imports of an entity."""

    entity: Entity
    rules: ImportRules

    @classmethod
    def of(cls, entity: Entity) -> Self:
        assert entity.imports is not None
        return cls(entity, entity.imports)

    @property
    def table(self) -> type[ManagedRecord]:
        return self.entity.table

    @property
    def create(self) -> type[Schema]:
        assert self.entity.create is not None
        return self.entity.create

    @cached_property
    def fields(self) -> tuple[ImportField, ...]:
        return fields_of(self.create, self.table.published_field, self.rules)

    def mapping(self, file: CsvFile, keys: Sequence[str | None] | None) -> list[str | None]:
        """Return the keys of the columns' fields: the given ones, or a guess. Raises Invalid."""
        if keys is None:
            return guess_mapping(self.fields, file.headings)
        labels = {each.key: each.label for each in self.fields}
        used = [key for key in keys if key is not None]
        if len(keys) != len(file.headings) or set(used) - labels.keys():
            raise Invalid({"mapping": "The mapping must have a field or null for each column"})
        if twice := next((key for key in used if used.count(key) > 1), None):
            raise Invalid({"mapping": f"{labels[twice]} is chosen for two columns"})
        return list(keys)

    def missing(self, mapping: Collection[str | None]) -> list[ImportField]:
        """Return the required fields to which no column is mapped."""
        return [each for each in self.fields if each.is_required and each.key not in mapping]

    def day_orders(self, file: CsvFile, mapping: Sequence[str | None]) -> list[set[bool]]:
        """Return the orders in which the dates of each column can be read; see `day_orders`.

        A column that does not tell it has the order of the others: one program wrote them.
        """
        times = {each.key for each in self.fields if each.is_time}
        orders = [
            day_orders(texts_of(file, place)) if key in times else set()
            for place, key in enumerate(mapping)
        ]
        certain = set().union(*(each for each in orders if len(each) == 1))
        return [each & certain or each for each in orders]

    def check(
        self,
        session: Session,
        file: CsvFile,
        mapping: Sequence[str | None],
        *,
        day_first: bool | None,
    ) -> list[Row]:
        """Return the rows, checked by the rules of the entity's form.

        `day_first` is how dates such as 03/04/2026 are read in columns that do not tell it. That
        takes a while for many rows, so it needs no session that writes.
        """
        by_key = {each.key: each for each in self.fields}
        orders = self.day_orders(file, mapping)
        mapped = [
            (place, replace(by_key[key], day_first=day_order(order, day_first)))
            for place, (key, order) in enumerate(zip(mapping, orders, strict=True))
            if key is not None
        ]
        found = {
            each.key: each.find(session, texts_of(file, place))
            for place, each in mapped
            if each.find is not None
        }
        published = self.table.published_field
        return [check_row(self.create, published, each, mapped, found) for each in file.rows]

    def store(
        self, session: Session, rows: Sequence[Row], *, with_duplicates: bool
    ) -> list[ManagedRecord]:
        """Store the records of the rows that have no errors, and return them.

        Rows that a rule of the repository refuses get its errors. They make no duplicates of those
        below them.
        """
        repository = self.entity.repository
        for row in rows:
            if row.fields is None:
                continue
            try:
                row.record = repository.build(session, row.fields)
            except Invalid as error:
                row.errors |= error.errors
        self._mark_duplicates(session, rows)
        repeats = with_duplicates and self.rules.may_repeat
        wanted = (each for each in rows if repeats or not each.duplicate)
        records = [each.record for each in wanted if each.record is not None]
        repository.create_imported(session, records)
        return records

    def record(
        self, session: Session, file: CsvFile, records: Sequence[ManagedRecord], **values: Any
    ) -> Import:
        """Audit the records, and store their import, or add them to the one that they complete."""
        purge_imports(session)
        self.entity.audit_all(session, Action.CREATED, records)
        stored = self.find_corrected(session, file)
        if stored is None:
            table_name = self.entity.table_name
            stored = Import(
                **values,
                table_name=table_name,
                origin=file.origin,
                records=[],
                record_count=0,
            )
        # What is sent again is recognised by these.
        stored.key, stored.digest = values["key"], values["digest"]
        stored.records = stored.records + [[each.id, _fingerprint(each)] for each in records]
        stored.record_count += len(records)
        session.add(stored)
        session.flush()
        return stored

    def find_corrected(self, session: Session, file: CsvFile) -> Import | None:
        """Return the import whose faulty rows a file has, or None."""
        if not file.has_faulty_rows:
            return None
        # An undo that has begun does not know of further records.
        whole = Import.origin == file.origin, Import.removed_count == 0
        return session.exec(self._undoable().where(*whole).with_for_update(of=Import)).first()

    def find_repeated(self, session: Session, key: str, digest: str) -> Import | None:
        """Return the import that was sent with the same key before, or None.

        Raises Conflict if something else was sent with it, or if it was undone meanwhile.
        """
        stored = session.exec(select(Import).where(Import.key == key)).first()
        if stored is not None and stored.digest != digest:
            raise Conflict("Something else has been imported with this key already")
        if stored is not None and stored.undone_at is not None:
            raise Conflict(
                "This import was undone in the meantime. Check the rows, and import them again."
            )
        return stored

    def find(self, session: Session, import_id: int, *, for_update: bool = False) -> Import:
        """Return an import of this entity. Raises NotFound."""
        lock = {"of": Import} if for_update else None
        found = session.get(Import, import_id, with_for_update=lock)
        if found is None or found.table_name != self.entity.table_name:
            raise NotFound("This import can no longer be undone")
        return found

    def list_recent(self, session: Session, limit: int) -> Sequence[Import]:
        """Return the newest imports that have not been undone."""
        return session.exec(self._undoable().limit(limit)).all()

    def _undoable(self) -> SelectOfScalar[Import]:
        own = Import.table_name == self.entity.table_name, col(Import.undone_at).is_(None)
        recent = select(Import).where(*own, col(Import.created_at) > clock.now() - UNDO_PERIOD)
        return recent.order_by(col(Import.id).desc())

    def remove(
        self, session: Session, stored: Import, records: Sequence[Sequence[Any]], editor_id: int
    ) -> list[RetainedRecord]:
        """Delete some records of an import, given by id and fingerprint.

        Returns those that are kept because they have changed since, or were restored after an undo.
        """
        fingerprints: dict[int, str] = dict(map(tuple, records))
        unchanged, kept = [], []
        for each in find_locked(session, self.table, fingerprints).values():
            if stored.undone_at is None and _fingerprint(each) == fingerprints[each.id]:
                unchanged.append(each)
            else:
                kept.append(RetainedRecord(id=each.id, name=each.display_name))
        self.entity.repository.undo_import(session, unchanged, editor_id)
        self.entity.audit_all(session, Action.DELETED, unchanged)
        stored.removed_count += len(unchanged)
        return kept

    def _mark_duplicates(self, session: Session, rows: Iterable[Row]) -> None:
        valid = [(row, self._identity(vars(row.record))) for row in rows if row.record is not None]
        stored = self._stored_identities(session, [row.record for row, _ in valid])
        numbers: dict[tuple[object, ...], int] = {}
        for row, identity in valid:
            if identity in stored:
                row.duplicate = f"The site has this {self.entity.label} already"
            elif identity in numbers:
                row.duplicate = f"The same as row {numbers[identity]}"
            numbers.setdefault(identity, row.source.number)

    def _identity(self, values: Mapping[str, Any]) -> tuple[object, ...]:
        return tuple(_folded(values[name]) for name in self.rules.same)

    def _stored_identities(
        self, session: Session, new: Sequence[ManagedRecord | None]
    ) -> set[tuple[object, ...]]:
        """Return the identities of the stored records that may be the same as new ones."""
        columns = [col(getattr(self.table, name)) for name in self.rules.same]
        statement = sqlalchemy.select(*columns)
        first = self.rules.same[0]
        if first in self.table.sort_fields:
            # Finds the few of a long list in its index.
            keys = {sort_key_of(getattr(each, first)) for each in new}
            statement = statement.where(col(getattr(self.table, f"{first}{SORT_KEY}")).in_(keys))
        found = session.execute(statement).mappings()
        return {self._identity({name: each[name] for name in self.rules.same}) for each in found}


def purge_imports(session: Session) -> None:
    """Delete the imports that can no longer be undone."""
    session.execute(delete(Import).where(col(Import.created_at) < clock.now() - UNDO_PERIOD))


def batches(records: Sequence[Any], size: int = UNDO_BATCH) -> Iterator[Sequence[Any]]:
    for start in range(0, len(records), size):
        yield records[start : start + size]


def _folded(value: object) -> object:
    return " ".join(folded(value).split()) if isinstance(value, str) else value


def _fingerprint(record: ManagedRecord) -> str:
    """Return the hash by which a change is noticed, also one that was taken back.

    It covers the fields that staff fill in, and the time of the last change: visitors may know a
    record that was public for a while.
    """
    columns = table_of(type(record)).columns
    names = [
        each.name for each in columns if each.name == "updated_at" or not is_derived(each.name)
    ]
    row = {name: getattr(record, name) for name in names}
    content = json.dumps(row_to_json(row), sort_keys=True, default=str)
    return hashlib.sha256(content.encode()).hexdigest()[:16]
