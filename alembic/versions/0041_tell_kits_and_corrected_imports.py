"""Tell links to kits from links to drafts, and which file an import began with.

Revision ID: 0041
Revises: 0040
"""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    is_kit = sa.Column("is_kit", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("preview_links", is_kit)
    origin = sa.Column("origin", sa.String(), nullable=False, server_default="")
    op.add_column("imports", origin)


def downgrade() -> None:
    """Undo this migration. Links to kits would become links to drafts."""
    op.execute("DELETE FROM preview_links WHERE is_kit")
    op.drop_column("imports", "origin")
    op.drop_column("preview_links", "is_kit")
