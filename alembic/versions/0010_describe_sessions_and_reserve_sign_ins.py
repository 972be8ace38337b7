"""Describe sessions, and store sign-ins before their password is checked.

All sessions end, because nothing is known of the browsers that they belong to.

Revision ID: 0010
Revises: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    op.drop_table("user_sessions")
    _create_sessions(
        sa.Column("public_id", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("authenticated_at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("public_id", name=op.f("uq_user_sessions_public_id")),
    )
    op.drop_table("sign_in_failures")
    op.create_table(
        "sign_in_attempts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("is_pending", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in_attempts")),
    )
    with op.batch_alter_table("sign_in_attempts", schema=None) as batch_op:
        for column in ("account", "address", "device"):
            batch_op.create_index(batch_op.f(f"ix_sign_in_attempts_{column}"), [column])


def downgrade() -> None:
    """Revert this migration."""
    op.drop_table("sign_in_attempts")
    op.create_table(
        "sign_in_failures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in_failures")),
    )
    with op.batch_alter_table("sign_in_failures", schema=None) as batch_op:
        batch_op.create_index("ix_sign_in_failures_account_created_at", ["account", "created_at"])
        batch_op.create_index("ix_sign_in_failures_address_created_at", ["address", "created_at"])
    op.drop_table("user_sessions")
    _create_sessions()


def _create_sessions(*columns: sa.schema.SchemaItem) -> None:
    op.create_table(
        "user_sessions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=False),
        *columns,
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_user_sessions_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_user_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_user_sessions_token_hash")),
    )
    with op.batch_alter_table("user_sessions", schema=None) as batch_op:
        for column in ("last_used_at", "user_id"):
            batch_op.create_index(batch_op.f(f"ix_user_sessions_{column}"), [column])
