"""List the uploaded files in the media library.

Revision ID: 0028
Revises: 0027
"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

_TABLE = "media_items"
_IS_DESCRIBED = sa.text(
    "alt_text IS NOT NULL OR credit IS NOT NULL OR focal_x IS NOT NULL OR focal_y IS NOT NULL"
)


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        _TABLE,
        sa.Column("search_text", sa.String(), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("alt_text", sa.String(), nullable=True),
        sa.Column("credit", sa.String(), nullable=True),
        sa.Column("focal_x", sa.Integer(), nullable=True),
        sa.Column("focal_y", sa.Integer(), nullable=True),
        sa.Column("consent_note", sa.String(), nullable=True),
        sa.Column("consent_expires_on", sa.String(), nullable=True),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("content_hash", sa.String(), nullable=False),
        sa.Column("file_size", sa.Integer(), nullable=False),
        sa.Column("is_kept", sa.Boolean(), nullable=False),
        sa.Column("uploader_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["uploader_id"],
            ["users.id"],
            name=op.f("fk_media_items_uploader_id_users"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_media_items")),
        sa.UniqueConstraint("url", name=op.f("uq_media_items_url")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_media_items_content_hash"), _TABLE, ["content_hash"])
    op.create_index(op.f("ix_media_items_uploader_id"), _TABLE, ["uploader_id"])
    op.create_index(
        "ix_media_items_described",
        _TABLE,
        ["url"],
        sqlite_where=_IS_DESCRIBED,
        postgresql_where=_IS_DESCRIBED,
    )


def downgrade() -> None:
    """Revert this migration."""
    op.drop_table(_TABLE)
