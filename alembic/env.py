"""Runs the migrations on the site's database, or writes their SQL with `--sql`."""

from typing import Any

from alembic import context
from sqlalchemy import Connection

from awards_site.core.database import UtcDateTime, engine
from awards_site.settings import settings
from awards_site.tables import metadata


def render_type(kind: str, item: Any, _context: Any) -> str | bool:
    """Write our column types as plain ones: a migration must not change with the code."""
    if kind == "type" and isinstance(item, UtcDateTime):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and type(item).__name__ == "AutoString":
        return "sa.String()"
    return False


def configure(**where: Any) -> None:
    """Describe the migrations' target."""
    context.configure(
        target_metadata=metadata, render_as_batch=True, render_item=render_type, **where
    )


def run_on(connection: Connection) -> None:
    """Run the migrations on an open connection, in one transaction."""
    configure(connection=connection)
    with context.begin_transaction():
        context.run_migrations()


if context.is_offline_mode():
    configure(
        url=context.config.get_main_option("sqlalchemy.url") or settings().database_url,
        literal_binds=True,
        dialect_opts={"paramstyle": "named"},
    )
    with context.begin_transaction():
        context.run_migrations()
elif (given := context.config.attributes.get("connection")) is not None:
    run_on(given)
else:
    with engine().connect() as own:
        run_on(own)
