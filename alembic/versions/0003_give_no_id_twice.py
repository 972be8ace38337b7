"""Never reuse ids: SQLite gave the id of a deleted record to the next one.

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
    """Apply this migration."""
    _rebuild(autoincrement=True)


def downgrade() -> None:
    """Revert this migration."""
    _rebuild(autoincrement=False)


def _rebuild(*, autoincrement: bool) -> None:
    if op.get_context().dialect.name != "sqlite":
        return
    for table in TABLES:
        options = {"sqlite_autoincrement": autoincrement}
        with op.batch_alter_table(table, recreate="always", table_kwargs=options):
            pass
