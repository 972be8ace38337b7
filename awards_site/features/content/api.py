"""The HTTP endpoints of content sections."""

from typing import Annotated

from fastapi import APIRouter, Query

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.permissions import Permission
from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.urls import Id
from awards_site.features.content import service
from awards_site.features.content.entity import (
    CONTENT_SECTION,
    ContentBlockPublic,
    ContentBlockStaff,
    ContentEdit,
    ContentSection,
    ContentSectionPublic,
    sections,
)
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


endpoints = Endpoints(router, CONTENT_SECTION).add_all()


@router.get(
    f"{CONTENT_SECTION.item_path}/history",
    response_model=list[ContentEdit],
    dependencies=[allow(Permission.EDIT_CONTENT)],
)
def list_edits(record_id: Id, caller: SignedIn) -> list[ContentEdit]:
    """List a section's edits, newest first."""
    return service.read_edits(caller, record_id)


@router.get("/admin/content-blocks", dependencies=[allow(Permission.LIST_CONTENT)])
def list_blocks(caller: SignedIn) -> list[ContentBlockStaff]:
    """List all content blocks, ordered by name, with the sections that override them."""
    return service.list_blocks(caller)
