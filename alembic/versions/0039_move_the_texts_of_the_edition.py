"""Move what staff have changed of the countdown and the milestones to the section of the edition.

Revision ID: 0039
Revises: 0038
"""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

_EDITION = "edition"
_MOVED = {
    "home.hero": {
        "countdownLead": "countdownLead",
        "countdownTarget": "galaAt",
        "countdownOver": "countdownOver",
    },
    "page.timeline": {"year": "year", "milestones": "milestones"},
}
"""The new keys of what is moved, by section and key."""
_SECTIONS = sa.table(
    "content_sections",
    sa.column("name", sa.String()),
    sa.column("identifier", sa.String()),
    sa.column("content", sa.JSON()),
    sa.column("created_at", sa.DateTime(timezone=True)),
    sa.column("updated_at", sa.DateTime(timezone=True)),
)


def upgrade() -> None:
    """Apply this migration."""
    if op.get_context().as_sql:
        return
    column = _SECTIONS.c.identifier
    statement = sa.select(column, _SECTIONS.c.content).where(column.in_([_EDITION, *_MOVED]))
    contents = {row.identifier: row.content for row in op.get_bind().execute(statement)}
    if _EDITION in contents:
        return
    edition: dict[str, Any] = {}
    for identifier, content in contents.items():
        for key in _MOVED[identifier].keys() & content:
            edition[_MOVED[identifier][key]] = content.pop(key)
        op.execute(_SECTIONS.update().where(column == identifier).values(content=content))
    if not edition:
        return
    # It was a text of any kind, and is a number now.
    if not str(edition.get("year", "")).strip().isdigit():
        edition.pop("year", None)
    for each in edition.get("milestones", []):
        if each["id"] == "gala":
            edition["galaPlace"] = each["location"]
    now = datetime.now(UTC)
    values = {"name": "Edition", "identifier": _EDITION, "content": edition}
    op.execute(_SECTIONS.insert().values(**values, created_at=now, updated_at=now))


def downgrade() -> None:
    """Do nothing: an earlier version shows its default texts, and keeps the section."""
