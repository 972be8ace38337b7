"""The tables that something was made from, and what a transaction has written in them."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Any, Self

from sqlalchemy import SelectBase, TableClause, event, inspect
from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import ExecutionContext
from sqlalchemy.sql import visitors
from sqlalchemy.sql.compiler import SQLCompiler
from sqlmodel import Session

from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.content_version import ALL_TABLES, Changes, Counters, Row


class State(IntEnum):
    """Whether something that was made from the database may still be served."""

    FRESH = 0
    OUTDATED = 1
    """Something has changed that it may show."""
    WITHDRAWN = 2
    """It may show what visitors must not see any more."""


class Reads:
    """The tables that something was made from, with their counters before it was begun."""

    def __init__(self) -> None:
        self._before = content_version.counters()
        self._counters: dict[str, Counters] = {}
        self._fresh_at: object = self._before
        """The counters with which it is known to be fresh."""
        self.add(ALL_TABLES)

    @classmethod
    def joined(cls, *parts: "Reads") -> Self:
        """Return the reads of something that is made from others."""
        reads = cls()
        reads._fresh_at = None
        for part in parts:
            for table, counters in part._counters.items():
                reads._counters[table] = min(counters, reads._counters.get(table, counters))
        return reads

    def add(self, table: str) -> None:
        self._counters[table] = self._before.get(table, Counters())

    def __contains__(self, table: object) -> bool:
        return table in self._counters

    @property
    def state(self) -> State:
        if not content_version.is_current():
            return State.WITHDRAWN
        counters = content_version.counters()
        if counters is self._fresh_at:
            return State.FRESH
        state = State.FRESH
        for table, before in self._counters.items():
            now = counters.get(table, before)
            if now.withdrawals != before.withdrawals:
                return State.WITHDRAWN
            if now.version != before.version:
                state = State.OUTDATED
        if state is State.FRESH:
            self._fresh_at = counters
        return state


_recorder: ContextVar[Reads | None] = ContextVar("recorder", default=None)


@contextmanager
def record_reads() -> Iterator[Reads]:
    """Record the tables read within the block, including those read in the threads it starts."""
    reads = Reads()
    token = _recorder.set(reads)
    try:
        yield reads
    finally:
        _recorder.reset(token)


def record_read(table: str) -> None:
    """Record that what is being made depends on a table, which it does not read itself."""
    reads = _recorder.get()
    if reads is not None:
        reads.add(table)


def watch_reads(engine: Engine) -> None:
    """Record the SELECTs of an engine while `record_reads` is active."""

    @event.listens_for(engine, "before_cursor_execute")
    def record_select(
        _connection: Any,
        _cursor: Any,
        _statement: str,
        _parameters: Any,
        context: ExecutionContext | None,
        _many: bool,
    ) -> None:
        reads = _recorder.get()
        compiled = getattr(context, "compiled", None)
        if reads is not None and isinstance(compiled, SQLCompiler):
            for table in _tables(compiled):
                reads.add(table)


@lru_cache(maxsize=1024)
def _tables(compiled: SQLCompiler) -> frozenset[str]:
    if not isinstance(compiled.statement, SelectBase):
        return frozenset()
    statement = getattr(compiled.compile_state, "statement", None)
    found = visitors.iterate(compiled.statement if statement is None else statement)
    return frozenset(each.name for each in found if isinstance(each, TableClause))


Values = Mapping[str, Any]
"""A row's values by column."""
UNCOUNTED = "withdraws"
"""The key in the info of a record's state: its next write keeps the modification time. The value
tells whether it withdraws something."""


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

    def row_changes(self, table: str) -> Mapping[Any, RowChange]:
        """Return all flushed changes of the rows of a table, by id."""
        return {key: change for (name, key), change in self._rows.items() if name == table}

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
    withdraws: bool | None = inspect(record).info.pop(UNCOUNTED, None)
    if withdraws is not None:
        return withdraws
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
