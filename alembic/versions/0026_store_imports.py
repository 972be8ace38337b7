"""Store the imports of records from files, so that they can be undone.

Revision ID: 0026
Revises: 0025
"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        "imports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("file_name", sa.String(), nullable=False),
        sa.Column("record_count", sa.Integer(), nullable=False),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("table_name", sa.String(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("records", sa.JSON(), nullable=False),
        sa.Column("removed_count", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_imports_user_id_users"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imports")),
        sa.UniqueConstraint("key", name=op.f("uq_imports_key")),
    )
    op.create_index(op.f("ix_imports_user_id"), "imports", ["user_id"])
    op.create_index("ix_imports_table_name_created_at", "imports", ["table_name", "created_at"])


def downgrade() -> None:
    """Revert this migration."""
    op.drop_table("imports")
