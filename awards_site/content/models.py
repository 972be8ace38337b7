"""Content sections and their edits: fields with the rules, schemas, and the table."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from sqlmodel import Field

from awards_site.core import clock
from awards_site.core.database.column_types import ExactJson, UtcDateTime
from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS, problem_of
from awards_site.core.presentation.views import ResponsiveImage
from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.schemas import (
    Schema,
    StoredSchema,
    computed_property,
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
    """The fields that staff fill in."""

    name: Annotated[str, Text(1, NAME_AND_IDENTIFIER)]
    identifier: Annotated[str, Text(1, NAME_AND_IDENTIFIER, max_length=100)]
    content: Annotated[dict[str, Any], JsonObject()] = Field(sa_type=ExactJson)


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
    """A content block as staff list it; `section_id` is null while it has its default texts.

    `path` leads to the texts on their page; '' if no page shows them.
    """

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    identifier: str
    name: str
    path: str
    section_id: int | None


@response_schema
class ContentSectionStaff(ContentSectionPublic):
    """A content section as editors read it."""

    @computed_property
    def problem(self) -> str | None:
        """Why pages ignore the section and show the default texts, or null."""
        return problem_of(self.identifier, self.content)

    @computed_property
    def path(self) -> str:
        """The path that leads to the texts on their page, or '' if no page shows them."""
        block = CONTENT_BLOCKS.get(self.identifier)
        return block.location if block and self.problem is None else ""


class ContentSection(ManagedRecord, ContentSectionBase, table=True):
    """Texts of pages that staff edit, looked up by identifier."""

    __tablename__ = "content_sections"
    title_field = "name"
    search_fields = ("name", "identifier")

    identifier: str = Field(unique=True)
    updated_at: datetime = Field(default_factory=lambda: clock.now(), sa_type=UtcDateTime)


@response_schema
class ContentEdit(StoredSchema):
    """An edit of a section as editors read it; the user is null if they were deleted."""

    user_id: int | None
    user_name: str | None
    previous_content: dict[str, Any]
    new_content: dict[str, Any]
