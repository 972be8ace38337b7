"""The HTTP endpoints of cover pages (spec 2, section 7)."""

from fastapi import APIRouter

from awards_site.auth.access import allow
from awards_site.auth.crud import Endpoints, add_staff_list, add_writing
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession, WriteSession
from awards_site.core.http.paths import Id
from awards_site.core.http.revalidation import RevalidatedRoute
from awards_site.cover_pages.models import (
    CoverPage,
    CoverPageCreate,
    CoverPagePublic,
    CoverPageUpdate,
)
from awards_site.cover_pages.service import cover_pages

published = APIRouter(
    tags=["cover pages"],
    route_class=RevalidatedRoute,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
router = APIRouter(tags=["cover pages"])


@published.get("/cover-pages/active", response_model=CoverPagePublic | None)
def read_active_cover_page(session: ReadSession) -> CoverPage | None:
    """Read the active cover page, or null."""
    return cover_pages.read_active(session)


@router.post(
    "/cover-pages/{cover_page_id}/activate",
    response_model=CoverPagePublic,
    dependencies=[allow(Permission.MANAGE_PARTNERS)],
)
def activate_cover_page(cover_page_id: Id, session: WriteSession) -> CoverPage:
    """Make a cover page the active one."""
    return cover_pages.activate(session, cover_page_id)


_ENDPOINTS = Endpoints(
    cover_pages,
    "/cover-pages",
    CoverPagePublic,
    CoverPageCreate,
    CoverPageUpdate,
    update_method="PATCH",
    managed_by=Permission.MANAGE_PARTNERS,
)
add_staff_list(router, _ENDPOINTS, "/cover-pages/admin")
add_writing(router, _ENDPOINTS)
