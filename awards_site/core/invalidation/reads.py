"""What something was made from: the rows and columns that its statements have read.

A statement whose conditions give the values of an integer column, such as the id or the year,
reads the rows with these values only, and the columns that it names. Whatever is not certain counts
as read: all rows and all columns of a table.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from itertools import count, islice, takewhile
from typing import Any, NamedTuple, Self

from sqlalchemy import (
    BinaryExpression,
    BindParameter,
    BooleanClauseList,
    ClauseElement,
    ColumnClause,
    Exists,
    Integer,
    Join,
    Select,
    SelectBase,
    TableClause,
    TextClause,
    event,
    inspect,
)
from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import ExecutionContext
from sqlalchemy.sql import operators, visitors
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.selectable import AliasedReturnsRows
from sqlmodel import Session

from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.content_version import (
    ALL_TABLES,
    Changes,
    Row,
    TableChange,
    WrittenRow,
)

MAX_VALUES = 100
"""The most values of a column that tell rows; with more, something was made from all rows."""


class State(IntEnum):
    """Whether something that was made from the database may still be served."""

    FRESH = 0
    OUTDATED = 1
    """Something has changed that it may show."""
    WITHDRAWN = 2
    """It may show what visitors must not see any more."""


class Scope(NamedTuple):
    """The rows that have one of some values in a column."""

    column: str
    values: frozenset[int]

    def has(self, row: WrittenRow) -> bool:
        """Return whether a row is, or was, one of them; true if that is unknown."""
        values = row.values.get(self.column)
        return values is None or not self.values.isdisjoint(values)


class Part(NamedTuple):
    """A part of a table: some columns, None for all, of the rows of a scope, None for all."""

    columns: frozenset[str] | None = None
    scope: Scope | None = None

    def has(self, row: WrittenRow) -> bool:
        """Return whether a written row has changed it."""
        is_about = self.columns is None or row.columns is None or self.columns & {*row.columns}
        return bool(is_about) and (self.scope is None or self.scope.has(row))


_WHOLE = Part()


class Reads:
    """The parts of tables that something was made from, and whether they have changed since."""

    def __init__(self) -> None:
        self._began = self._compared = content_version.number()
        """The number of changes before it was begun, and of those that it was compared with."""
        self.parts: dict[str, set[Part]] = {}
        self._state = State.FRESH

    @classmethod
    def joined(cls, *parts: "Reads") -> Self:
        """Return the reads of something that is made from others."""
        reads = cls()
        for each in parts:
            reads.join(each)
        return reads

    def join(self, other: "Reads") -> None:
        """Add the reads of something that has become a part of this."""
        compared = other._compared
        self._began, self._compared = min(self._began, compared), min(self._compared, compared)
        self._state = max(self._state, other._state)
        for table, parts in other.parts.items():
            self.parts.setdefault(table, set()).update(parts)

    def add(self, table: str, part: Part = _WHOLE) -> None:
        self.parts.setdefault(table, set()).add(part)
        self._compared = self._began

    def __contains__(self, table: object) -> bool:
        return table in self.parts

    @property
    def state(self) -> State:
        if not content_version.is_current():
            return State.WITHDRAWN
        if content_version.number() != self._compared:
            number, changes = content_version.changes_after(self._compared)
            effects = (self._effect(*change) for each in changes for change in each.items())
            # In this order, as `join` reads them the other way round, perhaps in another thread.
            self._state = max((self._state, *effects))
            self._compared = number
        return self._state

    def _effect(self, table: str, change: TableChange) -> State:
        """Return the state in which it is after a change of a table."""
        if table == ALL_TABLES:
            return State.WITHDRAWN
        parts = self.parts.get(table, ())
        if change.rows is None:
            withdrawals = [change.withdraws] if parts else []
        else:
            is_read = (row for row in change.rows if any(part.has(row) for part in parts))
            withdrawals = [row.withdraws for row in is_read]
        effects = (State.WITHDRAWN if each else State.OUTDATED for each in withdrawals)
        return max(effects, default=State.FRESH)


_recorder: ContextVar[Reads | None] = ContextVar("recorder", default=None)


@contextmanager
def record_reads() -> Iterator[Reads]:
    """Record what is read within the block, including in the threads that it starts."""
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
            given = getattr(context, "compiled_parameters", None) or [{}]
            for each in _tables(compiled):
                reads.add(each.name, each.part(given[0]))


class _ReadTable(NamedTuple):
    """A table that a statement reads, the columns, and the conditions that tell the rows.

    A condition is the name of a column, and that of the parameter with its value. The values of a
    list have the names `{name}_1`, `{name}_2` and so on.
    """

    name: str
    columns: frozenset[str] | None
    conditions: tuple[tuple[str, str], ...]

    def part(self, given: Mapping[str, Any]) -> Part:
        """Return what the statement reads with these parameters."""
        scopes = (_scope(column, _values_of(name, given)) for column, name in self.conditions)
        known = [each for each in scopes if each is not None]
        return Part(self.columns, min(known, key=lambda each: len(each.values), default=None))


def _values_of(name: str, given: Mapping[str, Any]) -> list[Any]:
    if name in given:
        return [given[name]]
    listed = takewhile(given.__contains__, (f"{name}_{number}" for number in count(1)))
    return [given[each] for each in islice(listed, MAX_VALUES + 1)]


def _scope(column: str, values: list[Any]) -> Scope | None:
    """Return the rows with one of the values in a column, or None if these may not be all."""
    is_known = all(type(each) is int for each in values)
    if not values or len(values) > MAX_VALUES or not is_known:
        return None
    return Scope(column, frozenset(values))


@lru_cache(maxsize=1024)
def _tables(compiled: SQLCompiler) -> tuple[_ReadTable, ...]:
    """Return the tables that a statement reads."""
    if not isinstance(compiled.statement, SelectBase):
        return ()
    of_orm = getattr(compiled.compile_state, "statement", None)
    elements = [*visitors.iterate(compiled.statement if of_orm is None else of_orm)]
    columns: dict[str, set[str]] = {
        each.name: set() for each in elements if isinstance(each, TableClause)
    }
    for each in elements:
        for column in each.base_columns if isinstance(each, ColumnClause) else ():
            if isinstance(column, ColumnClause) and isinstance(column.table, TableClause):
                columns.setdefault(column.table.name, set()).add(column.name)
    is_certain = not _has_text(elements)
    selects = {id(each): each for each in elements if isinstance(each, Select)}.values()
    conditions = [each for one in selects for each in _conditions(one, compiled.bind_names)]
    sources = [each for one in selects for each in _sources(one.get_final_froms())]
    return tuple(
        _ReadTable(
            name,
            frozenset(read) if is_certain else None,
            # If a statement reads a table twice, conditions may be about one of both.
            tuple((column, key) for table, column, key in conditions if table == name)
            if is_certain and sources.count(name) == 1
            else (),
        )
        for name, read in columns.items()
    )


def _has_text(elements: Iterable[object]) -> bool:
    """Return whether a statement with these elements has SQL as text, which may read anything.

    What `exists` selects does not matter, and `count(*)` only counts rows.
    """
    exists = [each for each in elements if isinstance(each, Exists)]
    ignored = {id(each) for one in exists for each in visitors.iterate(one)}
    for each in elements:
        selected = each.get_children() if isinstance(each, Select) else ()
        if id(each) not in ignored and any(map(_is_text, selected)):
            return True
        if _is_text(each) and getattr(each, "name", "") != "*":
            return True
    return False


def _is_text(element: object) -> bool:
    is_literal = isinstance(element, ColumnClause) and element.is_literal
    return is_literal or isinstance(element, TextClause)


def _sources(given: Iterable[object]) -> Iterator[str]:
    """Yield the names of the tables in a FROM clause, each as often as it is there."""
    for each in given:
        if isinstance(each, Join):
            yield from _sources((each.left, each.right))
        elif isinstance(each, AliasedReturnsRows):
            yield from _sources((each.element,))
        elif isinstance(each, TableClause):
            yield each.name


def _conditions(select: Select[Any], keys: Mapping[Any, str]) -> Iterator[tuple[str, str, str]]:
    """Yield the table, the column and the parameter of each condition that tells rows."""
    for condition in _all_of(select.whereclause):
        if not isinstance(condition, BinaryExpression):
            continue
        column, value = condition.left, condition.right
        if (
            condition.operator in {operators.eq, operators.in_op}
            and isinstance(column, ColumnClause)
            and isinstance(column.type, Integer)
            and isinstance(column.table, TableClause)
            and isinstance(value, BindParameter)
            and value in keys
        ):
            yield column.table.name, column.name, keys[value]


def _all_of(condition: ClauseElement | None) -> Iterator[ClauseElement]:
    """Yield the conditions of which all must be true."""
    if isinstance(condition, BooleanClauseList) and condition.operator is operators.and_:
        for each in condition.clauses:
            yield from _all_of(each)
    elif condition is not None:
        yield condition


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


@dataclass
class _Written:
    """What is known of a row that a transaction has written, see `WrittenRow`."""

    withdraws: bool = False
    columns: set[str] | None = field(default_factory=set)
    values: dict[str, set[int | None] | None] = field(default_factory=dict)
    """None for unknown values."""

    def add(self, record: Any, *, withdraws: bool, is_whole: bool) -> None:
        """Add a flushed change of the record, which `is_whole` if it was added or deleted."""
        self.withdraws = self.withdraws or withdraws
        state = inspect(record)
        attributes = state.mapper.column_attrs
        for attribute in attributes:
            [column, *_] = attribute.columns
            if isinstance(column.type, Integer):
                history = state.attrs[attribute.key].history
                self._add_values(column.name, [*history.sum()], is_known=_is_known(state, history))
        if is_whole or self.columns is None:
            self.columns = None
            return
        changed = (each for each in attributes if state.attrs[each.key].history.has_changes())
        self.columns.update(each.columns[0].name for each in changed)

    def _add_values(self, column: str, values: list[Any], *, is_known: bool) -> None:
        known = self.values.get(column, set())
        is_known = is_known and all(each is None or type(each) is int for each in values)
        self.values[column] = known | {*values} if is_known and known is not None else None

    def row(self, key: Any) -> WrittenRow:
        columns = self.columns and (*self.columns,)
        values = {name: (*each,) for name, each in self.values.items() if each is not None}
        return WrittenRow(key, self.withdraws, columns, values)


def _is_known(state: Any, history: Any) -> bool:
    """Return whether the history of an attribute has all values that its column had."""
    if history.added:
        return bool(history.deleted) or not state.has_identity
    return bool(history.unchanged or history.deleted)


class WriteRecorder:
    """Records the writes of a session from its creation on."""

    def __init__(self, session: Session) -> None:
        self._rows: dict[Row, RowChange] = {}
        """All changes of a row as one."""
        self._flushed: dict[str, dict[Any, _Written]] = {}
        """The flushed rows of each table, by id."""
        self._unknown: set[str] = set()
        """The tables of which unknown rows were written."""
        self._written_by_flushes: set[str] = set()
        self._is_flushing = False
        event.listen(session, "before_flush", self._begin_flush)
        event.listen(session, "after_flush", self._record_flush)
        event.listen(session, "after_soft_rollback", self._end_flush)

    def record_statement(self, table: str) -> None:
        """Record that a statement that writes to a table was executed, by the ORM or directly."""
        (self._written_by_flushes if self._is_flushing else self._unknown).add(table)

    def changes(self) -> Changes:
        """Return the changed tables; of rows that are unknown, some may have been withdrawn."""
        unknown = self._unknown | (self._written_by_flushes - self._flushed.keys())
        known = {
            table: TableChange.of([each.row(key) for key, each in rows.items()])
            for table, rows in self._flushed.items()
        }
        return {**known, **dict.fromkeys(unknown, TableChange(withdraws=True))}

    def row_change(self, table: str, row_id: object) -> RowChange | None:
        """Return all flushed changes of a row as one, or None without any."""
        return self._rows.get((table, row_id))

    def row_changes(self, table: str) -> Mapping[Any, RowChange]:
        """Return all flushed changes of the rows of a table, by id."""
        return {key: change for (name, key), change in self._rows.items() if name == table}

    def _begin_flush(self, *_details: object) -> None:
        self._is_flushing = True

    def _end_flush(self, *_details: object) -> None:
        self._is_flushing = False

    def _record_flush(self, session: Session, _context: Any) -> None:
        self._end_flush()
        for record in session.new:
            self._add(record, None, _values(record))
        for record in session.dirty:
            before = _values_before(record)
            if before is not None:
                self._add(record, before, _values(record))
        for record in session.deleted:
            self._add(record, _values(record), None)

    def _add(self, record: Any, before: Values | None, after: Values | None) -> None:
        table, key = record.__tablename__, (after or before or {}).get("id")
        written = self._flushed.setdefault(table, {}).setdefault(key, _Written())
        is_whole = before is None or after is None
        written.add(record, withdraws=_withdraws(record, before or {}, after), is_whole=is_whole)
        first = self._rows.get((table, key))
        self._rows[table, key] = RowChange(table, first.before if first else before, after)


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
