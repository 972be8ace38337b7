"""Add the number by which the known browsers of a user are forgotten.

Revision ID: 0035
Revises: 0034
"""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    op.add_column(
        "users",
        sa.Column("device_generation", sa.Integer(), server_default="0", nullable=False),
    )


def downgrade() -> None:
    """Revert this migration."""
    with op.batch_alter_table("users") as users:
        users.drop_column("device_generation")
