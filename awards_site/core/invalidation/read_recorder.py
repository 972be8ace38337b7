"""Records what the database engine reads: the columns, conditions and rows of each SELECT."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import BindParameter, Column, SelectBase, event
from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import ExecutionContext
from sqlalchemy.sql import operators, visitors
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import (
    AsBoolean,
    BinaryExpression,
    BooleanClauseList,
    False_,
    True_,
)
from sqlmodel import SQLModel

from awards_site.core.invalidation.changes import UPLOADS, Read, Reads

_recorder: ContextVar[Reads | None] = ContextVar("recorder", default=None)


@contextmanager
def record_reads() -> Iterator[Reads]:
    """Record all reads within the block, including those in the threads it starts."""
    reads = Reads()
    token = _recorder.set(reads)
    try:
        yield reads
    finally:
        _recorder.reset(token)


def record_missing_variants(name: str) -> None:
    """Record that the response shows an uploaded image whose variants do not exist yet."""
    reads = _recorder.get()
    if reads is not None:
        reads.add(Read(UPLOADS, frozenset({"variants"}), equal=(("name", name),)))


def record_media_details(table: str, columns: frozenset[str], url: str) -> None:
    """Record that the response shows what the media library has about an uploaded file."""
    reads = _recorder.get()
    if reads is not None:
        reads.add(Read(table, columns, equal=(("url", url),)))


@contextmanager
def unrecorded() -> Iterator[None]:
    """Record no reads within the block, for what is read for several responses."""
    token = _recorder.set(None)
    try:
        yield
    finally:
        _recorder.reset(token)


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
        if reads is None or not isinstance(compiled, SQLCompiler):
            return
        if not isinstance(compiled.statement, SelectBase):
            return
        [values] = getattr(context, "compiled_parameters", None) or [{}]
        for found in _analyze(compiled):
            equal = tuple(
                (name, values[param] if param else value) for name, param, value in found.equal
            )
            read = Read(found.table, found.columns, found.conditions, equal, found.has_entities)
            reads.add(read)


@event.listens_for(SQLModel, "load", propagate=True)
def _record_row(record: Any, _context: Any) -> None:
    reads = _recorder.get()
    if reads is not None:
        reads.add_row(record.__tablename__, record.__dict__.get("id"))


@dataclass(frozen=True)
class _Analysis:
    table: str
    columns: frozenset[str]
    conditions: frozenset[str]
    equal: tuple[tuple[str, str, Any], ...]
    """Triples of a column, the parameter it must equal or '', and the value it must equal if ''."""
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
    # A plain selected column neither filters nor sorts; one that sorts looks the same.
    parts = [part for part in statement.get_children() if not isinstance(part, Column)]
    conditions = _columns(*parts, *getattr(statement, "_order_by_clauses", ()))
    equal: dict[str, list[tuple[str, str, Any]]] = {}
    for condition in _conjunction(getattr(statement, "whereclause", None)):
        if found := _equality(condition, compiled):
            table, *value = found
            equal.setdefault(table, []).append(tuple(value))
    return [
        _Analysis(
            table,
            frozenset(names),
            # A boolean column that is a condition by itself looks like a selected one.
            frozenset(conditions.get(table, ())).union(each[0] for each in equal.get(table, ())),
            tuple(equal.get(table, ())),
            has_entities,
        )
        for table, names in columns.items()
    ]


def _columns(*parts: Any) -> dict[str, set[str]]:
    """Return the columns named in parts of a statement, by table."""
    columns: dict[str, set[str]] = {}
    for part in parts:
        for element in visitors.iterate(part):
            if isinstance(element, Column) and element.table is not None:
                # An alias, such as the one of a joined table, refers to its table.
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
    """Return table, column, parameter and value if the clause is an equality, else None."""
    # So SQLAlchemy wraps a boolean column that is a condition by itself.
    if isinstance(clause, AsBoolean) and clause.operator is operators.is_true:
        clause = clause.element
    if isinstance(clause, Column):
        return (clause.table.name, clause.key, "", True) if clause.table is not None else None
    if not isinstance(clause, BinaryExpression) or not isinstance(clause.left, Column):
        return None
    left, right = clause.left, clause.right
    # A condition on an alias does not restrict the rows of the table itself.
    if hasattr(left.table, "element"):
        return None
    if clause.operator is operators.is_ and isinstance(right, True_ | False_):
        return left.table.name, left.key, "", isinstance(right, True_)
    if clause.operator is operators.eq and isinstance(right, BindParameter):
        return left.table.name, left.key, compiled.bind_names[right], None
    return None
