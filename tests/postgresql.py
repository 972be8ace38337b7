"""Databases of this test process on the PostgreSQL server of AWARDS_TEST_DATABASE_URL.

The URL names an existing database and a superuser. Without it, tests use SQLite.
"""

import atexit
import os
from functools import cache
from itertools import count

from sqlalchemy import URL, Connection, create_engine, inspect, make_url, pool, text

_SERVER = os.environ.get("AWARDS_TEST_DATABASE_URL", "")
_PREFIX = f"awards_test_{os.getpid()}"
_MAIN = f"{_PREFIX}_main"

is_used = bool(_SERVER)
"""Whether tests use PostgreSQL."""

_numbers = count(1)
_created: set[str] = set()
_origin = ""
"""The saved state from which the main database stems, or ''."""


def url() -> str:
    """Return the URL of the main database, which most tests share one after the other."""
    if _MAIN not in _created:
        _create(_MAIN)
    return _url(_MAIN)


def new_url() -> str:
    """Return the URL of another empty database."""
    name = f"{_PREFIX}_{next(_numbers)}"
    _create(name)
    return _url(name)


def drop(url: str) -> None:
    """Drop a database that `new_url` has created."""
    name = str(make_url(url).database)
    _drop(name)
    _created.remove(name)


def remove_tables() -> None:
    """Make the main database as empty as a new one."""
    global _origin
    _origin = ""
    _execute(url(), "DROP SCHEMA public CASCADE; CREATE SCHEMA public")


def save(state: str) -> None:
    """Save the main database, which must have no connections, under a name."""
    global _origin
    _create(_name_of(state), template=_MAIN)
    _origin = state


def restore(state: str) -> None:
    """Make the main database what it was when a state was saved.

    If it stems from that state and the state has no rows, its rows are deleted, which takes a few
    milliseconds; otherwise it is copied.
    """
    global _origin
    is_empty = _deletion(_name_of(state))
    if _origin == state and is_empty:
        _execute(url(), is_empty)
    else:
        _create(_MAIN, template=_name_of(state))
    _origin = state


@cache
def _deletion(name: str) -> str:
    """Return the statements that empty all tables of a saved state; '' if it has any row."""
    with _connect(_url(name)) as connection:
        tables = set(inspect(connection).get_table_names()) - {"alembic_version"}
        if any(connection.scalar(text(f"SELECT count(*) FROM {each}")) for each in tables):
            return ""
        version = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return ";".join(
        (
            # Tests change it, too.
            f"DELETE FROM alembic_version; INSERT INTO alembic_version VALUES ('{version}')",
            # Neither triggers nor foreign keys: the audit log refuses deletions.
            "SET session_replication_role = replica",
            *(f"DELETE FROM {each}" for each in tables),
            *(f"ALTER SEQUENCE {each}_id_seq RESTART" for each in tables),
        )
    )


def _name_of(state: str) -> str:
    return f"{_PREFIX}_{state}"


def _url(name: str) -> str:
    return _server().set(database=name).render_as_string(hide_password=False)


@cache
def _server() -> URL:
    return make_url(_SERVER).set(drivername="postgresql+psycopg")


def _create(name: str, template: str = "template1") -> None:
    _drop(name)
    _execute_on_server(f"CREATE DATABASE {name} TEMPLATE {template}")
    if not _created:
        atexit.register(_drop_all)
    _created.add(name)


def _drop_all() -> None:
    for name in _created:
        _drop(name)


def _drop(name: str) -> None:
    _execute_on_server(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def _execute_on_server(statement: str) -> None:
    _execute(_server().render_as_string(hide_password=False), statement)


def _execute(address: str, statements: str) -> None:
    with _connect(address) as connection:
        connection.exec_driver_sql(statements)


def _connect(address: str) -> Connection:
    engine = create_engine(address, poolclass=pool.NullPool, isolation_level="AUTOCOMMIT")
    return engine.connect()
