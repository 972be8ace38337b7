"""The HTTP endpoints of nominees (spec 2, section 7)."""

from typing import Any

from fastapi import APIRouter

from awards_site.auth.access import Staff, allow
from awards_site.auth.crud import Endpoints, add_reading, add_writing
from awards_site.auth.permissions import Permission
from awards_site.auth.published import add_published_lists, public_router
from awards_site.core.database import ReadSession
from awards_site.core.http.paths import Id
from awards_site.core.listing import ListAsked
from awards_site.core.publishing import published as is_published
from awards_site.core.views import PrevNext
from awards_site.nominees.models import Nominee, NomineeCreate, NomineePublic, NomineeUpdate
from awards_site.nominees.service import beside, nominees, of_category, of_year
from awards_site.nominees.view import NomineeView, page_link

published = public_router("nominees")
router = APIRouter(tags=["nominees"])

_ENDPOINTS = Endpoints(
    nominees,
    "/nominees",
    NomineePublic,
    NomineeView,
    NomineeCreate,
    NomineeUpdate,
    update_method="PATCH",
    managed_by=Permission.MANAGE_SHOWCASE,
)
add_published_lists(
    published, _ENDPOINTS, at="/published", of_category=of_category, of_year=of_year
)


@published.get("/nominees/{nominee_id}/prev-next")
def read_prev_next(nominee_id: Id, session: ReadSession) -> PrevNext:
    """Read which published nominees of the year stand beside a published nominee, by name."""
    previous, following = beside(session, nominee_id)
    return PrevNext(previous=page_link(previous), next=page_link(following))


@router.get(
    "/nominees",
    response_model=_ENDPOINTS.listing.answers,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
def list_nominees(session: ReadSession, asked: ListAsked, staff: Staff) -> Any:
    """List all nominees for staff, and the published ones for everyone else."""
    return _ENDPOINTS.listing.read(session, asked, *(() if staff else (is_published(Nominee),)))


add_reading(router, _ENDPOINTS)
add_writing(router, _ENDPOINTS)
