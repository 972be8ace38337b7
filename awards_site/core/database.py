"""The database: its engine, its column types, and the sessions that requests work in."""

from collections.abc import Iterator
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
    create_engine,
    event,
    make_url,
)
from sqlmodel import Session, SQLModel

from awards_site.core import changes
from awards_site.settings import settings

BUSY_SECONDS = 15
"""How long a SQLite connection waits for another one's write before it gives up."""

_WRITES = "awards_writes"
"""The option of connections that write: the set of tables that they have written to."""

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
        """Convert an aware instant to UTC for the database."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no zone: pass an aware datetime")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give a stored instant its zone back."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def make_engine(url: str) -> Engine:
    """Return an engine for the database at `url`, SQLite set up for a server's use."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        engine = create_engine(parsed, pool_pre_ping=True, pool_size=20, max_overflow=60)
        event.listen(engine, "after_execute", _note_write)
        return engine
    # Connections to a file are cheap: nobody waits for one, so that no two requests can wait for
    # each other.
    engine = create_engine(parsed, connect_args={"timeout": BUSY_SECONDS}, max_overflow=-1)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    event.listen(engine, "after_execute", _note_write)
    return engine


def _note_write(connection: Connection, statement: Any, *_others: object) -> None:
    written = connection.get_execution_options().get(_WRITES)
    if written is not None and isinstance(statement, UpdateBase):
        written.add(statement.table)


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
    """Return the process's engine, made at first use."""
    settings().data_dir.mkdir(parents=True, exist_ok=True)
    return make_engine(settings().database_url)


@contextmanager
def reading() -> Iterator[Session]:
    """Yield a session that only reads."""
    with Session(engine(), expire_on_commit=False, autoflush=False) as session:
        yield session


@contextmanager
def writing() -> Iterator[Session]:
    """Yield a session in one transaction: committed at the end, rolled back on an error.

    What visitors may see has another version after it, if it wrote any of that.
    """
    written: set[Any] = set()
    bound = engine().execution_options(**{_WRITES: written})
    with Session(bound, expire_on_commit=False) as session, session.begin():
        yield session
    if any(map(changes.is_public, written)):
        changes.announce()


def _read_session() -> Iterator[Session]:
    with reading() as session:
        yield session


def _write_session() -> Iterator[Session]:
    with writing() as session:
        yield session


# Both end with the endpoint's function, before the answer leaves: what a caller was told is
# stored, and no connection is held while a slow reader takes its answer.
ReadSession = Annotated[Session, Depends(_read_session, scope="function")]
WriteSession = Annotated[Session, Depends(_write_session, scope="function")]
