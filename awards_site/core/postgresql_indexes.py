"""Indexes of PostgreSQL for the search and the order of lists that grow without limit.

No migration makes them, because the extension pg_trgm may be added later by somebody else.
"""

import logging

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from awards_site.core.database import engine
from awards_site.core.engines import IS_WRITING

log = logging.getLogger(__name__)

PREFIX = "postgresql_"
"""How the names of these indexes begin."""

_SEARCHED = ("audit_entries", "messages", "subscribers")
_SORTED = {
    "audit_entries": ("action", "name", "record_type", "user_name"),
    "messages": ("email", "name"),
    "subscribers": ("email",),
}


def add_postgresql_indexes() -> None:
    """Add the indexes that are missing; log what to do if the extension cannot be added."""
    if engine().dialect.name != "postgresql":
        return
    with engine().execution_options(**{IS_WRITING: True}).begin() as connection:
        for table, columns in _SORTED.items():
            for column in columns:
                _add(connection, table, column, f'(sort_key({column}) COLLATE "C")')
        if _has_trigrams(connection):
            for table in _SEARCHED:
                _add(connection, table, "search_text", "USING gin (search_text gin_trgm_ops)")


def _add(connection: Connection, table: str, column: str, definition: str) -> None:
    name = f"{PREFIX}{table}_{column}"
    if connection.scalar(text("SELECT to_regclass(:name)"), {"name": name}) is None:
        where = definition if definition.startswith("USING") else f"({definition})"
        connection.exec_driver_sql(f"CREATE INDEX {name} ON {table} {where}")


def _has_trigrams(connection: Connection) -> bool:
    """Add the extension pg_trgm unless it is there; return whether it is now."""
    if connection.scalar(text("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")):
        return True
    try:
        with connection.begin_nested():
            connection.exec_driver_sql("CREATE EXTENSION pg_trgm")
    except DBAPIError as error:
        log.warning(
            "search index not created: %s; searches read whole tables until a superuser runs"
            " CREATE EXTENSION pg_trgm in this database and the site starts again",
            str(error.orig).splitlines()[0],
        )
        return False
    return True
