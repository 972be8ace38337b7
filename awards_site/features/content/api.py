"""The HTTP endpoints of content sections."""

from typing import Annotated

from fastapi import APIRouter, Query

from awards_site.accounts.dependencies import allow
from awards_site.accounts.permissions import Permission
from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.path_parameters import Id
from awards_site.features.content.entity import (
    ContentBlockPublic,
    ContentBlockStaff,
    ContentEdit,
    ContentSection,
    ContentSectionCreate,
    ContentSectionPublic,
    ContentSectionStaff,
    ContentSectionUpdate,
    page_of,
    sections,
)
from awards_site.records.bulk import add_bulk
from awards_site.records.draft_endpoints import add_drafts
from awards_site.records.endpoints import Endpoints
from awards_site.records.published import public_router

MAX_BLOCKS = 50
"""The maximum number of blocks in one request."""

published = public_router("content")
router = APIRouter(tags=["content"])


@published.get("/content/{identifier:path}", response_model=ContentSectionPublic)
def read_section(identifier: str, session: ReadSession) -> ContentSection:
    """Read the section with an identifier."""
    return sections.read_by_identifier(session, identifier)


@published.get("/content-blocks")
def read_blocks(
    session: ReadSession,
    identifier: Annotated[list[str], Query(max_length=MAX_BLOCKS)],
) -> list[ContentBlockPublic]:
    """Read several content blocks; one without a section of the right shape is left out."""
    return sections.read_blocks(session, identifier)


_endpoints = Endpoints(
    router, sections, "/admin/content", ContentSectionStaff, Permission.LIST_CONTENT
)
_endpoints.add_list("/content")
_endpoints.add_export("/admin/content/export", "content-sections")
_endpoints.add_staff_read()
_endpoints.add_create(ContentSectionCreate, Permission.EDIT_CONTENT)
_endpoints.add_update("PUT", ContentSectionUpdate, Permission.EDIT_CONTENT)
_endpoints.add_delete(Permission.DELETE_CONTENT)
add_bulk(_endpoints, permission=Permission.DELETE_CONTENT)
add_drafts(
    _endpoints,
    ContentSectionCreate,
    ContentSectionUpdate,
    lambda each: page_of(each.identifier, each.content),
    Permission.EDIT_CONTENT,
)


@router.get(
    f"{_endpoints.item_path}/history",
    response_model=list[ContentEdit],
    dependencies=[allow(Permission.EDIT_CONTENT)],
)
def list_edits(record_id: Id, session: ReadSession) -> list[ContentEdit]:
    """List a section's edits, newest first."""
    return sections.list_edits(session, record_id)


@router.get("/admin/content-blocks", dependencies=[allow(Permission.LIST_CONTENT)])
def list_blocks(session: ReadSession) -> list[ContentBlockStaff]:
    """List all content blocks, ordered by name, with the sections that override them."""
    return sections.list_blocks(session)
