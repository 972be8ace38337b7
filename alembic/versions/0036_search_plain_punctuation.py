"""Have search texts with typographic punctuation derived again.

The start of the site fills in what is NULL.

Revision ID: 0036
Revises: 0035
"""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

_TABLES = (
    "content_sections",
    "cover_pages",
    "deleted_records",
    "embargoes",
    "events",
    "nominees",
    "sponsors",
    "subscribers",
    "users",
    "videos",
    "blog_posts",
    "media_items",
    "messages",
    "photos",
)
_TYPOGRAPHIC = (
    "\u2018\u2019\u201a\u201b\u02bc\u02b9\u2032`\u201c\u201d\u201e\u201f\u00ab\u00bb"
    "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad\u200b\u2060"
)


def upgrade() -> None:
    """Apply this migration."""
    for name in _TABLES:
        table = sa.table(name, sa.column("search_text", sa.String()))
        text = table.c.search_text
        is_typographic = sa.or_(*(text.contains(each) for each in _TYPOGRAPHIC))
        op.execute(table.update().where(is_typographic).values(search_text=None))


def downgrade() -> None:
    """Search texts need no other form."""
