"""Keep changes of several records together in the audit log and in the Trash.

Revision ID: 0037
Revises: 0036
"""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    count = sa.Column("record_count", sa.Integer(), nullable=False, server_default="1")
    op.add_column("audit_entries", count)
    op.add_column("audit_entries", sa.Column("records", sa.JSON(), nullable=True))
    request = sa.Column("request_id", sa.String(), nullable=False, server_default="")
    op.add_column("deleted_records", request)
    op.create_index("ix_deleted_records_request_id", "deleted_records", ["request_id"])


def downgrade() -> None:
    """Undo this migration."""
    op.drop_index("ix_deleted_records_request_id", "deleted_records")
    op.drop_column("deleted_records", "request_id")
    op.drop_column("audit_entries", "records")
    op.drop_column("audit_entries", "record_count")
