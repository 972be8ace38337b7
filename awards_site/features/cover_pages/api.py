"""The HTTP endpoints of cover pages."""

from fastapi import APIRouter

from awards_site.accounts.dependencies import allow
from awards_site.accounts.permissions import Permission
from awards_site.core import paths
from awards_site.core.audit.models import Action
from awards_site.core.database.sessions import ReadSession, writing
from awards_site.core.http.path_parameters import Id
from awards_site.features.cover_pages.entity import (
    CoverPage,
    CoverPageCreate,
    CoverPageUpdate,
    CoverPageView,
    cover_pages,
)
from awards_site.records.arrangement import add_order
from awards_site.records.bulk import add_bulk
from awards_site.records.draft_endpoints import add_drafts
from awards_site.records.endpoints import Endpoints
from awards_site.records.published import public_router

published = public_router("cover pages")
router = APIRouter(tags=["cover pages"])


@published.get("/cover-pages/active", response_model=CoverPageView | None)
def read_active_cover_page(session: ReadSession) -> CoverPage | None:
    """Read the cover page that visitors see: one that is scheduled now, the active one, or null."""
    return cover_pages.read_active(session)


_endpoints = Endpoints(
    router, cover_pages, "/cover-pages", CoverPageView, Permission.MANAGE_PARTNERS
)
_endpoints.add_list("/cover-pages/admin")
_endpoints.add_export("/cover-pages/admin/export", "cover-pages")
add_order(_endpoints, CoverPageUpdate)
_endpoints.add_staff_read()
_endpoints.add_writes(CoverPageCreate, "PATCH", CoverPageUpdate)
add_bulk(_endpoints)
add_drafts(_endpoints, CoverPageCreate, CoverPageUpdate, lambda _: paths.HOME)


@router.post(
    f"{_endpoints.item_path}/activate",
    response_model=CoverPageView,
    dependencies=[allow(_endpoints.managed_by)],
)
def activate_cover_page(record_id: Id) -> CoverPage:
    """Activate a cover page, deactivate all others, and end their schedules that are on."""
    with writing() as session:
        page = cover_pages.activate(session, record_id)
        _endpoints.audit(session, Action.ACTIVATED, page)
        return page
