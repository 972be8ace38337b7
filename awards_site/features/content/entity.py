"""Content sections and their edits: fields with the rules, schemas, and the table."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from sqlmodel import Field, Session, col, select

from awards_site.accounts.permissions import Permission
from awards_site.core import clock
from awards_site.core.audit.models import Action
from awards_site.core.database.engine import ExactJson, UtcDateTime, sort_key
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.repository import Repository
from awards_site.core.errors import Conflict, NotFound
from awards_site.core.presentation.content_blocks import (
    CONTENT_BLOCKS,
    BlockSchema,
    ContentBlock,
    problem_of,
)
from awards_site.core.schemas import (
    Schema,
    StoredSchema,
    computed_property,
    partial,
    response_schema,
)
from awards_site.core.validation import Rule, Text, validation_error
from awards_site.records.checklist import Checklist, Problem, links_in
from awards_site.records.entity import Entity
from awards_site.records.images import ResponsiveImage, images_of
from awards_site.records.versions import RecordVersion, list_versions

NAME_AND_IDENTIFIER = "Name and identifier are required."
INVALID_JSON_TITLE = "Invalid JSON"
INVALID_JSON = "Please enter valid JSON content."
READ_BY_PAGES = "Pages look up this section by its identifier, so it cannot get another one"
MAX_DEPTH = 100
"""The maximum depth of content, well below the recursion limits of JSON libraries."""


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


T = TypeVar("T", bound=BlockSchema)


class ContentSections(Repository[ContentSection]):
    """The repository of content sections."""

    table = ContentSection
    label = "Content section"
    ordering = (sort_key(ContentSection.name), col(ContentSection.id))
    duplicate_message = "This identifier is already in use"

    def change(
        self, session: Session, record: ContentSection, values: Mapping[str, Any]
    ) -> ContentSection:
        """Refuses another identifier for a section that pages look up by it."""
        is_renamed = values.get("identifier", record.identifier) != record.identifier
        if is_renamed and record.identifier in CONTENT_BLOCKS:
            raise Conflict(READ_BY_PAGES)
        return super().change(session, record, values)

    def read_by_identifier(self, session: Session, identifier: str) -> ContentSection:
        """Return the public section with an identifier. Raises NotFound."""
        block = CONTENT_BLOCKS.get(identifier)
        if block is not None and not block.is_public:
            raise NotFound.of(self.label)
        return self.visible(session, find_section(session, identifier), staff=True)

    def read_blocks(self, session: Session, identifiers: Sequence[str]) -> list[ContentBlockPublic]:
        """Return the public content blocks that sections override, ordered by identifier.

        A section of the wrong shape is ignored, so that invalid content never breaks a page.
        """
        key = col(ContentSection.identifier)
        found = session.exec(select(ContentSection).where(key.in_(identifiers))).all()
        return [
            _block(section)
            for section in sorted(found, key=lambda section: section.identifier)
            if (block := CONTENT_BLOCKS.get(section.identifier)) is not None
            and block.is_public
            and problem_of(section.identifier, section.content) is None
        ]

    def list_edits(self, session: Session, section_id: int) -> list[ContentEdit]:
        """Return the edits of a section's content, newest first, each made of two versions."""
        versions = list_versions(session, self.find(session, section_id))
        return [
            _edit(before, after) for after, before in pairwise(versions) if _is_edit(before, after)
        ]

    def list_blocks(self, session: Session) -> list[ContentBlockStaff]:
        """Return all content blocks with their sections, ordered by name."""
        statement = select(ContentSection.identifier, ContentSection.id)
        key = col(ContentSection.identifier)
        sections = dict(session.exec(statement.where(key.in_(CONTENT_BLOCKS))).all())
        return [
            ContentBlockStaff(
                identifier=block.identifier,
                name=block.name,
                path=block.location,
                section_id=sections.get(block.identifier),
            )
            for block in sorted(CONTENT_BLOCKS.values(), key=lambda block: block.name)
        ]


sections = ContentSections()


def find_section(session: Session, identifier: str) -> ContentSection | None:
    """Return the section with an identifier, public or not."""
    statement = select(ContentSection).where(ContentSection.identifier == identifier)
    return session.exec(statement).first()


def page_of(identifier: str, content: Mapping[str, Any]) -> str:
    """Return the path of the page that shows the texts. Raises NotFound with why none does."""
    block = CONTENT_BLOCKS.get(identifier)
    if block is None or not block.page:
        raise NotFound("No page shows a section with this identifier.")
    if problem := block.problem(content):
        raise NotFound(problem)
    return block.page


def read_texts(session: Session, block: ContentBlock[T]) -> T:
    """Return the texts of a block: its section's, or the default without a valid section."""
    return find_texts(session, block) or block.default


def find_texts(session: Session, block: ContentBlock[T]) -> T | None:
    """Return the texts of a block's section, or None without a valid one."""
    section = find_section(session, block.identifier)
    if section is None or block.problem(section.content):
        return None
    return block.parse(section.content)


def _is_edit(before: RecordVersion, after: RecordVersion) -> bool:
    """Return whether content was saved, changed or not; renaming and deleting are no edits."""
    is_changed = json.dumps(_content(before)) != json.dumps(_content(after))
    return is_changed or (after.action == Action.UPDATED and before.row == after.row)


def _edit(before: RecordVersion, after: RecordVersion) -> ContentEdit:
    return ContentEdit(
        id=after.id,
        created_at=after.created_at,
        user_id=after.user_id,
        user_name=after.user_name,
        previous_content=_content(before),
        new_content=_content(after),
    )


def _content(version: RecordVersion) -> dict[str, Any]:
    content: dict[str, Any] = version.row["content"]
    return content


def _block(section: ContentSection) -> ContentBlockPublic:
    texts = CONTENT_BLOCKS[section.identifier].parse(section.content).shown(by_alias=True)
    return ContentBlockPublic(
        identifier=section.identifier,
        texts=texts,
        images=images_of(texts),
    )


class ContentChecklist(Checklist):
    """Checks default texts as well, as sections that are not stored."""

    def records(
        self, session: Session, _table: type[ManagedRecord], limit: int
    ) -> Sequence[ContentSection]:
        stored = session.exec(select(ContentSection)).all()
        overridden = {section.identifier for section in stored}
        defaults = [
            ContentSection(name=block.name, identifier=block.identifier, content={})
            for block in CONTENT_BLOCKS.values()
            if block.identifier not in overridden
        ]
        return [*stored, *defaults]

    def problems(self, session: Session, records: Sequence[Any]) -> Iterator[Problem]:
        for section in records:
            block = CONTENT_BLOCKS.get(section.identifier)
            if block is None or block.problem(section.content):
                continue
            for key, message in block.outdated(block.parse(section.content)):
                field = f"content-{key}"
                yield Problem(section.id, section.display_name, message, field, block.identifier)

    def links(self, record: Any) -> Iterator[tuple[str, str]]:
        """Yield the links in the Markdown of a section, all of which are in its content."""
        block = CONTENT_BLOCKS.get(record.identifier)
        for name in block.shape.source_fields if block else ():
            if isinstance(markdown := record.content.get(name), str):
                yield from ((f"content-{name}", url) for url in links_in(markdown))

    def published_links(self, session: Session, _table: type[ManagedRecord]) -> Iterator[str]:
        for row in session.exec(select(ContentSection.identifier, ContentSection.content)):
            yield from (url for _, url in self.links(row))


CONTENT_SECTION = Entity(
    repository=sections,
    view=ContentSectionStaff,
    create=ContentSectionCreate,
    update=ContentSectionUpdate,
    path="/admin/content",
    list_path="/content",
    export_path="/admin/content/export",
    screen_path="/admin/content",
    page_of=lambda each: page_of(each.identifier, each.content),
    managed_by=Permission.LIST_CONTENT,
    edited_by=Permission.EDIT_CONTENT,
    deleted_by=Permission.DELETE_CONTENT,
    writes_reveal=True,
    has_own_history=True,
    search_details=("identifier",),
    bulk="delete",
    checklist=ContentChecklist(),
)
