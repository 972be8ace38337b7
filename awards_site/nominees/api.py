"""The HTTP endpoints of nominees (spec 2, section 7)."""

from typing import Any

from fastapi import APIRouter

from awards_site.auth.dependencies import Staff, allow
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession
from awards_site.core.http.paths import Id
from awards_site.core.pagination import ListParamsDep
from awards_site.core.publishing import published as is_published
from awards_site.core.views import PrevNext
from awards_site.nominees.models import Nominee, NomineeCreate, NomineePublic, NomineeUpdate
from awards_site.nominees.service import beside, nominees
from awards_site.nominees.view import NomineeView, page_link
from awards_site.resources.endpoints import Endpoints
from awards_site.resources.published import add_published_lists, public_router

published = public_router("nominees")
router = APIRouter(tags=["nominees"])

add_published_lists(published, nominees, NomineeView, "/nominees", at="/published")
_endpoints = Endpoints(router, nominees, "/nominees", NomineePublic, Permission.MANAGE_SHOWCASE)


@published.get("/nominees/{nominee_id}/prev-next")
def read_prev_next(nominee_id: Id, session: ReadSession) -> PrevNext:
    """Read which published nominees of the year stand beside a published nominee, by name."""
    previous, following = beside(session, nominee_id)
    return PrevNext(previous=page_link(previous), next=page_link(following))


@router.get(
    "/nominees",
    response_model=_endpoints.listing.response_models,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
def list_nominees(session: ReadSession, params: ListParamsDep, staff: Staff) -> Any:
    """List all nominees for staff, and the published ones for everyone else."""
    return _endpoints.listing.read(session, params, *(() if staff else (is_published(Nominee),)))


_endpoints.add_reading(NomineeView)
_endpoints.add_writing(NomineeCreate, "PATCH", NomineeUpdate)
