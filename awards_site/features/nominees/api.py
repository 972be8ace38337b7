"""The HTTP endpoints of nominees."""

from dataclasses import replace
from typing import Any

from fastapi import APIRouter

from awards_site.accounts.dependencies import Caller, Staff, allow
from awards_site.accounts.permissions import Permission
from awards_site.core import paths
from awards_site.core.audit.models import Action
from awards_site.core.database.filters import ListParamsDep
from awards_site.core.database.managed_record import published as is_published
from awards_site.core.database.pagination import Page
from awards_site.core.database.sessions import ReadSession, writing
from awards_site.core.files.image_views import PrevNext
from awards_site.core.http.path_parameters import Id
from awards_site.features.nominees.entity import (
    RESULTS,
    Embargo,
    EmbargoCreate,
    EmbargoPublic,
    EmbargoUpdate,
    Nominee,
    NomineeCreate,
    NomineeUpdate,
    NomineeView,
    page_link,
    social_card,
)
from awards_site.features.nominees.service import (
    describe_embargo,
    embargo_conditions,
    embargoes,
    find_prev_next,
    nominees,
    revealed,
    search_conditions,
    unhidden,
)
from awards_site.records.arrangement import add_order
from awards_site.records.bulk import add_bulk
from awards_site.records.draft_endpoints import add_drafts
from awards_site.records.endpoints import Endpoints
from awards_site.records.imports.api import add_import
from awards_site.records.imports.service import Importer
from awards_site.records.published import add_published_lists, public_router
from awards_site.records.staff_lists import staff_conditions
from awards_site.ui.share_images.routes import social_image_router

published = public_router("nominees")
router = APIRouter(tags=["nominees"])
social_images = social_image_router("nominees", nominees, NomineeView, social_card)

add_published_lists(published, nominees, NomineeView, "/nominees", suffix="/published")
_endpoints = Endpoints(
    router,
    nominees,
    "/nominees",
    NomineeView,
    Permission.MANAGE_SHOWCASE,
    more_filters=lambda table, query: [
        *staff_conditions(table, query),
        *embargo_conditions(query),
    ],
)


@published.get("/nominees/{nominee_id}/prev-next")
def read_prev_next(nominee_id: Id, session: ReadSession) -> PrevNext:
    """Read the links to the previous and next published nominee of the same year, by name."""
    previous, following = find_prev_next(session, nominee_id)
    return PrevNext(previous=page_link(previous), next=page_link(following))


@router.get(
    "/nominees",
    response_model=_endpoints.list_models,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
def list_nominees(session: ReadSession, caller: Caller, staff: Staff, params: ListParamsDep) -> Any:
    """List all nominees for staff, and the published ones for everyone else.

    The session is read first, because searches of visitors are counted apart.
    """
    if caller and staff:
        return _endpoints.read_list(session, params, caller)
    found = _PUBLIC_PAGINATOR.read(session, params, is_published(Nominee))
    nominees.restrict(session, found.items if isinstance(found, Page) else found)
    return found


_PUBLIC_PAGINATOR = replace(
    _endpoints.paginator,
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

_endpoints.add_export("/nominees/export", "nominees")
importer = Importer(
    _endpoints,
    NomineeCreate,
    same=("name", "category", "year"),
    labels={
        "image_url": "Image URL",
        "linkedin_url": "LinkedIn URL",
        "website_url": "Website URL",
        "is_finalist": "Finalist",
        "is_winner": "Winner",
        "reveal_at": "Reveal results at",
        "embargoed_content": "Reveal with the results",
    },
)
add_order(_endpoints, NomineeUpdate, describe_embargo)
add_import(importer)
_endpoints.add_read()
_endpoints.add_writes(NomineeCreate, "PATCH", NomineeUpdate)
add_bulk(_endpoints, NomineeUpdate, settable=("category", "year"))
add_drafts(_endpoints, NomineeCreate, NomineeUpdate, lambda each: paths.nominee(each.id, each.name))

_embargo_endpoints = Endpoints(
    router, embargoes, "/admin/embargoes", EmbargoPublic, Permission.MANAGE_SHOWCASE
)
_embargo_endpoints.add_list("/admin/embargoes")
_embargo_endpoints.add_export("/admin/embargoes/export", "embargoes")
_embargo_endpoints.add_staff_read()
_embargo_endpoints.add_writes(EmbargoCreate, "PATCH", EmbargoUpdate)


@router.post(
    f"{_embargo_endpoints.item_path}/reveal",
    response_model=EmbargoPublic,
    dependencies=[allow(_embargo_endpoints.managed_by)],
)
def reveal_results(record_id: Id) -> Embargo:
    """End an embargo now, so that visitors see the results."""
    with writing() as session:
        embargo = embargoes.find(session, record_id, for_update=True)
        embargoes.reveal(session, embargo)
        _embargo_endpoints.audit(session, Action.REVEALED, embargo)
        return embargo
