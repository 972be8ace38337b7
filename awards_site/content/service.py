"""What can be done with content sections: read, write, and look at their history."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from sqlalchemy.orm.attributes import flag_modified
from sqlmodel import Session, col, func, select

from awards_site.auth.models import User
from awards_site.content.models import (
    ContentBlockPublic,
    ContentEdit,
    ContentSection,
    ContentSectionCreate,
    ContentSectionStaff,
    ContentSectionUpdate,
)
from awards_site.core import records
from awards_site.core.content_blocks import CONTENT_BLOCKS, BlockSchema, ContentBlock, problem_of
from awards_site.core.errors import NotFound
from awards_site.core.listing import Listing
from awards_site.core.pictures import responsive_image

T = TypeVar("T", bound=BlockSchema)

NOUN = "Content section"
IDENTIFIER_TAKEN = "This identifier is already in use"

listing = Listing(
    ContentSection,
    ContentSectionStaff,
    (func.lower(ContentSection.name), col(ContentSection.id)),
)
"""The sections by name."""


def read(session: Session, identifier: str) -> ContentSection:
    """Return the section of an identifier; raise NotFound when there is none."""
    statement = select(ContentSection).where(ContentSection.identifier == identifier)
    section = session.exec(statement).first()
    if section is None:
        raise NotFound.of(NOUN)
    return section


def read_blocks(session: Session, identifiers: Sequence[str]) -> list[ContentBlockPublic]:
    """Return the content blocks that sections override, by identifier.

    A section of a wrong shape overrides nothing, so that a page never breaks by its texts.
    """
    wanted = col(ContentSection.identifier)
    sections = select(ContentSection).where(wanted.in_(identifiers)).order_by(wanted)
    return [
        _block(section)
        for section in session.exec(sections)
        if section.identifier in CONTENT_BLOCKS
        and problem_of(section.identifier, section.content) is None
    ]


def read_texts(session: Session, block: ContentBlock[T]) -> T:
    """Return the texts that a page shows: a block's default, or what its section makes of it."""
    wanted = select(ContentSection).where(ContentSection.identifier == block.identifier)
    section = session.exec(wanted).first()
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


def find(session: Session, section_id: int, *, for_update: bool = False) -> ContentSection:
    """Return the section of an id; raise NotFound when there is none."""
    return records.find(session, ContentSection, section_id, NOUN, for_update=for_update)


def list_edits(session: Session, section_id: int) -> Sequence[ContentEdit]:
    """Return a section's edits, newest first."""
    find(session, section_id)
    statement = (
        select(ContentEdit)
        .where(ContentEdit.section_id == section_id)
        .order_by(col(ContentEdit.id).desc())
    )
    return session.exec(statement).all()


def create(session: Session, fields: ContentSectionCreate) -> ContentSection:
    """Store a new section; raise Conflict when its identifier is in use."""
    return records.add(session, ContentSection(**fields.model_dump()), IDENTIFIER_TAKEN)


def update(
    session: Session, section: ContentSection, fields: ContentSectionUpdate, editor: User
) -> ContentSection:
    """Change the named fields, and record the edit when the content is among them.

    The section was found for update: locked where the database can, so that parallel edits form
    one chain.
    """
    changes = fields.given()
    if "content" in changes:
        edit = ContentEdit(
            section_id=section.id,
            user_id=editor.id,
            previous_content=section.content,
            new_content=changes["content"],
        )
        session.add(edit)
        # Otherwise what Python takes for equal would not be stored, such as true in the place of 1.
        flag_modified(section, "content")
    return records.change(session, section, changes, IDENTIFIER_TAKEN)


def delete(session: Session, section: ContentSection) -> None:
    """Delete a section and its history; for a while both can be brought back."""
    records.delete(session, section)


def restore(session: Session, section_id: int) -> ContentSection:
    """Bring a deleted section back with its history; raise Conflict when its place is taken."""
    return records.restore(session, ContentSection, section_id, NOUN, IDENTIFIER_TAKEN)
