"""Add the modification time of records.

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    with op.batch_alter_table("blog_posts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("updated_at", sa.DateTime(timezone=True), nullable=True))

    with op.batch_alter_table("cover_pages", schema=None) as batch_op:
        batch_op.add_column(sa.Column("updated_at", sa.DateTime(timezone=True), nullable=True))

    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.add_column(sa.Column("updated_at", sa.DateTime(timezone=True), nullable=True))

    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.add_column(sa.Column("updated_at", sa.DateTime(timezone=True), nullable=True))

    with op.batch_alter_table("nominees", schema=None) as batch_op:
        batch_op.add_column(sa.Column("updated_at", sa.DateTime(timezone=True), nullable=True))

    with op.batch_alter_table("photos", schema=None) as batch_op:
        batch_op.add_column(sa.Column("updated_at", sa.DateTime(timezone=True), nullable=True))

    with op.batch_alter_table("sponsors", schema=None) as batch_op:
        batch_op.add_column(sa.Column("updated_at", sa.DateTime(timezone=True), nullable=True))

    with op.batch_alter_table("subscribers", schema=None) as batch_op:
        batch_op.add_column(sa.Column("updated_at", sa.DateTime(timezone=True), nullable=True))

    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.add_column(sa.Column("updated_at", sa.DateTime(timezone=True), nullable=True))

    with op.batch_alter_table("videos", schema=None) as batch_op:
        batch_op.add_column(sa.Column("updated_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Revert this migration."""
    with op.batch_alter_table("videos", schema=None) as batch_op:
        batch_op.drop_column("updated_at")

    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.drop_column("updated_at")

    with op.batch_alter_table("subscribers", schema=None) as batch_op:
        batch_op.drop_column("updated_at")

    with op.batch_alter_table("sponsors", schema=None) as batch_op:
        batch_op.drop_column("updated_at")

    with op.batch_alter_table("photos", schema=None) as batch_op:
        batch_op.drop_column("updated_at")

    with op.batch_alter_table("nominees", schema=None) as batch_op:
        batch_op.drop_column("updated_at")

    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.drop_column("updated_at")

    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.drop_column("updated_at")

    with op.batch_alter_table("cover_pages", schema=None) as batch_op:
        batch_op.drop_column("updated_at")

    with op.batch_alter_table("blog_posts", schema=None) as batch_op:
        batch_op.drop_column("updated_at")
