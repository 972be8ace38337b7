"""The database engine, which records what is read and written."""

from functools import cache
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    MetaData,
    UpdateBase,
    event,
    make_url,
)
from sqlmodel import SQLModel

from awards_site.core.database import dialects
from awards_site.core.invalidation.reads import watch_reads
from awards_site.settings import settings

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
    engine = dialects.sqlite_engine(parsed) if is_sqlite else dialects.postgresql_engine(parsed)
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
