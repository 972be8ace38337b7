"""The tables that something was made from, recorded as the database engine reads them."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from functools import lru_cache
from typing import Any, Self

from sqlalchemy import SelectBase, TableClause, event
from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import ExecutionContext
from sqlalchemy.sql import visitors
from sqlalchemy.sql.compiler import SQLCompiler

from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.content_version import ALL_TABLES, Counters


class State(IntEnum):
    """What the writes since then mean for something that was made from the database."""

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
    """Return the names of the tables in a SELECT."""
    if not isinstance(compiled.statement, SelectBase):
        return frozenset()
    statement = getattr(compiled.compile_state, "statement", None)
    found = visitors.iterate(compiled.statement if statement is None else statement)
    return frozenset(each.name for each in found if isinstance(each, TableClause))
