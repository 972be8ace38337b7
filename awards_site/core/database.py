"""The database: its engine, its column types, and the sessions that requests work in."""

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
from awards_site.core.changes import Writes, watch_reads
from awards_site.settings import settings

BUSY_SECONDS = 15
"""How long a SQLite connection waits for another one's write before it gives up."""

_WRITES = "awards_writes"
"""The option of connections that write: the `Writes` of their session."""

_writer = threading.Lock()
"""Writers of one process queue here instead of polling for SQLite's lock, which one can hold."""

NAMING_CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

metadata: MetaData = SQLModel.metadata
metadata.naming_convention = NAMING_CONVENTION


class UtcDateTime(TypeDecorator[datetime]):
    """An instant: stored in UTC, read back aware, on databases with and without zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no zone: pass an aware datetime")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def make_engine(url: str) -> Engine:
    """Return an engine for the database at `url`, SQLite set up for a server's use."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        # Connections to a file are cheap: nobody waits for one, so that no two requests can wait
        # for each other.
        engine = create_engine(parsed, connect_args={"timeout": BUSY_SECONDS}, max_overflow=-1)
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        engine = create_engine(parsed, pool_pre_ping=True, pool_size=20, max_overflow=60)
    event.listen(engine, "after_execute", _note_write)
    watch_reads(engine)
    return engine


def _note_write(connection: Connection, statement: Any, *_others: object) -> None:
    writes = connection.get_execution_options().get(_WRITES)
    if writes is not None and isinstance(statement, UpdateBase):
        writes.note_execution(str(statement.table))


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that will write takes the write lock first: one that reads and then upgrades
    # fails at once when somebody else wrote in between, however long the busy timeout is.
    writes = _WRITES in connection.get_execution_options()
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@cache
def engine() -> Engine:
    settings().data_dir.mkdir(parents=True, exist_ok=True)
    return make_engine(settings().database_url)


def reading() -> Session:
    """Return a session that only reads; it connects when it is first used."""
    return Session(engine(), expire_on_commit=False, autoflush=False)


@contextmanager
def writing() -> Iterator[Session]:
    """Yield a session in one transaction: committed at the end, rolled back on an error.

    What visitors may see has another version after it, if it wrote any of that. Writers of a SQLite
    database take turns, so that the block must be short and must not wait for anything else.
    """
    is_sqlite = engine().dialect.name == "sqlite"
    with _writer if is_sqlite else nullcontext(), Session(expire_on_commit=False) as session:
        writes = Writes(session)
        session.bind = engine().execution_options(**{_WRITES: writes})
        with session.begin():
            yield session
        changes = [
            change
            for change in writes.changes()
            if content_version.is_public(metadata.tables[change.table])
        ]
        if changes:
            content_version.bump(changes)


async def _read_session() -> AsyncIterator[Session]:
    session = reading()
    try:
        yield session
    finally:
        await asyncio.to_thread(session.close)


# It ends with the endpoint's function, so that no connection is held while a slow reader takes the
# response. An endpoint that writes opens its transaction itself: begun and ended in one thread, it
# holds the database's lock for no longer than it needs.
ReadSession = Annotated[Session, Depends(_read_session, scope="function")]
