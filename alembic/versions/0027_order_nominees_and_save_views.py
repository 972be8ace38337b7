"""Give nominees a place in their edition, and store the views that users save of lists.

Revision ID: 0027
Revises: 0026
"""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_INDEX = "ix_nominees_order"
_VIEWS = "saved_views"
_BEFORE = ["is_published", "year", "name_sort_key", "id", "category"]
_AFTER = ["is_published", "year", "display_order", "name_sort_key", "id", "category"]


def upgrade() -> None:
    """Apply this migration."""
    column = sa.Column("display_order", sa.Integer(), server_default="0", nullable=False)
    op.add_column("nominees", column)
    op.drop_index(_INDEX, "nominees")
    op.create_index(_INDEX, "nominees", _AFTER)
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


def downgrade() -> None:
    """Revert this migration."""
    op.drop_table(_VIEWS)
    op.drop_index(_INDEX, "nominees")
    op.create_index(_INDEX, "nominees", _BEFORE)
    op.drop_column("nominees", "display_order")
