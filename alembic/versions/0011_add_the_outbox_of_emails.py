"""Add the outbox of emails.

Revision ID: 0011
Revises: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        "outgoing_emails",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("content", sa.String(), nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outgoing_emails")),
    )
    with op.batch_alter_table("outgoing_emails", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outgoing_emails_due_at"), ["due_at"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_outgoing_emails_recipient"), ["recipient"], unique=False
        )


def downgrade() -> None:
    """Revert this migration."""
    with op.batch_alter_table("outgoing_emails", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outgoing_emails_recipient"))
        batch_op.drop_index(batch_op.f("ix_outgoing_emails_due_at"))

    op.drop_table("outgoing_emails")
