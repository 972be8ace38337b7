"""The database's plans of the statements that a test sends."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, event

from awards_site.core.database.engine import engine
from awards_site.operations.tables import metadata
from tests import postgresql

Statement = tuple[str, Sequence[object]]
"""A statement and its values."""


@contextmanager
def recorded() -> Iterator[list[Statement]]:
    """Yield the list of the queries that are sent while the block runs."""
    sent: list[Statement] = []

    def record(
        _connection: Connection, _cursor: object, sql: str, values: Any, *_others: object
    ) -> None:
        if sql.startswith(("SELECT", "WITH")):
            sent.append((sql, values))

    event.listen(engine(), "before_cursor_execute", record)
    try:
        yield sent
    finally:
        event.remove(engine(), "before_cursor_execute", record)


def plan_of(statement: Statement) -> list[str]:
    """Return the steps of a statement's plan."""
    sql, values = statement
    with engine().connect() as connection:
        explain = "EXPLAIN QUERY PLAN"
        if postgresql.is_used:
            # Tables are empty, so that it would prefer to scan and to sort them.
            for setting in ("enable_seqscan", "enable_sort", "enable_incremental_sort"):
                connection.exec_driver_sql(f"SET LOCAL {setting} = off")
            explain = "EXPLAIN"
        rows = connection.exec_driver_sql(f"{explain} {sql}", values)
        return [str(row[-1]) for row in rows]


def scans(plan: Sequence[str]) -> list[str]:
    """Return the steps of a plan that read a whole table."""
    return [step for step in plan if "Seq Scan" in step or _is_scan(step)]


def _is_scan(step: str) -> bool:
    # SQLite also scans subqueries, by the names of which it calls them.
    scan = re.fullmatch(r"SCAN (\w+)", step)
    return scan is not None and scan[1] in metadata.tables
