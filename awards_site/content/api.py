"""The HTTP endpoints of content sections (spec 2, section 7)."""

from collections.abc import Sequence

from fastapi import APIRouter

from awards_site.auth.access import SignedIn, allow
from awards_site.auth.permissions import Permission
from awards_site.content import service
from awards_site.content.models import (
    ContentEdit,
    ContentEditPublic,
    ContentSection,
    ContentSectionCreate,
    ContentSectionPublic,
    ContentSectionStaff,
    ContentSectionUpdate,
)
from awards_site.core.database import ReadSession, WriteSession
from awards_site.core.http.paths import Id
from awards_site.core.http.revalidation import RevalidatedRoute

published = APIRouter(
    tags=["content"],
    route_class=RevalidatedRoute,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
router = APIRouter(tags=["content"])
_editing = [allow(Permission.EDIT_CONTENT)]


@published.get("/content/{identifier:path}", response_model=ContentSectionPublic)
def read_section(identifier: str, session: ReadSession) -> ContentSection:
    """Read the section of an identifier."""
    return service.read(session, identifier)


@router.get(
    "/content",
    response_model=list[ContentSectionStaff],
    dependencies=[allow(Permission.LIST_CONTENT)],
)
def list_sections(session: ReadSession) -> Sequence[ContentSection]:
    """List the sections."""
    return service.list_all(session)


@router.post(
    "/admin/content",
    status_code=201,
    response_model=ContentSectionStaff,
    dependencies=_editing,
)
def create_section(body: ContentSectionCreate, session: WriteSession) -> ContentSection:
    """Create a section."""
    return service.create(session, body)


@router.put(
    "/admin/content/{section_id}", response_model=ContentSectionStaff, dependencies=_editing
)
def update_section(
    section_id: Id, body: ContentSectionUpdate, caller: SignedIn, session: WriteSession
) -> ContentSection:
    """Change the named fields of a section, and record the edit of its content."""
    return service.update(session, section_id, body, caller)


@router.get(
    "/admin/content/{section_id}/history",
    response_model=list[ContentEditPublic],
    dependencies=_editing,
)
def list_edits(section_id: Id, session: ReadSession) -> Sequence[ContentEdit]:
    """List a section's edits, newest first."""
    return service.list_edits(session, section_id)


@router.delete(
    "/admin/content/{section_id}",
    status_code=204,
    dependencies=[allow(Permission.DELETE_CONTENT)],
)
def delete_section(section_id: Id, session: WriteSession) -> None:
    """Delete a section and its history."""
    service.delete(session, section_id)
