"""The HTTP endpoints of content sections (spec 2, section 7)."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query

from awards_site.auth.access import SignedIn, allow
from awards_site.auth.activity import Action, Noting
from awards_site.auth.permissions import Permission
from awards_site.auth.published import public_router
from awards_site.content import service
from awards_site.content.models import (
    ContentBlockPublic,
    ContentEdit,
    ContentEditPublic,
    ContentSection,
    ContentSectionCreate,
    ContentSectionPublic,
    ContentSectionStaff,
    ContentSectionUpdate,
)
from awards_site.core.database import ReadSession, writing
from awards_site.core.http.paths import Id
from awards_site.core.http.preconditions import IfMatch
from awards_site.core.listing import ListAsked

MAX_BLOCKS = 50
"""How many blocks are read at once at most."""

published = public_router("content")
router = APIRouter(tags=["content"])
_editing = [allow(Permission.EDIT_CONTENT)]
_deleting = [allow(Permission.DELETE_CONTENT)]

_NOUN = service.NOUN.lower()
_SEEN_BY = Permission.LIST_CONTENT
"""Whoever may list the sections is shown what was done with them."""


@published.get("/content/{identifier:path}", response_model=ContentSectionPublic)
def read_section(identifier: str, session: ReadSession) -> ContentSection:
    """Read the section of an identifier."""
    return service.read(session, identifier)


@published.get("/content-blocks")
def read_blocks(
    session: ReadSession,
    identifier: Annotated[list[str], Query(max_length=MAX_BLOCKS)],
) -> list[ContentBlockPublic]:
    """Read those of several content blocks that a section of the right shape overrides."""
    return service.read_blocks(session, identifier)


@router.get(
    "/content",
    response_model=service.listing.answers,
    dependencies=[allow(Permission.LIST_CONTENT)],
)
def list_sections(session: ReadSession, asked: ListAsked) -> Any:
    """List the sections."""
    return service.listing.read(session, asked)


@router.get(
    "/admin/content/{section_id}",
    response_model=ContentSectionStaff,
    dependencies=[allow(Permission.LIST_CONTENT)],
)
def read_section_of_id(section_id: Id, session: ReadSession, state: IfMatch) -> ContentSection:
    """Read one section."""
    section = service.find(session, section_id)
    state.tag(ContentSectionStaff, section)
    return section


@router.post(
    "/admin/content",
    status_code=201,
    response_model=ContentSectionStaff,
    dependencies=_editing,
)
def create_section(body: ContentSectionCreate, state: IfMatch, note: Noting) -> ContentSection:
    """Create a section."""
    with writing() as session:
        section = service.create(session, body)
        note(session, _SEEN_BY, Action.CREATED, _NOUN, section)
        state.tag(ContentSectionStaff, section)
        return section


@router.put(
    "/admin/content/{section_id}", response_model=ContentSectionStaff, dependencies=_editing
)
def update_section(
    section_id: Id,
    body: ContentSectionUpdate,
    caller: SignedIn,
    state: IfMatch,
    note: Noting,
) -> ContentSection:
    """Change the named fields of a section, and record the edit of its content.

    412 when `If-Match` names another state of it.
    """
    with writing() as session:
        section = service.find(session, section_id, for_update=True)
        state.judge(ContentSectionStaff, section)
        service.update(session, section, body, caller)
        note(session, _SEEN_BY, Action.UPDATED, _NOUN, section)
        state.tag(ContentSectionStaff, section)
        return section


@router.get(
    "/admin/content/{section_id}/history",
    response_model=list[ContentEditPublic],
    dependencies=_editing,
)
def list_edits(section_id: Id, session: ReadSession) -> Sequence[ContentEdit]:
    """List a section's edits, newest first."""
    return service.list_edits(session, section_id)


@router.delete("/admin/content/{section_id}", status_code=204, dependencies=_deleting)
def delete_section(section_id: Id, state: IfMatch, note: Noting) -> None:
    """Delete a section and its history; 412 when `If-Match` names another state of it."""
    with writing() as session:
        section = service.find(session, section_id, for_update=True)
        state.judge(ContentSectionStaff, section)
        service.delete(session, section)
        note(session, _SEEN_BY, Action.DELETED, _NOUN, section)


@router.post(
    "/admin/content/{section_id}/restore",
    response_model=ContentSectionStaff,
    dependencies=_deleting,
)
def restore_section(section_id: Id, state: IfMatch, note: Noting) -> ContentSection:
    """Bring a deleted section back with its history, within an hour."""
    with writing() as session:
        section = service.restore(session, section_id)
        note(session, _SEEN_BY, Action.RESTORED, _NOUN, section)
        state.tag(ContentSectionStaff, section)
        return section
