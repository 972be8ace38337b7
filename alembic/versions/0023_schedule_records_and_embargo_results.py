"""Schedule the publication of records, and put results under embargo.

Revision ID: 0023
Revises: 0022
"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_SCHEDULED = ("blog_posts", "events", "nominees", "photos", "sponsors", "videos")
_TIMES = {
    **dict.fromkeys(_SCHEDULED, ("publish_at", "unpublish_at")),
    "nominees": ("publish_at", "unpublish_at", "reveal_at"),
}
_EMBARGOES = "embargoes"


def _time(name: str, *, nullable: bool = True) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def upgrade() -> None:
    """Apply this migration."""
    for table, names in _TIMES.items():
        for name in names:
            op.add_column(table, _time(name))
            op.create_index(op.f(f"ix_{table}_{name}"), table, [name])
    op.create_table(
        _EMBARGOES,
        sa.Column("id", sa.Integer(), nullable=False),
        _time("created_at", nullable=False),
        sa.Column("search_text", sa.String(), nullable=True),
        _time("updated_at"),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("category", sa.String(), nullable=True),
        _time("reveal_at", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{_EMBARGOES}")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f(f"ix_{_EMBARGOES}_reveal_at"), _EMBARGOES, ["reveal_at"])


def downgrade() -> None:
    """Revert this migration."""
    op.drop_table(_EMBARGOES)
    for table, names in _TIMES.items():
        for name in names:
            op.drop_index(op.f(f"ix_{table}_{name}"), table)
            op.drop_column(table, name)
