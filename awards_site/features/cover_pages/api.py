"""The HTTP endpoints of cover pages."""

from fastapi import APIRouter

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.urls import Id
from awards_site.features.cover_pages import service
from awards_site.features.cover_pages.entity import (
    COVER_PAGE,
    CoverPage,
    CoverPageView,
    cover_pages,
)
from awards_site.records.endpoints import Endpoints
from awards_site.records.published import public_router

published = public_router("cover pages")
router = APIRouter(tags=["cover pages"])


@published.get("/cover-pages/active", response_model=CoverPageView | None)
def read_active_cover_page(session: ReadSession) -> CoverPage | None:
    """Read the cover page that visitors see: one that is scheduled now, the active one, or null."""
    return cover_pages.read_active(session)


endpoints = Endpoints(router, COVER_PAGE).add_all()


@router.post(
    f"{COVER_PAGE.item_path}/activate",
    response_model=CoverPageView,
    dependencies=[allow(COVER_PAGE.managed_by)],
)
def activate_cover_page(record_id: Id, caller: SignedIn) -> CoverPageView:
    """Activate a cover page, deactivate all others, and end their schedules that are on."""
    return service.activate(caller, record_id)
