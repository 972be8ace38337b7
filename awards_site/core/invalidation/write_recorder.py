"""Records what a database session writes: the changed rows, and what they withdraw."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import event, inspect
from sqlmodel import Session

from awards_site.core.invalidation.content_version import Changes, Row

Values = Mapping[str, Any]
"""A row's values by column."""
INVISIBLE = "is_invisible"
"""The key in the info of a record's state: visitors see nothing of its next write for now."""


@dataclass(frozen=True)
class RowChange:
    """A written row: its values before, None for a new one, and after, None for a deleted one."""

    table: str
    before: Values | None = None
    after: Values | None = None


class WriteRecorder:
    """Records the writes of a session from its creation on."""

    def __init__(self, session: Session) -> None:
        self._rows: dict[Row, RowChange] = {}
        """All changes of a row as one."""
        self._flushed: dict[str, bool] = {}
        """Whether something was withdrawn from each table that was flushed."""
        self._bulk_tables: set[str] = set()
        self._written_tables: set[str] = set()
        event.listen(session, "after_flush", self._record_flush)
        event.listen(session, "do_orm_execute", self._record_bulk_statement)

    def record_statement(self, table: str) -> None:
        """Record that a statement that writes to a table was executed, by the ORM or directly."""
        self._written_tables.add(table)

    def changes(self) -> Changes:
        """Return the changed tables; of rows that are unknown, some may have been withdrawn."""
        unknown = self._bulk_tables | (self._written_tables - self._flushed.keys())
        return {**self._flushed, **dict.fromkeys(unknown, True)}

    def rows(self) -> Collection[Row]:
        """Return the written rows that are known."""
        return self._rows.keys()

    def row_change(self, table: str, row_id: object) -> RowChange | None:
        """Return all flushed changes of a row as one, or None without any."""
        return self._rows.get((table, row_id))

    def _record_flush(self, session: Session, _context: Any) -> None:
        for record in session.new:
            self._add(record, None, _values(record))
        for record in session.dirty:
            before = _values_before(record)
            if before is not None:
                self._add(record, before, _values(record))
        for record in session.deleted:
            self._add(record, _values(record), None)

    def _add(self, record: Any, before: Values | None, after: Values | None) -> None:
        table = record.__tablename__
        withdraws = _withdraws(record, before or {}, after)
        self._flushed[table] = self._flushed.get(table, False) or withdraws
        row = table, (after or before or {}).get("id")
        first = self._rows.get(row)
        self._rows[row] = RowChange(table, first.before if first else before, after)

    def _record_bulk_statement(self, state: Any) -> None:
        if state.is_insert or state.is_update or state.is_delete:
            self._bulk_tables.add(state.statement.table.name)


def _withdraws(record: Any, before: Values, after: Values | None) -> bool:
    """Return whether visitors may have seen something that they must not see any more.

    That is so if a record that may have been public is deleted, if a boolean such as `is_published`
    is turned off, and if one of the record's `visibility_fields` is changed. Some records hide
    others whenever they are written.
    """
    if inspect(record).info.pop(INVISIBLE, False):
        return False
    if getattr(record, "hides_others", False):
        return True
    if after is None:
        was_public: Callable[[Values], bool] = getattr(record, "was_public", lambda _: True)
        return was_public(before)
    changed = [name for name in before if before[name] != after[name]]
    decisive: Collection[str] = getattr(record, "visibility_fields", ())
    return any(
        name in decisive or (before[name] is True and after[name] is False) for name in changed
    )


def _values(record: Any) -> Values:
    """Return the loaded columns of a record, without the records that it refers to."""
    columns = inspect(record).mapper.column_attrs.keys()
    return {key: record.__dict__[key] for key in columns if key in record.__dict__}


def _values_before(record: Any) -> Values | None:
    values = dict(_values(record))
    is_changed = False
    for attribute in inspect(record).attrs:
        history = attribute.history
        if attribute.key in values and history.has_changes():
            is_changed = True
            values[attribute.key] = history.deleted[0] if history.deleted else None
    return values if is_changed else None
