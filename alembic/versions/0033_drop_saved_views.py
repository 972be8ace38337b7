"""Drop the views of lists that users saved; a list's URL holds the same, and can be bookmarked.

Revision ID: 0033
Revises: 0032
"""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

_VIEWS = "saved_views"


def upgrade() -> None:
    """Apply this migration."""
    op.drop_table(_VIEWS)


def downgrade() -> None:
    """Revert this migration; the saved views are gone."""
    op.create_table(
        _VIEWS,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("query", sa.String(), nullable=False),
        sa.Column("screen", sa.String(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f(f"fk_{_VIEWS}_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{_VIEWS}")),
        sa.UniqueConstraint(
            "user_id", "screen", "name", name=op.f(f"uq_{_VIEWS}_user_id_screen_name")
        ),
    )
    op.create_index(op.f(f"ix_{_VIEWS}_user_id"), _VIEWS, ["user_id"])
