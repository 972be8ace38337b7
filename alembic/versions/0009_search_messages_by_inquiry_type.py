"""Make messages searchable by the label of their inquiry type.

Revision ID: 0009
Revises: 0008
"""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration; the next start fills in the search texts."""
    op.execute("UPDATE messages SET search_text = NULL")


def downgrade() -> None:
    """Revert this migration."""
    op.execute("UPDATE messages SET search_text = NULL")
