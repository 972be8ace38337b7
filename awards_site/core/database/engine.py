"""The engine, its dialects, column types and migrations.

Statements sort by `sort_key(column)`. On SQLite that calls `sort_key_of`; on PostgreSQL a function
with the same results, made by the first migration. Lists that grow without limit store the keys, in
columns with an index.
"""

import json
import re
import sqlite3
import time
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    JSON,
    URL,
    Connection,
    DateTime,
    Dialect,
    Engine,
    MetaData,
    String,
    Table,
    TypeDecorator,
    UnaryExpression,
    UpdateBase,
    create_engine,
    event,
    make_url,
    text,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction
from sqlmodel import Field, SQLModel

from awards_site.core.invalidation.reads import watch_reads
from awards_site.settings import settings


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


class ExactJson(JSON):
    """JSON of which every change is stored, also from 1 to true, which Python takes for equal."""

    def compare_values(self, x: Any, y: Any) -> bool:
        return json.dumps(x) == json.dumps(y)


_ROOT = Path(__file__).resolve().parents[3]
_REPLACED = frozenset(f"{number:04}" for number in range(1, 43))
"""The migrations of versions before 1.0, which 0043 has replaced."""


def alembic_config() -> Config:
    return Config(str(_ROOT / "alembic.ini"))


def head_revision() -> str:
    return str(_migrations().get_current_head())


def known_revisions() -> set[str]:
    return {script.revision for script in _migrations().walk_revisions()}


def current_revision(connection: Connection) -> str | None:
    """Return the migration that the database is at, or None if it has no tables."""
    return MigrationContext.configure(connection).get_current_revision()


def refuse_older(label: str, revision: str | None, verb: str = "run") -> str | None:
    """Return what to do first with a database from before version 1.0, else None."""
    if revision not in _REPLACED:
        return None
    return (
        f"{label} is at migration {revision}, from before version 1.0: first {verb} version 0.1"
        " (commit 9ab1ee144cb9), which migrates it"
    )


def _migrations() -> ScriptDirectory:
    return ScriptDirectory.from_config(alembic_config())


def row_to_json(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with its dates as ISO 8601 strings."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in row.items()
    }


def row_from_json(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with its dates parsed, without columns that no longer exist."""
    date_columns = {column.name for column in table.c if isinstance(column.type, UtcDateTime)}
    return {
        name: datetime.fromisoformat(value) if name in date_columns and value else value
        for name, value in row.items()
        if name in table.c
    }


_MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
"""The accents and other marks that NFKD separates from their letters."""


class sort_key(GenericFunction[str]):  # noqa: N801 # Named as the function of the database.
    """The key by which a text sorts."""

    type = String()
    inherit_cache = True


@compiles(sort_key, "postgresql")
def _compare_code_points(element: sort_key, compiler: SQLCompiler, **options: object) -> str:
    # The order of SQLite, whatever the collation of the database.
    return f'({compiler.visit_function(element, **options)} COLLATE "C")'  # type: ignore[arg-type]


def sort_key_column() -> Any:
    """Return the field of a stored sort key, which compares code points on every database."""
    kind = String().with_variant(String(collation="C"), "postgresql")
    return Field(default="", sa_type=kind, sa_column_kwargs={"server_default": text("''")})


def key_of(ordered: Any) -> Any:
    """Return what an order by one key sorts by, without its direction."""
    return key_of(ordered.element) if isinstance(ordered, UnaryExpression) else ordered


def folded(text: str) -> str:
    """Return the form of a text in which case does not matter, nor how its accents are stored."""
    return unicodedata.normalize("NFC", text).casefold()


def sort_key_of(text: str | None) -> str | None:
    if text is None or text.isascii():
        return text and text.lower()
    return _MARKS.sub("", unicodedata.normalize("NFKD", text)).lower()


BUSY_SECONDS = 15
"""The time after which a writer that waits for other processes fails."""
_RETRY_SECONDS = 0.02
POOL_SECONDS = 15
"""The time after which a request without a connection to PostgreSQL fails."""
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


RECORDER = "awards_write_recorder"
"""The key of the `WriteRecorder` of connections and sessions that write, among their options."""

metadata: MetaData = SQLModel.metadata
metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def make_engine(url: str) -> Engine:
    """Return an engine for the database at `url`, which records what is read and written."""
    parsed = make_url(url)
    is_sqlite = parsed.get_backend_name() == "sqlite"
    engine = sqlite_engine(parsed) if is_sqlite else postgresql_engine(parsed)
    event.listen(engine, "after_execute", _record_write)
    watch_reads(engine)
    return engine


def _record_write(connection: Connection, statement: Any, *_others: object) -> None:
    recorder = connection.get_execution_options().get(RECORDER)
    if recorder is not None and isinstance(statement, UpdateBase):
        recorder.record_statement(str(statement.table))


@cache
def engine() -> Engine:
    settings().data_dir.mkdir(parents=True, exist_ok=True)
    return make_engine(settings().database_url)


def truncate_write_ahead_log() -> None:
    """Remove deleted rows from SQLite's write-ahead log; other databases have their own log."""
    if engine().dialect.name == "sqlite":
        with engine().connect() as connection:
            connection.rollback()
            connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
