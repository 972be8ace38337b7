"""Add an index on the year of nominees.

Revision ID: 0004
Revises: 0003
"""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    with op.batch_alter_table("nominees", schema=None) as batch_op:
        batch_op.create_index("ix_nominees_year", ["year"], unique=False)


def downgrade() -> None:
    """Revert this migration."""
    with op.batch_alter_table("nominees", schema=None) as batch_op:
        batch_op.drop_index("ix_nominees_year")
