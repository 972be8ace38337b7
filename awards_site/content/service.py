"""Content sections, ordered by name, their edit history, and the content blocks they override."""

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from sqlmodel import Session, col, select

from awards_site.content.models import (
    ContentBlockPublic,
    ContentBlockStaff,
    ContentEdit,
    ContentSection,
)
from awards_site.core.audit.models import Action
from awards_site.core.database.sorting import sort_key
from awards_site.core.errors import NotFound
from awards_site.core.presentation.content_blocks import (
    CONTENT_BLOCKS,
    BlockSchema,
    ContentBlock,
    images_of,
    problem_of,
)
from awards_site.core.records.repository import Repository
from awards_site.resources.versions import RecordVersion, list_versions

T = TypeVar("T", bound=BlockSchema)


class ContentSections(Repository[ContentSection]):
    """The repository of content sections."""

    table = ContentSection
    label = "Content section"
    ordering = (sort_key(ContentSection.name), col(ContentSection.id))
    duplicate_message = "This identifier is already in use"

    def read_by_identifier(self, session: Session, identifier: str) -> ContentSection:
        """Return the public section with an identifier. Raises NotFound."""
        block = CONTENT_BLOCKS.get(identifier)
        if block is not None and not block.is_public:
            raise NotFound.of(self.label)
        return self.visible(session, _find(session, identifier), staff=True)

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


def _find(session: Session, identifier: str) -> ContentSection | None:
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
    section = _find(session, block.identifier)
    if section is None or block.problem(section.content):
        return block.default
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
