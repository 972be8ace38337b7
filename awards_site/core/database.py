"""The database engine, its column types, and the sessions of requests."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
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
    event,
    make_url,
)
from sqlalchemy.exc import IllegalStateChangeError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlmodel import Session, SQLModel

from awards_site.core import content_version, engines
from awards_site.core.changes import Change
from awards_site.core.read_recorder import watch_reads
from awards_site.core.write_recorder import WriteRecorder
from awards_site.settings import settings

_RECORDER = "awards_write_recorder"
"""The key of the `WriteRecorder` of connections and sessions that write, among their options."""

_writer = threading.Lock()
"""Queues the writers of this process, so that each process has one that waits for the database."""

_closing = ThreadPoolExecutor(2, "close")
"""Threads that never wait for a connection, so that connections always return to their pool."""

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
    """Return an engine for the database at `url`, which records what is read and written."""
    parsed = make_url(url)
    is_sqlite = parsed.get_backend_name() == "sqlite"
    engine = engines.sqlite_engine(parsed) if is_sqlite else engines.postgresql_engine(parsed)
    event.listen(engine, "after_execute", _record_write)
    watch_reads(engine)
    return engine


def _record_write(connection: Connection, statement: Any, *_others: object) -> None:
    recorder = connection.get_execution_options().get(_RECORDER)
    if recorder is not None and isinstance(statement, UpdateBase):
        recorder.record_statement(str(statement.table))


@cache
def engine() -> Engine:
    settings().data_dir.mkdir(parents=True, exist_ok=True)
    return make_engine(settings().database_url)


def reading() -> Session:
    """Return a read-only session, which connects on first use and reads one snapshot."""
    return Session(engines.reading_engine(engine()), expire_on_commit=False, autoflush=False)


@contextmanager
def _turn() -> Iterator[None]:
    """Hold the lock of this process's writers; raise SQLAlchemy's TimeoutError for a long queue.

    If another process blocks the database, each writer in the queue would wait for BUSY_SECONDS in
    turn, and together they would take all threads from the readers.
    """
    if not _writer.acquire(timeout=engines.BUSY_SECONDS):
        raise PoolTimeoutError(f"waited {engines.BUSY_SECONDS} s for the writers before")
    try:
        yield
    finally:
        _writer.release()


@contextmanager
def writing() -> Iterator[Session]:
    """Yield a session in a transaction, committed at the end and rolled back on an error.

    A commit that changed public tables bumps the content version. The writers of all processes take
    turns, so keep the block short and do not wait for other resources in it. Raises
    ServiceUnavailable if the change could not be passed on to other processes.
    """
    with _turn(), Session(expire_on_commit=False) as session:
        recorder = WriteRecorder(session)
        session.info[_RECORDER] = recorder
        options = {_RECORDER: recorder, engines.IS_WRITING: True}
        session.bind = engine().execution_options(**options)
        with session.begin():
            yield session
            session.flush()
            changes = _public(recorder.changes())
            if changes:
                content_version.require_others()
    if changes:
        content_version.bump(changes)


def _public(changes: Iterable[Change]) -> list[Change]:
    """Return the changes of what visitors may see."""
    return [each for each in changes if content_version.is_public(metadata.tables[each.table])]


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
        # The connection returns to its pool even if the request is cancelled.
        await asyncio.shield(asyncio.get_running_loop().run_in_executor(_closing, _close, session))


def _close(session: Session) -> None:
    """Close a session, which the thread of a cancelled request may still be connecting."""
    until = time.monotonic() + engines.POOL_SECONDS
    while True:
        try:
            return session.close()
        except IllegalStateChangeError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


# The session closes when the endpoint returns, so a slow client holds no connection. An endpoint
# that writes opens its own transaction with `writing`, which begins and ends in one thread and
# holds the write lock only as long as needed.
ReadSession = Annotated[Session, Depends(_read_session, scope="function")]
