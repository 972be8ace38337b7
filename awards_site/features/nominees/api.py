"""The HTTP endpoints of nominees."""

from dataclasses import replace
from typing import Any

from fastapi import APIRouter

from awards_site.accounts.dependencies import Caller, Staff, allow
from awards_site.accounts.permissions import Permission
from awards_site.core.database.filters import ListParamsDep
from awards_site.core.database.managed_record import published as is_published
from awards_site.core.database.pagination import Page
from awards_site.core.database.sessions import ReadSession
from awards_site.core.files.image_views import PrevNext
from awards_site.core.http.path_parameters import Id
from awards_site.features.nominees.entity import (
    RESULTS,
    Nominee,
    NomineeView,
    page_link,
    social_card,
)
from awards_site.features.nominees.service import (
    NOMINEE,
    find_prev_next,
    nominees,
    revealed,
    search_conditions,
    unhidden,
)
from awards_site.records.endpoints import Endpoints
from awards_site.records.published import add_published_lists, public_router
from awards_site.ui.share_images.routes import social_image_router

published = public_router("nominees")
router = APIRouter(tags=["nominees"])
social_images = social_image_router("nominees", nominees, NomineeView, social_card)

add_published_lists(published, nominees, NomineeView, "/nominees", suffix="/published")
endpoints = Endpoints(router, NOMINEE)


@published.get("/nominees/{nominee_id}/prev-next")
def read_prev_next(nominee_id: Id, session: ReadSession) -> PrevNext:
    """Read the links to the previous and next published nominee of the same year, by name."""
    previous, following = find_prev_next(session, nominee_id)
    return PrevNext(previous=page_link(previous), next=page_link(following))


@router.get(
    "/nominees",
    response_model=endpoints.list_models,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
def list_nominees(session: ReadSession, caller: Caller, staff: Staff, params: ListParamsDep) -> Any:
    """List all nominees for staff, and the published ones for everyone else.

    The session is read first, because searches of visitors are counted apart.
    """
    if caller and staff:
        return endpoints.read_list(session, params, caller)
    found = _PUBLIC_PAGINATOR.read(session, params, is_published(Nominee))
    nominees.restrict(session, found.items if isinstance(found, Page) else found)
    return found


_PUBLIC_PAGINATOR = replace(
    NOMINEE.paginator,
    shown_by=None,
    more_filters=search_conditions,
    expressions={name: revealed(name) for name in RESULTS} | unhidden(),
    sort_keys={
        field.alias or name
        for name, field in NomineeView.model_fields.items()
        if name not in {"reveal_at", "unpublish_at", "embargoed_content"}
    },
)
"""The list of visitors, whose order and filters must not tell what is hidden from them."""

endpoints.add_all()
