"""The migrations that this version of the site knows, and the one that the database is at."""

from pathlib import Path

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

_ROOT = Path(__file__).resolve().parents[3]


def alembic_config() -> Config:
    """Return the configuration of the migrations."""
    return Config(str(_ROOT / "alembic.ini"))


def head_revision() -> str:
    """Return the newest migration."""
    return str(_migrations().get_current_head())


def known_revisions() -> set[str]:
    return {script.revision for script in _migrations().walk_revisions()}


def current_revision(connection: Connection) -> str | None:
    """Return the migration that the database is at, or None if it has no tables."""
    return MigrationContext.configure(connection).get_current_revision()


def _migrations() -> ScriptDirectory:
    return ScriptDirectory.from_config(alembic_config())
