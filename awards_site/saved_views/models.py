"""Saved views: fields with validation rules, schemas and table."""

from typing import Annotated

from sqlalchemy import ForeignKey, UniqueConstraint
from sqlmodel import Field

from awards_site.core.invalidation.content_version import not_public
from awards_site.core.records.schemas import Record, Schema, StoredSchema, partial, response_schema
from awards_site.core.validation.text_validators import PatternText, Text


class SavedViewChanges(Schema):
    """What a user may change: the name, and the search, filters and order as a URL's query."""

    name: Annotated[str, Text(1, max_length=60)]
    query: Annotated[str, Text(max_length=1000)] = ""


class SavedViewBase(SavedViewChanges):
    """A view of the list of a screen, which is named by its path."""

    screen: Annotated[
        str, PatternText(1, pattern=r"/admin/[a-z-]+", mismatch_message="There is no such screen")
    ]


class SavedViewCreate(SavedViewBase):
    """A new view."""


@partial
class SavedViewUpdate(SavedViewChanges):
    """A partial update of a view."""


@response_schema
class SavedViewPublic(StoredSchema, SavedViewBase):
    """A view in API responses."""


@not_public
class SavedView(Record, SavedViewBase, table=True):
    """A view of one user."""

    __tablename__ = "saved_views"
    __table_args__ = (UniqueConstraint("user_id", "screen", "name"),)

    user_id: int = Field(sa_column_args=[ForeignKey("users.id", ondelete="CASCADE")], index=True)
