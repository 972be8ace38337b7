"""The engines of the two databases, SQLite and PostgreSQL, and how a transaction begins on each."""

import sqlite3
import time
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event

from awards_site.core.database.sorting import sort_key_of
from awards_site.settings import settings

BUSY_SECONDS = 15
"""How long a writer waits for the writers of other processes before it fails."""
_RETRY_SECONDS = 0.02
POOL_SECONDS = 15
"""How long a request waits for a connection to PostgreSQL before it fails."""
MAX_IDLE_SECONDS = 60
"""After how long PostgreSQL ends a transaction that writes nothing more: its server is gone."""

IS_WRITING = "awards_is_writing"
"""The execution option of connections whose transactions take the write lock when they begin."""

_WRITE_LOCK = int.from_bytes(b"awards", "big")
"""The key of the advisory lock that all writers of a PostgreSQL database take."""

_POSTGRESQL_CONNECTION = {
    "application_name": "awards",
    "connect_timeout": 10,
    # Notice within a minute that the server's machine no longer answers.
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""Parameters of libpq; those in the URL take precedence."""


def sqlite_engine(url: URL) -> Engine:
    """Return an engine that uses WAL and enforces foreign keys."""
    # Connections to a file are cheap; without a limit, requests cannot deadlock over them.
    engine = create_engine(
        url, connect_args={"timeout": BUSY_SECONDS}, max_overflow=-1, hide_parameters=True
    )
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def postgresql_engine(url: URL) -> Engine:
    """Return an engine with at most `database_connections` connections."""
    given = {name: value for name, value in _POSTGRESQL_CONNECTION.items() if name not in url.query}
    engine = create_engine(
        url,
        connect_args=given,
        pool_pre_ping=True,
        pool_size=settings().database_connections,
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
        hide_parameters=True,
    )
    event.listen(engine, "begin", _begin_postgresql)
    return engine


def reading_engine(engine: Engine) -> Engine:
    """Return an engine whose transactions read one snapshot, as those of SQLite do anyway."""
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    connection.create_function("sort_key", 1, sort_key_of, deterministic=True)
    cursor = connection.cursor()
    _use_wal(cursor)
    # What is confirmed survives a power failure.
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    # Overwrite what is deleted, so that erased personal data cannot be recovered from the file.
    cursor.execute("PRAGMA secure_delete = ON")
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    cursor.close()


def _use_wal(cursor: sqlite3.Cursor) -> None:
    """Use WAL, which a new file does not; SQLite does not wait for another process that writes."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_SECONDS)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that writes takes the write lock at its start. One that upgrades from reading
    # fails at once if another connection wrote in between, whatever the busy timeout.
    is_writing = connection.get_execution_options().get(IS_WRITING)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def _begin_postgresql(connection: Connection) -> None:
    # Writers take turns as they do on SQLite. What they read before they write, such as quotas,
    # free slugs and the active cover page, is therefore still true when they write, and they
    # neither deadlock nor have to be repeated.
    if connection.get_execution_options().get(IS_WRITING):
        connection.exec_driver_sql(
            f"SET LOCAL lock_timeout = {BUSY_SECONDS * 1000};"
            f" SET LOCAL idle_in_transaction_session_timeout = {MAX_IDLE_SECONDS * 1000};"
            f" SELECT pg_advisory_xact_lock({_WRITE_LOCK})"
        )
