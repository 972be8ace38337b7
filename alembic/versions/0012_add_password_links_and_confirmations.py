"""Add password links, newsletter confirmations and announced messages.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        "password_links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_password_links_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_password_links")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_password_links_token_hash")),
    )
    with op.batch_alter_table("password_links", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_password_links_expires_at"), ["expires_at"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_password_links_user_id"), ["user_id"], unique=False)

    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.add_column(sa.Column("announced_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.create_index(
            batch_op.f("ix_messages_announced_at"), ["announced_at"], unique=False
        )
    # Staff are not told of messages from before this migration.
    op.execute("UPDATE messages SET announced_at = created_at")

    with op.batch_alter_table("subscribers", schema=None) as batch_op:
        batch_op.add_column(sa.Column("confirm_token_hash", sa.String(), nullable=True))
        batch_op.add_column(sa.Column("confirm_sent_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("unsubscribe_token", sa.String(), nullable=True))
        batch_op.create_index(
            batch_op.f("ix_subscribers_confirm_token_hash"), ["confirm_token_hash"], unique=True
        )
        batch_op.create_index(
            batch_op.f("ix_subscribers_unsubscribe_token"), ["unsubscribe_token"], unique=True
        )


def downgrade() -> None:
    """Revert this migration."""
    with op.batch_alter_table("subscribers", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_subscribers_unsubscribe_token"))
        batch_op.drop_index(batch_op.f("ix_subscribers_confirm_token_hash"))
        batch_op.drop_column("unsubscribe_token")
        batch_op.drop_column("confirmed_at")
        batch_op.drop_column("confirm_sent_at")
        batch_op.drop_column("confirm_token_hash")

    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_messages_announced_at"))
        batch_op.drop_column("announced_at")

    with op.batch_alter_table("password_links", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_password_links_user_id"))
        batch_op.drop_index(batch_op.f("ix_password_links_expires_at"))

    op.drop_table("password_links")
