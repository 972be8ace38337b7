"""The content sections by name, their history, and the content blocks that they override."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from sqlalchemy.orm.attributes import flag_modified
from sqlmodel import Session, col, func, select

from awards_site.auth.models import User
from awards_site.content.models import (
    ContentBlockPublic,
    ContentEdit,
    ContentSection,
    ContentSectionUpdate,
)
from awards_site.core.content_blocks import CONTENT_BLOCKS, BlockSchema, ContentBlock, problem_of
from awards_site.core.images import responsive_image
from awards_site.core.repository import Repository

T = TypeVar("T", bound=BlockSchema)


class ContentSections(Repository[ContentSection]):
    """The texts that staff edit."""

    table = ContentSection
    label = "Content section"
    ordering = (func.lower(ContentSection.name), col(ContentSection.id))
    duplicate = "This identifier is already in use"

    def read_by_identifier(self, session: Session, identifier: str) -> ContentSection:
        """Return the section of an identifier; raise NotFound when there is none."""
        return self.visible(_find(session, identifier), staff=True)

    def read_blocks(self, session: Session, identifiers: Sequence[str]) -> list[ContentBlockPublic]:
        """Return the content blocks that sections override, by identifier.

        A section of a wrong shape overrides nothing, so that a page never breaks by its texts.
        """
        wanted = col(ContentSection.identifier)
        statement = select(ContentSection).where(wanted.in_(identifiers)).order_by(wanted)
        return [
            _block(section)
            for section in session.exec(statement)
            if section.identifier in CONTENT_BLOCKS
            and problem_of(section.identifier, section.content) is None
        ]

    def edit(
        self, session: Session, section: ContentSection, fields: ContentSectionUpdate, editor: User
    ) -> ContentSection:
        """Change the named fields, and record the edit when the content is among them.

        The section was found for update: locked where the database can, so that parallel edits
        form one chain.
        """
        if "content" in fields.model_fields_set:
            edit = ContentEdit(
                section_id=section.id,
                user_id=editor.id,
                previous_content=section.content,
                new_content=fields.content,
            )
            session.add(edit)
            # Otherwise what Python takes for equal would not be stored, such as true for 1.
            flag_modified(section, "content")
        return self.update(session, section, fields)

    def list_edits(self, session: Session, section_id: int) -> Sequence[ContentEdit]:
        self.find(session, section_id)
        edits = select(ContentEdit).where(ContentEdit.section_id == section_id)
        return session.exec(edits.order_by(col(ContentEdit.id).desc())).all()


sections = ContentSections()


def _find(session: Session, identifier: str) -> ContentSection | None:
    statement = select(ContentSection).where(ContentSection.identifier == identifier)
    return session.exec(statement).first()


def read_texts(session: Session, block: ContentBlock[T]) -> T:
    """Return the texts that a page shows: a block's default, or what its section makes of it."""
    section = _find(session, block.identifier)
    if section is None or block.problem(section.content):
        return block.default
    return block.parse(section.content)


def _block(section: ContentSection) -> ContentBlockPublic:
    texts = CONTENT_BLOCKS[section.identifier].parse(section.content).shown(by_alias=True)
    return ContentBlockPublic(
        identifier=section.identifier,
        texts=texts,
        images={address: responsive_image(address) for address in _image_addresses(texts)},
    )


def _image_addresses(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if value.get("image"):
            yield value["image"]
        for each in value.values():
            yield from _image_addresses(each)
    elif isinstance(value, list):
        for each in value:
            yield from _image_addresses(each)
