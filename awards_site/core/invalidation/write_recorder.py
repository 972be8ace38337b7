"""Records what a database session writes, as the `Change`s of its rows."""

from typing import Any

from sqlalchemy import event, inspect
from sqlmodel import Session

from awards_site.core.invalidation.changes import INVISIBLE, Change, Values


class WriteRecorder:
    """Records the writes of a session from its creation on."""

    def __init__(self, session: Session) -> None:
        self._changes: list[Change] = []
        self._rows: dict[tuple[str, object], Change] = {}
        """All changes of a row as one."""
        self._flushed_tables: set[str] = set()
        self._bulk_tables: set[str] = set()
        self._written_tables: set[str] = set()
        event.listen(session, "after_flush", self._record_flush)
        event.listen(session, "do_orm_execute", self._record_bulk_statement)

    def record_statement(self, table: str) -> None:
        """Record that a statement that writes to a table was executed, by the ORM or directly."""
        self._written_tables.add(table)

    def changes(self) -> list[Change]:
        """Return all changes; rows written by a bulk statement are unknown."""
        unknown = self._bulk_tables | (self._written_tables - self._flushed_tables)
        known = [each for each in self._changes if each.table not in unknown]
        return [*known, *map(Change, sorted(unknown))]

    def row_change(self, table: str, row_id: object) -> Change | None:
        """Return all flushed changes of a row as one, or None without any."""
        return self._rows.get((table, row_id))

    def _record_flush(self, session: Session, _context: Any) -> None:
        for record in session.new:
            self._add(record, None, _values(record))
        for record in session.dirty:
            before = _values_before(record)
            if before is not None:
                is_invisible = inspect(record).info.pop(INVISIBLE, False)
                self._add(record, before, _values(record), is_invisible=is_invisible)
        for record in session.deleted:
            self._add(record, _values(record), None)

    def _add(
        self,
        record: Any,
        before: Values | None,
        after: Values | None,
        *,
        is_invisible: bool = False,
    ) -> None:
        self._flushed_tables.add(record.__tablename__)
        change = Change(record.__tablename__, before, after, is_invisible)
        self._changes.append(change)
        row = change.table, change.row_id
        first = self._rows.get(row, change)
        self._rows[row] = Change(change.table, first.before, after)

    def _record_bulk_statement(self, state: Any) -> None:
        if state.is_insert or state.is_update or state.is_delete:
            self._bulk_tables.add(state.statement.table.name)


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
