"""Let staff put fields of nominees under embargo together with the results.

Revision ID: 0030
Revises: 0029
"""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    # PostgreSQL cannot compare the default of a column of this type, so that it has none.
    op.add_column("nominees", sa.Column("embargoed_content", sa.JSON(), nullable=True))
    op.execute("UPDATE nominees SET embargoed_content = '[]'")


def downgrade() -> None:
    """Revert this migration."""
    op.drop_column("nominees", "embargoed_content")
