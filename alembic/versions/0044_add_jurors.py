"""Add jurors and their scores.

Revision ID: 0044
Revises: 0043
"""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this shape."""
    op.create_table(
        "jurors",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("categories", sa.JSON(), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("search_text", sa.String(), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("email_folded", sa.String(), nullable=False),
        sa.Column("done", sa.JSON(), nullable=False),
        sa.Column("link_hash", sa.String(), nullable=True),
        sa.Column("encrypted_link", sa.String(), nullable=False),
        sa.Column("link_sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("code_hash", sa.String(), nullable=False),
        sa.Column("code_sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("wrong_codes", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jurors")),
        sa.UniqueConstraint("email_folded", "year", name=op.f("uq_jurors_email_folded_year")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_jurors_link_hash"), "jurors", ["link_hash"], unique=True)
    op.create_table(
        "juror_scores",
        sa.Column("marks", sa.JSON(), nullable=False),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column("recusal", sa.String(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("juror_id", sa.Integer(), nullable=False),
        sa.Column("nominee_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["juror_id"],
            ["jurors.id"],
            name=op.f("fk_juror_scores_juror_id_jurors"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_juror_scores")),
        sa.UniqueConstraint(
            "juror_id", "nominee_id", name=op.f("uq_juror_scores_juror_id_nominee_id")
        ),
    )


def downgrade() -> None:
    """Bring the database back to the shape before."""
    op.drop_table("juror_scores")
    op.drop_table("jurors")
