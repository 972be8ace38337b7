"""Keep the former slugs of posts, from which their pages redirect.

Revision ID: 0034
Revises: 0033
"""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        "former_slugs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("post_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["post_id"],
            ["blog_posts.id"],
            name=op.f("fk_former_slugs_post_id_blog_posts"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_former_slugs")),
    )
    op.create_index(op.f("ix_former_slugs_slug"), "former_slugs", ["slug"])
    op.create_index(op.f("ix_former_slugs_post_id"), "former_slugs", ["post_id"])


def downgrade() -> None:
    """Revert this migration."""
    op.drop_table("former_slugs")
