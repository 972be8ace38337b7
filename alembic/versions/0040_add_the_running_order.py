"""Add the running order of the evening.

Revision ID: 0040
Revises: 0039
"""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    numbers = ("id", "year", "duration_minutes", "display_order")
    op.create_table(
        "running_order",
        *(sa.Column(name, sa.Integer(), nullable=False) for name in numbers),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True)),
        sa.Column("title", sa.String(), nullable=False),
        *(sa.Column(name, sa.String()) for name in ("category", "presenter", "notes")),
        sa.Column("search_text", sa.String()),
        sa.PrimaryKeyConstraint("id", name="pk_running_order"),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    """Revert this migration."""
    op.drop_table("running_order")
