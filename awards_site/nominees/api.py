"""The HTTP endpoints of nominees."""

from typing import Any

from fastapi import APIRouter

from awards_site.auth.dependencies import Staff, allow
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession
from awards_site.core.http.paths import Id
from awards_site.core.pagination import ListParamsDep
from awards_site.core.publishing import published as is_published
from awards_site.core.views import PrevNext
from awards_site.nominees.models import Nominee, NomineeCreate, NomineeUpdate
from awards_site.nominees.service import find_prev_next, nominees
from awards_site.nominees.social_card import social_card
from awards_site.nominees.view import NomineeView, page_link
from awards_site.resources.endpoints import Endpoints
from awards_site.resources.published import add_published_lists, public_router
from awards_site.social_images.routes import social_image_router

published = public_router("nominees")
router = APIRouter(tags=["nominees"])
social_images = social_image_router("nominees", nominees, NomineeView, social_card)

add_published_lists(published, nominees, NomineeView, "/nominees", suffix="/published")
_endpoints = Endpoints(router, nominees, "/nominees", NomineeView, Permission.MANAGE_SHOWCASE)


@published.get("/nominees/{nominee_id}/prev-next")
def read_prev_next(nominee_id: Id, session: ReadSession) -> PrevNext:
    """Read the links to the previous and next published nominee of the same year, by name."""
    previous, following = find_prev_next(session, nominee_id)
    return PrevNext(previous=page_link(previous), next=page_link(following))


@router.get(
    "/nominees",
    response_model=_endpoints.paginator.response_models,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
def list_nominees(session: ReadSession, params: ListParamsDep, staff: Staff) -> Any:
    """List all nominees for staff, and the published ones for everyone else."""
    return _endpoints.paginator.read(session, params, *(() if staff else (is_published(Nominee),)))


_endpoints.add_read()
_endpoints.add_writes(NomineeCreate, "PATCH", NomineeUpdate)
