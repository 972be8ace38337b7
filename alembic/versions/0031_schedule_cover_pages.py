"""Schedule cover pages.

Revision ID: 0031
Revises: 0030
"""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

_TABLE = "cover_pages"
_TIMES = ("publish_at", "unpublish_at")


def upgrade() -> None:
    """Apply this migration."""
    for name in _TIMES:
        op.add_column(_TABLE, sa.Column(name, sa.DateTime(timezone=True), nullable=True))
        op.create_index(op.f(f"ix_{_TABLE}_{name}"), _TABLE, [name])


def downgrade() -> None:
    """Revert this migration."""
    for name in _TIMES:
        op.drop_index(op.f(f"ix_{_TABLE}_{name}"), _TABLE)
        op.drop_column(_TABLE, name)
