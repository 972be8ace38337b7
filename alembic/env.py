"""Runs the migrations on the database, or prints their SQL with `--sql`."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from alembic import context
from alembic.util import CommandError
from sqlalchemy import Connection

from awards_site.core.database.engine import (
    IS_WRITING,
    ExactJson,
    UtcDateTime,
    current_revision,
    make_engine,
    refuse_older,
)
from awards_site.operations.tables import metadata
from awards_site.settings import settings


def render_type(kind: str, item: Any, _context: Any) -> str | bool:
    """Render custom column types as built-in ones, so that migrations do not depend on the code."""
    if kind == "type" and isinstance(item, UtcDateTime):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and isinstance(item, ExactJson):
        return "sa.JSON()"
    if kind == "type" and type(item).__name__ == "AutoString":
        return "sa.String()"
    return False


def configure(**where: Any) -> None:
    context.configure(
        target_metadata=metadata,
        render_as_batch=True,
        render_item=render_type,
        # Alembic would commit each migration on SQLite, where another server could come between.
        transactional_ddl=True,
        **where,
    )


@contextmanager
def unchecked_references(connection: Connection) -> Iterator[None]:
    """Disable SQLite's foreign keys while tables are rebuilt, and check them afterwards.

    Dropping a table would otherwise cascade to the rows that refer to it. The pragma has no effect
    within a transaction, so it is set on the driver's connection.
    """
    if connection.dialect.name != "sqlite":
        yield
        return
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute("PRAGMA foreign_keys = OFF")
    yield
    broken = driver.execute("PRAGMA foreign_key_check").fetchall()
    if broken:
        raise RuntimeError(f"The migration left dangling references: {broken[:5]}")


def run_on(connection: Connection) -> None:
    """Run the migrations on an open connection, in one transaction."""
    with unchecked_references(connection):
        configure(connection=connection)
        with context.begin_transaction():
            if refused := refuse_older("The database", current_revision(connection)):
                raise CommandError(refused)
            context.run_migrations()


if context.is_offline_mode():
    configure(
        url=context.config.get_main_option("sqlalchemy.url") or settings().database_url,
        literal_binds=True,
        dialect_opts={"paramstyle": "named"},
    )
    with context.begin_transaction():
        context.run_migrations()
else:
    # A separate engine, so that connections without foreign keys do not get into the pool.
    settings().data_dir.mkdir(parents=True, exist_ok=True)
    migrating = make_engine(settings().database_url)
    try:
        with migrating.connect() as opened:
            # Servers that start at the same time migrate one after the other.
            run_on(opened.execution_options(**{IS_WRITING: True}))
    finally:
        migrating.dispose()
