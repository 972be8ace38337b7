"""Store which links to other sites are dead.

Revision ID: 0029
Revises: 0028
"""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

_TABLE = "followed_links"


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        _TABLE,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("followed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("problem", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{_TABLE}")),
        sa.UniqueConstraint("url", name=op.f(f"uq_{_TABLE}_url")),
    )
    op.create_index(op.f(f"ix_{_TABLE}_followed_at"), _TABLE, ["followed_at"])


def downgrade() -> None:
    """Revert this migration."""
    op.drop_table(_TABLE)
