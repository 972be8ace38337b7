"""Remember whose results are revealed before an embargo ends.

Revision ID: 0042
Revises: 0041
"""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    op.add_column("embargoes", sa.Column("revealed", sa.JSON(), nullable=True))
    op.execute("UPDATE embargoes SET revealed = '[]'")


def downgrade() -> None:
    """Undo this migration. Who has been revealed alone would be hidden again."""
    op.drop_column("embargoes", "revealed")
