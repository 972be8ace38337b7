"""The HTTP endpoints of cover pages (spec 2, section 7)."""

from fastapi import APIRouter

from awards_site.auth.access import allow
from awards_site.auth.activity import Action, Noting
from awards_site.auth.crud import Endpoints, add_staff_list, add_writing
from awards_site.auth.permissions import Permission
from awards_site.auth.published import public_router
from awards_site.core.database import ReadSession, writing
from awards_site.core.http.paths import Id
from awards_site.core.http.preconditions import IfMatch
from awards_site.cover_pages.models import (
    CoverPage,
    CoverPageCreate,
    CoverPagePublic,
    CoverPageUpdate,
)
from awards_site.cover_pages.service import cover_pages
from awards_site.cover_pages.view import CoverPageView

published = public_router("cover pages")
router = APIRouter(tags=["cover pages"])


@published.get("/cover-pages/active", response_model=CoverPageView | None)
def read_active_cover_page(session: ReadSession) -> CoverPage | None:
    """Read the active cover page, or null."""
    return cover_pages.read_active(session)


_ENDPOINTS = Endpoints(
    cover_pages,
    "/cover-pages",
    CoverPagePublic,
    CoverPageView,
    CoverPageCreate,
    CoverPageUpdate,
    update_method="PATCH",
    managed_by=Permission.MANAGE_PARTNERS,
)
add_staff_list(router, _ENDPOINTS, "/cover-pages/admin")
_managing = [allow(_ENDPOINTS.managed_by)]


@router.get("/cover-pages/{record_id}", response_model=CoverPagePublic, dependencies=_managing)
def read_cover_page(record_id: Id, session: ReadSession, state: IfMatch) -> CoverPage:
    """Read one cover page."""
    page = cover_pages.find(session, record_id)
    state.tag(CoverPagePublic, page)
    return page


@router.post(
    "/cover-pages/{record_id}/activate", response_model=CoverPagePublic, dependencies=_managing
)
def activate_cover_page(record_id: Id, note: Noting) -> CoverPage:
    """Make a cover page the active one."""
    with writing() as session:
        page = cover_pages.activate(session, record_id)
        note(session, _ENDPOINTS.managed_by, Action.ACTIVATED, _ENDPOINTS.noun, page)
        return page


add_writing(router, _ENDPOINTS)
