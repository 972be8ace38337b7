"""Index the order of the audit log, and let PostgreSQL know how frequent its words are.

Revision ID: 0019
Revises: 0018
"""

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_ADDED = {
    "ix_audit_entries_created_at_id": ["created_at", "id"],
    "ix_audit_entries_user_name_action_sort_key_created_at_id": [
        "user_name",
        "action_sort_key",
        "created_at",
        "id",
    ],
}
_DROPPED = {
    "ix_audit_entries_created_at": ["created_at"],
    "ix_audit_entries_action_created_at_id": ["action", "created_at", "id"],
}
_STATISTICS = "ALTER TABLE audit_entries ALTER search_text SET STATISTICS {}"


def upgrade() -> None:
    """Apply this migration."""
    for name, columns in _ADDED.items():
        op.create_index(name, "audit_entries", columns)
    for name in _DROPPED:
        op.drop_index(name, "audit_entries")
    if op.get_context().dialect.name == "postgresql":
        op.execute(_STATISTICS.format(1000))
        op.execute("ANALYZE audit_entries")


def downgrade() -> None:
    """Revert this migration."""
    if op.get_context().dialect.name == "postgresql":
        op.execute(_STATISTICS.format(-1))
    for name, columns in _DROPPED.items():
        op.create_index(name, "audit_entries", columns)
    for name in _ADDED:
        op.drop_index(name, "audit_entries")
