"""Content sections and their history: fields with the rules, schemas, and tables."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from sqlalchemy import JSON, ForeignKey
from sqlmodel import Field, Relationship

from awards_site.auth.models import User
from awards_site.core import clock
from awards_site.core.database.column_types import UtcDateTime
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.presentation.content_blocks import problem_of
from awards_site.core.presentation.views import ResponsiveImage
from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.schemas import (
    Record,
    Schema,
    StoredSchema,
    computed_property,
    optional_reference,
    partial,
    response_schema,
)
from awards_site.core.validation.rule import Rule, validation_error
from awards_site.core.validation.text_validators import Text

NAME_AND_IDENTIFIER = "Name and identifier are required."
INVALID_JSON_TITLE = "Invalid JSON"
INVALID_JSON = "Please enter valid JSON content."
MAX_DEPTH = 100
"""How deep content may be nested, well below the recursion limits of JSON libraries."""


@dataclass(frozen=True)
class JsonObject(Rule):
    """An object that can be serialized as JSON."""

    def check(self, value: Any, label: str) -> dict[str, Any]:
        if not isinstance(value, dict) or _is_deeper(value, MAX_DEPTH):
            raise validation_error(INVALID_JSON)
        try:
            # Python's parser accepts NaN, Infinity and lone surrogates, which are not valid JSON.
            serialized = json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
        except ValueError:
            raise validation_error(INVALID_JSON) from None
        if b"\\u0000" in serialized:
            raise validation_error(INVALID_JSON)
        return value

    def missing_message(self, label: str) -> str:
        return INVALID_JSON


def _is_deeper(value: Any, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        level = [inner for each in level for inner in _children(each)]
        if not level:
            return False
    return True


def _children(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


class ContentSectionBase(Schema):
    """The fields that staff fill in (docs/rules/admin-content.md)."""

    name: Annotated[str, Text(1, NAME_AND_IDENTIFIER)]
    identifier: Annotated[str, Text(1, NAME_AND_IDENTIFIER, max_length=100)]
    content: Annotated[dict[str, Any], JsonObject()] = Field(sa_type=JSON)


class ContentSectionCreate(ContentSectionBase):
    """A new content section."""


@partial
class ContentSectionUpdate(ContentSectionBase):
    """A partial update of a content section."""


@response_schema
class ContentSectionPublic(StoredSchema, ContentSectionBase):
    """A content section as visitors read it."""

    updated_at: datetime


class ContentBlockPublic(BaseModel):
    """A content block whose default texts a section overrides.

    `texts` has the keys of the block's schema in camelCase. `images` maps the URL of each image in
    the texts to its variants.
    """

    identifier: str
    texts: dict[str, Any]
    images: dict[str, ResponsiveImage]


class ContentBlockStaff(BaseModel):
    """A content block as staff list it; `section_id` is null while it has its default texts."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    identifier: str
    name: str
    section_id: int | None


@response_schema
class ContentSectionStaff(ContentSectionPublic):
    """A content section as editors read it."""

    @computed_property
    def problem(self) -> str | None:
        """Why pages ignore the section and show the default texts, or null."""
        return problem_of(self.identifier, self.content)


class ContentSection(ManagedRecord, ContentSectionBase, table=True):
    """Texts of pages that staff edit, looked up by identifier."""

    __tablename__ = "content_sections"
    title_field = "name"
    # Its edits are stored as ContentEdit.
    has_versions = False
    search_fields = ("name", "identifier")

    identifier: str = Field(unique=True)
    updated_at: datetime = Field(default_factory=lambda: clock.now(), sa_type=UtcDateTime)


class ContentEditBase(Schema):
    """One edit of a section's content."""

    user_id: int | None
    previous_content: dict[str, Any] = Field(sa_type=JSON)
    new_content: dict[str, Any] = Field(sa_type=JSON)


@response_schema
class ContentEditPublic(StoredSchema, ContentEditBase):
    """An edit as editors read it; `user_name` is null if the user was deleted."""

    user_name: str | None


@not_public
class ContentEdit(Record, ContentEditBase, table=True):
    """An entry of a section's history."""

    __tablename__ = "content_edits"

    section_id: int = Field(
        sa_column_args=[ForeignKey("content_sections.id", ondelete="CASCADE")], index=True
    )
    user_id: int | None = optional_reference("users.id")
    user: User | None = Relationship(sa_relationship_kwargs={"lazy": "joined"})

    @property
    def user_name(self) -> str | None:
        return self.user.name if self.user else None
