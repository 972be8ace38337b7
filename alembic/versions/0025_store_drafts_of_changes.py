"""Store drafts of changes to published records, and links to their previews.

Revision ID: 0025
Revises: 0024
"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_DRAFTS = "record_drafts"
_LINKS = "preview_links"


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        _DRAFTS,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("table_name", sa.String(), nullable=False),
        sa.Column("record_id", sa.Integer(), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("base", sa.JSON(), nullable=False),
        sa.Column("base_etag", sa.String(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("discarded_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f(f"fk_{_DRAFTS}_user_id_users"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{_DRAFTS}")),
        sa.UniqueConstraint(
            "table_name", "record_id", name=op.f(f"uq_{_DRAFTS}_table_name_record_id")
        ),
    )
    op.create_index(op.f(f"ix_{_DRAFTS}_user_id"), _DRAFTS, ["user_id"])
    op.create_table(
        _LINKS,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("table_name", sa.String(), nullable=False),
        sa.Column("record_id", sa.Integer(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f(f"fk_{_LINKS}_user_id_users"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{_LINKS}")),
        sa.UniqueConstraint("token_hash", name=op.f(f"uq_{_LINKS}_token_hash")),
    )
    op.create_index(f"ix_{_LINKS}_table_name_record_id", _LINKS, ["table_name", "record_id"])
    for column in ("expires_at", "user_id"):
        op.create_index(op.f(f"ix_{_LINKS}_{column}"), _LINKS, [column])


def downgrade() -> None:
    """Revert this migration."""
    op.drop_table(_LINKS)
    op.drop_table(_DRAFTS)
