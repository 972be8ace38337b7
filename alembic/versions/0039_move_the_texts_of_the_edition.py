"""Move what staff have changed of the countdown and the milestones to the section of the edition.

What is not valid stays where it is. There it is ignored, as in drafts, versions and the Trash.

Revision ID: 0039
Revises: 0038
"""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from alembic import op
from pydantic import (
    AfterValidator,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

_Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
_Time = Annotated[_Line, AfterValidator(lambda text: datetime.fromisoformat(text).isoformat())]
_Key = Literal["id", "title", "date", "description", "status", "location"]
_Milestone = Annotated[dict[_Key, Annotated[str, Field(min_length=1)]], Field(min_length=6)]
_EDITION = "edition"
_IDENTIFIERS = (_EDITION, "home.hero", "page.timeline")
_MOVED: dict[str, tuple[str, Any]] = {
    "countdownLead": ("countdownLead", _Line),
    "countdownTarget": ("galaAt", _Time),
    "countdownOver": ("countdownOver", _Line),
    "year": ("year", Annotated[int, Field(ge=2000, le=2100)]),
    "milestones": ("milestones", Annotated[list[_Milestone], Field(max_length=24)]),
}
"""The new key and the type of what is moved, by key."""
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
    statement = sa.select(column, _SECTIONS.c.content).where(column.in_(_IDENTIFIERS))
    contents = {row.identifier: row.content for row in op.get_bind().execute(statement)}
    if _EDITION in contents:
        return
    edition: dict[str, Any] = {}
    for identifier, content in contents.items():
        for key in _MOVED.keys() & content:
            name, kind = _MOVED[key]
            with suppress(ValidationError):
                value = TypeAdapter(kind).validate_python(content[key])
                edition[name] = TypeAdapter(kind).dump_python(value, mode="json")
                del content[key]
        op.execute(_SECTIONS.update().where(column == identifier).values(content=content))
    for each in edition.get("milestones", []):
        if each["id"] == "gala":
            edition["galaPlace"] = each["location"]
    if edition:
        now = datetime.now(UTC)
        values = {"name": "Edition", "identifier": _EDITION, "content": edition}
        op.execute(_SECTIONS.insert().values(**values, created_at=now, updated_at=now))


def downgrade() -> None:
    """Do nothing: an earlier version shows its default texts, and keeps the section."""
