"""Add the focal point of cover page images.

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    with op.batch_alter_table("cover_pages", schema=None) as batch_op:
        batch_op.add_column(sa.Column("focal_x", sa.Integer(), server_default="50", nullable=False))


def downgrade() -> None:
    """Revert this migration."""
    with op.batch_alter_table("cover_pages", schema=None) as batch_op:
        batch_op.drop_column("focal_x")
