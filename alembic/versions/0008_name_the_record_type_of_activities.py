"""Rename the column of an activity that says which kind of record was changed.

Revision ID: 0008
Revises: 0007
"""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    with op.batch_alter_table("activities", schema=None) as batch_op:
        batch_op.alter_column("noun", new_column_name="record_type")


def downgrade() -> None:
    """Revert this migration."""
    with op.batch_alter_table("activities", schema=None) as batch_op:
        batch_op.alter_column("record_type", new_column_name="noun")
