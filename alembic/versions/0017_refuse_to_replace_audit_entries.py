"""Refuse to replace an entry of the audit log on SQLite.

INSERT OR REPLACE deletes the row with the same id without firing the triggers of DELETE. PostgreSQL
has no such statement: its ON CONFLICT DO UPDATE fires those of UPDATE, as that of SQLite does.

Revision ID: 0017
Revises: 0016
"""

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    if op.get_context().dialect.name == "sqlite":
        # Without an explicit id, NEW.id is -1.
        op.execute(
            "CREATE TRIGGER audit_entries_insert BEFORE INSERT ON audit_entries"
            " WHEN NEW.id <> -1 AND EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id)"
            " BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END"
        )


def downgrade() -> None:
    """Revert this migration."""
    if op.get_context().dialect.name == "sqlite":
        op.execute("DROP TRIGGER audit_entries_insert")
