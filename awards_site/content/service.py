"""What can be done with content sections: read, write, and look at their history."""

from collections.abc import Sequence

from sqlmodel import Session, col, func, select

from awards_site.auth.models import User
from awards_site.content.models import (
    ContentEdit,
    ContentSection,
    ContentSectionCreate,
    ContentSectionUpdate,
)
from awards_site.core import clock, records
from awards_site.core.errors import NotFound

NOUN = "Content section"
IDENTIFIER_TAKEN = "This identifier is already in use"


def list_all(session: Session) -> Sequence[ContentSection]:
    """Return all sections by name."""
    statement = select(ContentSection).order_by(
        func.lower(ContentSection.name), col(ContentSection.id)
    )
    return session.exec(statement).all()


def read(session: Session, identifier: str) -> ContentSection:
    """Return the section of an identifier; raise NotFound when there is none."""
    statement = select(ContentSection).where(ContentSection.identifier == identifier)
    section = session.exec(statement).first()
    if section is None:
        raise NotFound.of(NOUN)
    return section


def list_edits(session: Session, section_id: int) -> Sequence[ContentEdit]:
    """Return a section's edits, newest first."""
    records.find(session, ContentSection, section_id, NOUN)
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
    session: Session, section_id: int, fields: ContentSectionUpdate, editor: User
) -> ContentSection:
    """Change the named fields, and record the edit when the content is among them."""
    # The row is locked where the database can, so that parallel edits form one chain.
    section = records.find(session, ContentSection, section_id, NOUN, for_update=True)
    changes = fields.given()
    if "content" in changes:
        edit = ContentEdit(
            section_id=section_id,
            user_id=editor.id,
            previous_content=section.content,
            new_content=changes["content"],
        )
        session.add(edit)
    changes["updated_at"] = clock.now()
    return records.change(session, section, changes, IDENTIFIER_TAKEN)


def delete(session: Session, section_id: int) -> None:
    """Delete a section and its history."""
    session.delete(records.find(session, ContentSection, section_id, NOUN))
