"""Add passkeys, authenticator apps, recovery codes and the challenges that ask for them.

Revision ID: 0014
Revises: 0013
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def _create(name: str, *columns: sa.schema.SchemaItem, one_per_user: bool = False) -> None:
    """Create a table whose rows belong to a user."""
    op.create_table(
        name,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        *columns,
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f(f"fk_{name}_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
    )
    if not one_per_user:
        op.create_index(op.f(f"ix_{name}_user_id"), name, ["user_id"])


def upgrade() -> None:
    """Apply this migration."""
    op.add_column(
        "users",
        sa.Column("has_second_factor", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    _create(
        "authenticator_apps",
        sa.Column("encrypted_secret", sa.String(), nullable=False),
        sa.Column("last_step", sa.Integer(), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.UniqueConstraint("user_id", name=op.f("uq_authenticator_apps_user_id")),
        one_per_user=True,
    )
    _create(
        "passkeys",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("credential_id", sa.String(), nullable=False),
        sa.Column("public_key", sa.String(), nullable=False),
        sa.Column("sign_count", sa.Integer(), nullable=False),
        sa.Column("transports", sa.JSON(), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.UniqueConstraint("credential_id", name=op.f("uq_passkeys_credential_id")),
    )
    _create(
        "recovery_codes",
        sa.Column("prefix", sa.String(), nullable=False),
        sa.Column("code_hash", sa.String(), nullable=False),
    )
    _create(
        "mfa_challenges",
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("purpose", sa.String(), nullable=False),
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("nonce", sa.String(), nullable=False),
        sa.Column("encrypted_secret", sa.String(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("token_hash", name=op.f("uq_mfa_challenges_token_hash")),
    )
    op.create_index(op.f("ix_mfa_challenges_expires_at"), "mfa_challenges", ["expires_at"])


def downgrade() -> None:
    """Revert this migration."""
    for name in ("mfa_challenges", "recovery_codes", "passkeys", "authenticator_apps"):
        op.drop_table(name)
    with op.batch_alter_table("users") as users:
        users.drop_column("has_second_factor")
