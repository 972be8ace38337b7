"""Give no id twice: on SQLite, the id of a deleted record went to the next one.

Revision ID: 0003
Revises: 0002
"""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TABLES = (
    "blog_posts",
    "content_sections",
    "cover_pages",
    "events",
    "messages",
    "nominees",
    "photos",
    "sponsors",
    "subscribers",
    "users",
    "videos",
)


def upgrade() -> None:
    """Bring the database to this shape."""
    _rebuild(autoincrement=True)


def downgrade() -> None:
    """Bring the database back to the shape before."""
    _rebuild(autoincrement=False)


def _rebuild(*, autoincrement: bool) -> None:
    if op.get_context().dialect.name != "sqlite":
        return
    for table in TABLES:
        options = {"sqlite_autoincrement": autoincrement}
        with op.batch_alter_table(table, recreate="always", table_kwargs=options):
            pass
