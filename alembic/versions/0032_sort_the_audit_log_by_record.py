"""Index the audit log by the kind of its records.

Revision ID: 0032
Revises: 0031
"""

from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

_INDEX = "ix_audit_entries_record_type_created_at_id"


def upgrade() -> None:
    """Apply this migration."""
    op.create_index(_INDEX, "audit_entries", ["record_type", "created_at", "id"])


def downgrade() -> None:
    """Revert this migration."""
    op.execute("DROP INDEX IF EXISTS list_audit_entries_record_type")
    op.drop_index(_INDEX, "audit_entries")
