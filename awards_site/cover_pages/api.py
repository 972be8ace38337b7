"""The HTTP endpoints of cover pages (spec 2, section 7)."""

from collections.abc import Sequence

from fastapi import APIRouter

from awards_site.auth.access import allow
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession, WriteSession
from awards_site.core.http.paths import Id
from awards_site.core.http.revalidation import RevalidatedRoute
from awards_site.cover_pages import service
from awards_site.cover_pages.models import (
    CoverPage,
    CoverPageCreate,
    CoverPagePublic,
    CoverPageUpdate,
)

published = APIRouter(
    tags=["cover pages"],
    route_class=RevalidatedRoute,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
router = APIRouter(tags=["cover pages"], dependencies=[allow(Permission.MANAGE_PARTNERS)])


@published.get("/cover-pages/active", response_model=CoverPagePublic | None)
def read_active_cover_page(session: ReadSession) -> CoverPage | None:
    """Read the active cover page, or null."""
    return service.read_active(session)


@router.get("/cover-pages/admin", response_model=list[CoverPagePublic])
def list_all_cover_pages(session: ReadSession) -> Sequence[CoverPage]:
    """List all cover pages."""
    return service.list_all(session)


@router.post("/cover-pages", status_code=201, response_model=CoverPagePublic)
def create_cover_page(body: CoverPageCreate, session: WriteSession) -> CoverPage:
    """Create a cover page."""
    return service.create(session, body)


@router.patch("/cover-pages/{cover_page_id}", response_model=CoverPagePublic)
def update_cover_page(cover_page_id: Id, body: CoverPageUpdate, session: WriteSession) -> CoverPage:
    """Change the named fields of a cover page."""
    return service.change(session, cover_page_id, body)


@router.post("/cover-pages/{cover_page_id}/activate", response_model=CoverPagePublic)
def activate_cover_page(cover_page_id: Id, session: WriteSession) -> CoverPage:
    """Make a cover page the active one."""
    return service.activate(session, cover_page_id)


@router.delete("/cover-pages/{cover_page_id}", status_code=204)
def delete_cover_page(cover_page_id: Id, session: WriteSession) -> None:
    """Delete a cover page."""
    service.delete(session, cover_page_id)
