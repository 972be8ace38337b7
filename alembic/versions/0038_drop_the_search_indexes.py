"""Drop the search indexes, which earlier versions made at a start.

Revision ID: 0038
Revises: 0037
"""

from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

_TABLES = ("audit_entries", "messages", "subscribers")
_SORTED = ("user_name_sort_key", "action_sort_key", "ip_address_sort_key", "record_type")


def upgrade() -> None:
    """Apply this migration."""
    for key in _SORTED:
        op.execute(f"DROP INDEX IF EXISTS list_audit_entries_{key}")
    for table in _TABLES:
        if op.get_context().dialect.name == "sqlite":
            for kind in ("insert", "update", "delete"):
                op.execute(f"DROP TRIGGER IF EXISTS list_search_{table}_{kind}")
            op.execute(f"DROP TABLE IF EXISTS list_search_{table}")
        else:
            op.execute(f"DROP INDEX IF EXISTS postgresql_{table}_search_text")
    op.execute("DROP TABLE IF EXISTS list_deletions")


def downgrade() -> None:
    """Do nothing: a start of an earlier version makes the indexes again."""
