"""Which responses a committed write makes out of date: what was read against what was written.

While `recording()` runs, each SELECT is noted with its columns and the values that its rows must
have, and each row that it loads. A write is a list of `Change`s, a row's values before and after
it. Nothing is declared by hand, so that nothing can be forgotten.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Any

from sqlalchemy import BindParameter, Column, SelectBase, event, inspect
from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import ExecutionContext
from sqlalchemy.sql import operators, visitors
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import BinaryExpression, BooleanClauseList, False_, True_
from sqlmodel import Session, SQLModel

Values = Mapping[str, Any]
"""A row's values by column."""

ALL_TABLES = "*"
UPLOADS = "uploads"
"""In the place of a table: the uploaded images, of which smaller variants are made later."""


class Effect(IntEnum):
    """What a change does to a response that was made before it."""

    NONE = 0
    STALE = 1
    """Another response would be made now."""
    WITHDRAWN = 2
    """The response shows what must not be shown any more."""


@dataclass(frozen=True)
class Change:
    """A written row: its values before, None for a new one, and after, None for a deleted one.

    Where nothing is known of the rows, both are None: any row of the table may have changed.
    """

    table: str
    before: Values | None = None
    after: Values | None = None

    @cached_property
    def columns(self) -> frozenset[str]:
        """The columns whose values differ, of a row that existed and exists."""
        before, after = self.before or {}, self.after or {}
        return frozenset(name for name in after if before.get(name) != after[name])

    @cached_property
    def takes_back(self) -> bool:
        """Whether a yes became a no: what was published, active or awarded no longer is."""
        before, after = self.before or {}, self.after or {}
        return any(before.get(name) is True and after[name] is False for name in after)

    @property
    def row_id(self) -> Any:
        """The id of the row."""
        return (self.after or self.before or {}).get("id")


EVERYTHING = Change(ALL_TABLES)
"""Another process has written something."""


@dataclass(frozen=True)
class Read:
    """A SELECT: the columns of a table that it names, and the values that its rows have to have.

    `conditions` are those of the columns that decide which rows are found, and in which order.
    `has_entities` tells that its rows were noted one by one as they were loaded.
    """

    table: str
    columns: frozenset[str]
    conditions: frozenset[str] = frozenset()
    equal: tuple[tuple[str, Any], ...] = ()
    has_entities: bool = False

    def covers(self, values: Values | None) -> bool:
        """Return whether a row of these values may be among what was read."""
        if values is None:
            return False
        # A loop, because a write asks this of all that is cached.
        for name, value in self.equal:  # noqa: SIM110
            if values.get(name) != value:
                return False
        return True


@dataclass
class Reads:
    """All that a response was made from: SELECTs and the ids of rows, both by table."""

    selects: dict[str, set[Read]] = field(default_factory=dict)
    rows: dict[str, set[Any]] = field(default_factory=dict)

    def add(self, read: Read) -> None:
        """Note a SELECT."""
        self.selects.setdefault(read.table, set()).add(read)

    def add_row(self, table: str, row_id: Any) -> None:
        """Note a row that was loaded."""
        self.rows.setdefault(table, set()).add(row_id)

    def update(self, other: "Reads") -> None:
        """Note all that another response was made from."""
        for table, selects in other.selects.items():
            self.selects.setdefault(table, set()).update(selects)
        for table, ids in other.rows.items():
            self.rows.setdefault(table, set()).update(ids)

    def effect_of(self, changes: Sequence[Change]) -> Effect:
        """Return what changes do to the response."""
        effect = Effect.NONE
        for change in changes:
            if change.table == ALL_TABLES:
                return Effect.WITHDRAWN
            for read in self.selects.get(change.table, ()):
                effect = max(effect, self._effect(read, change))
        return effect

    def _effect(self, read: Read, change: Change) -> Effect:
        if change.before is None and change.after is None:
            return Effect.WITHDRAWN
        was, will = read.covers(change.before), read.covers(change.after)
        if not was and not will:
            return Effect.NONE
        is_shown = not read.has_entities or change.row_id in self.rows.get(change.table, ())
        if was and not will:
            return Effect.WITHDRAWN if is_shown else Effect.STALE
        if will and not was:
            return Effect.STALE
        # A row that was not found is found only once it meets the conditions.
        if not change.columns & (read.columns if is_shown else read.conditions):
            return Effect.NONE
        return Effect.WITHDRAWN if change.takes_back and is_shown else Effect.STALE


_recorder: ContextVar[Reads | None] = ContextVar("recorder", default=None)


@contextmanager
def recording() -> Iterator[Reads]:
    """Note what is read within the block, in the threads that it uses, too."""
    reads = Reads()
    token = _recorder.set(reads)
    try:
        yield reads
    finally:
        _recorder.reset(token)


def note_missing_variants(name: str) -> None:
    """Note that an uploaded image has no smaller variants yet, which will be made."""
    reads = _recorder.get()
    if reads is not None:
        reads.add(Read(UPLOADS, frozenset({"variants"}), equal=(("name", name),)))


def variants_made(name: str) -> Change:
    """Return the change that the smaller variants of an uploaded image have been made."""
    return Change(UPLOADS, {"name": name, "variants": False}, {"name": name, "variants": True})


def watch_reads(engine: Engine) -> None:
    """Have the engine's SELECTs noted while somebody records."""

    @event.listens_for(engine, "before_cursor_execute")
    def note(
        _connection: Any,
        _cursor: Any,
        _statement: str,
        _parameters: Any,
        context: ExecutionContext | None,
        _many: bool,
    ) -> None:
        reads = _recorder.get()
        compiled = getattr(context, "compiled", None)
        if reads is None or not isinstance(compiled, SQLCompiler):
            return
        if not isinstance(compiled.statement, SelectBase):
            return
        [values] = getattr(context, "compiled_parameters", None) or [{}]
        for found in _analyze(compiled):
            equal = tuple((name, values[of] if of else value) for name, of, value in found.equal)
            read = Read(found.table, found.columns, found.conditions, equal, found.has_entities)
            reads.add(read)


@event.listens_for(SQLModel, "load", propagate=True)
def _note_row(record: Any, _context: Any) -> None:
    reads = _recorder.get()
    if reads is not None:
        reads.add_row(record.__tablename__, record.__dict__.get("id"))


@dataclass(frozen=True)
class _Analysis:
    table: str
    columns: frozenset[str]
    conditions: frozenset[str]
    equal: tuple[tuple[str, str, Any], ...]
    """Columns with the name of the parameter that each has to equal, or '' and the value."""
    has_entities: bool


@lru_cache(maxsize=1024)
def _analyze(compiled: SQLCompiler) -> Sequence[_Analysis]:
    state, original = compiled.compile_state, compiled.statement
    statement: Any = getattr(state, "statement", None)
    statement = original if statement is None else statement
    described = getattr(original, "column_descriptions", [])
    has_entities = bool(described) and all(
        each["entity"] is not None and each["expr"] is each["entity"] for each in described
    )
    columns = _columns(statement)
    # What is selected as it is decides nothing.
    parts = statement.get_children()
    conditions = _columns(*(part for part in parts if not isinstance(part, Column)))
    equal: dict[str, list[tuple[str, str, Any]]] = {}
    for condition in _conjunction(getattr(statement, "whereclause", None)):
        if found := _equality(condition, compiled):
            table, *value = found
            equal.setdefault(table, []).append(tuple(value))
    return [
        _Analysis(
            table,
            frozenset(names),
            frozenset(conditions.get(table, ())),
            tuple(equal.get(table, ())),
            has_entities,
        )
        for table, names in columns.items()
    ]


def _columns(*parts: Any) -> dict[str, set[str]]:
    """Return the columns that parts of a statement name, by table."""
    columns: dict[str, set[str]] = {}
    for part in parts:
        for element in visitors.iterate(part):
            if isinstance(element, Column) and element.table is not None:
                # An alias, such as that of a joined table, stands for its table.
                table = getattr(element.table, "element", element.table)
                columns.setdefault(table.name, set()).add(element.key)
    return columns


def _conjunction(clause: Any) -> Iterator[Any]:
    if isinstance(clause, BooleanClauseList) and clause.operator is operators.and_:
        for each in clause.clauses:
            yield from _conjunction(each)
    elif clause is not None:
        yield clause


def _equality(clause: Any, compiled: SQLCompiler) -> tuple[str, str, str, Any] | None:
    """Return table, column, parameter and value of a condition that a column equals something."""
    if isinstance(clause, Column):
        return (clause.table.name, clause.key, "", True) if clause.table is not None else None
    if not isinstance(clause, BinaryExpression) or not isinstance(clause.left, Column):
        return None
    left, right = clause.left, clause.right
    # The rows of an alias are not those that the condition is about.
    if hasattr(left.table, "element"):
        return None
    if clause.operator is operators.is_ and isinstance(right, True_ | False_):
        return left.table.name, left.key, "", isinstance(right, True_)
    if clause.operator is operators.eq and isinstance(right, BindParameter):
        return left.table.name, left.key, compiled.bind_names[right], None
    return None


class Writes:
    """Collects what a session writes."""

    def __init__(self, session: Session) -> None:
        self._changes: list[Change] = []
        self._flushed: set[str] = set()
        self._stated: set[str] = set()
        self._executed: set[str] = set()
        event.listen(session, "after_flush", self._note_flush)
        event.listen(session, "do_orm_execute", self._note_statement)

    def note_execution(self, table: str) -> None:
        """Note that a statement that writes to a table was executed, by whomever."""
        self._executed.add(table)

    def changes(self) -> list[Change]:
        """Return all changes; of tables written to by statements the rows are not known."""
        unknown = self._stated | (self._executed - self._flushed)
        known = [each for each in self._changes if each.table not in unknown]
        return [*known, *map(Change, sorted(unknown))]

    def _note_flush(self, session: Session, _context: Any) -> None:
        for record in session.new:
            self._add(record, None, _values(record))
        for record in session.dirty:
            before = _values_before(record)
            if before is not None:
                self._add(record, before, _values(record))
        for record in session.deleted:
            self._add(record, _values(record), None)

    def _add(self, record: Any, before: Values | None, after: Values | None) -> None:
        self._flushed.add(record.__tablename__)
        self._changes.append(Change(record.__tablename__, before, after))

    def _note_statement(self, state: Any) -> None:
        if state.is_insert or state.is_update or state.is_delete:
            self._stated.add(state.statement.table.name)


def _values(record: Any) -> Values:
    return {key: value for key, value in record.__dict__.items() if not key.startswith("_")}


def _values_before(record: Any) -> Values | None:
    values = dict(_values(record))
    is_changed = False
    for attribute in inspect(record).attrs:
        history = attribute.history
        if attribute.key in values and history.has_changes():
            is_changed = True
            values[attribute.key] = history.deleted[0] if history.deleted else None
    return values if is_changed else None
