"""Name deleted records, for the Trash.

Revision ID: 0021
Revises: 0020
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_TABLE = "deleted_records"
_COLUMNS = ("record_type", "name", "user_name")
_TYPES = {
    "events": ("event", "title"),
    "photos": ("photo", "title"),
    "videos": ("video", "title"),
    "blog_posts": ("blog post", "title"),
    "cover_pages": ("cover page", "title"),
    "nominees": ("nominee", "name"),
    "sponsors": ("sponsor", "name"),
    "content_sections": ("content section", "name"),
}
"""The kind of the records of each table, and the column with their names."""


def upgrade() -> None:
    """Apply this migration."""
    for name in _COLUMNS:
        op.add_column(_TABLE, sa.Column(name, sa.String(), server_default="", nullable=False))
    op.add_column(_TABLE, sa.Column("search_text", sa.String(), nullable=True))
    is_sqlite = op.get_context().dialect.name == "sqlite"
    for table, (record_type, column) in _TYPES.items():
        path = f"'$[0][1].{column}'" if is_sqlite else f"'{{0,1,{column}}}'"
        value = f"json_extract(rows, {path})" if is_sqlite else f"rows #>> {path}"
        op.execute(
            f"UPDATE {_TABLE} SET record_type = '{record_type}', name = {value}"  # noqa: S608
            f" WHERE table_name = '{table}'"
        )


def downgrade() -> None:
    """Revert this migration."""
    for name in ("search_text", *_COLUMNS):
        op.drop_column(_TABLE, name)
