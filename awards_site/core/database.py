"""The database engine, its column types, and the sessions of requests."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from functools import cache
from typing import Annotated, Any

from fastapi import Depends
from sqlalchemy import (
    Connection,
    DateTime,
    Dialect,
    Engine,
    MetaData,
    TypeDecorator,
    UpdateBase,
    create_engine,
    event,
    make_url,
)
from sqlmodel import Session, SQLModel

from awards_site.core import content_version
from awards_site.core.changes import Change
from awards_site.core.read_recorder import watch_reads
from awards_site.core.write_recorder import WriteRecorder
from awards_site.settings import settings

BUSY_SECONDS = 15
"""How long a SQLite connection waits for another writer before it fails."""

_RECORDER = "awards_write_recorder"
"""The key of the `WriteRecorder` of connections and sessions that write, among their options."""

_writer = threading.Lock()
"""Queues the writers of this process, because SQLite polls for its single write lock."""

metadata: MetaData = SQLModel.metadata
metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class UtcDateTime(TypeDecorator[datetime]):
    """A point in time: stored in UTC, loaded timezone-aware, on every database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone; pass an aware datetime")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def make_engine(url: str) -> Engine:
    """Return an engine for the database at `url`; SQLite uses WAL and enforces foreign keys."""
    parsed = make_url(url)
    is_sqlite = parsed.get_backend_name() == "sqlite"
    # Connections to a file are cheap; without a limit, requests cannot deadlock over them.
    of_file = {"connect_args": {"timeout": BUSY_SECONDS}, "max_overflow": -1}
    of_server = {"pool_pre_ping": True, "pool_size": 20, "max_overflow": 60}
    engine = create_engine(parsed, hide_parameters=True, **(of_file if is_sqlite else of_server))
    if is_sqlite:
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    event.listen(engine, "after_execute", _record_write)
    watch_reads(engine)
    return engine


def _record_write(connection: Connection, statement: Any, *_others: object) -> None:
    recorder = connection.get_execution_options().get(_RECORDER)
    if recorder is not None and isinstance(statement, UpdateBase):
        recorder.record_statement(str(statement.table))


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.execute("PRAGMA foreign_keys = ON")
    # Overwrite what is deleted, so that erased personal data cannot be recovered from the file.
    cursor.execute("PRAGMA secure_delete = ON")
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that writes takes the write lock at its start. One that upgrades from reading
    # fails at once if another connection wrote in between, whatever the busy timeout.
    is_write = _RECORDER in connection.get_execution_options()
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_write else "BEGIN")


@cache
def engine() -> Engine:
    settings().data_dir.mkdir(parents=True, exist_ok=True)
    return make_engine(settings().database_url)


def reading() -> Session:
    """Return a read-only session, which connects on first use."""
    return Session(engine(), expire_on_commit=False, autoflush=False)


@contextmanager
def writing() -> Iterator[Session]:
    """Yield a session in a transaction, committed at the end and rolled back on an error.

    A commit that changed public tables bumps the content version. SQLite allows one writer at a
    time, so keep the block short and do not wait for other resources in it.
    """
    is_sqlite = engine().dialect.name == "sqlite"
    with _writer if is_sqlite else nullcontext(), Session(expire_on_commit=False) as session:
        recorder = WriteRecorder(session)
        session.info[_RECORDER] = recorder
        session.bind = engine().execution_options(**{_RECORDER: recorder})
        with session.begin():
            yield session
        changes = [
            change
            for change in recorder.changes()
            if content_version.is_public(metadata.tables[change.table])
        ]
        if changes:
            content_version.bump(changes)


def row_change(session: Session, table: str, row_id: object) -> Change | None:
    """Return what a session of `writing` has changed in a row so far, or None."""
    recorder: WriteRecorder = session.info[_RECORDER]
    return recorder.row_change(table, row_id)


def truncate_write_ahead_log() -> None:
    """Remove deleted rows from SQLite's write-ahead log; other databases have their own log."""
    if engine().dialect.name == "sqlite":
        with engine().connect() as connection:
            connection.rollback()
            connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")


async def _read_session() -> AsyncIterator[Session]:
    session = reading()
    try:
        yield session
    finally:
        await asyncio.to_thread(session.close)


# The session closes when the endpoint returns, so a slow client holds no connection. An endpoint
# that writes opens its own transaction with `writing`, which begins and ends in one thread and
# holds the write lock only as long as needed.
ReadSession = Annotated[Session, Depends(_read_session, scope="function")]
