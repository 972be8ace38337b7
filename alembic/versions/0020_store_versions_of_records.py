"""Store what each change of staff made of a record.

Revision ID: 0020
Revises: 0019
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_TABLE = "record_versions"


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        _TABLE,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("table_name", sa.String(), nullable=False),
        sa.Column("record_id", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("row", sa.JSON(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f(f"fk_{_TABLE}_user_id_users"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{_TABLE}")),
    )
    columns = ["table_name", "record_id", "id"]
    op.create_index(f"ix_{_TABLE}_{'_'.join(columns)}", _TABLE, columns)
    op.create_index(op.f(f"ix_{_TABLE}_user_id"), _TABLE, ["user_id"])


def downgrade() -> None:
    """Revert this migration."""
    op.drop_table(_TABLE)
