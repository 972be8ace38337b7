"""The HTTP endpoints of nominees."""

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Response

from awards_site.accounts.dependencies import AnyCaller, SignedIn, Staff, allow
from awards_site.accounts.permissions import Permission
from awards_site.core.database.filters import ListParamsDep
from awards_site.core.database.managed_record import published as is_published
from awards_site.core.database.pagination import Page
from awards_site.core.database.sessions import ReadSession, before_commit
from awards_site.core.http.openapi import file_response
from awards_site.core.http.urls import Id, Year
from awards_site.core.schemas import PrevNext
from awards_site.features.nominees import kits
from awards_site.features.nominees.entity import Nominee, NomineeView, page_link, social_card
from awards_site.features.nominees.reveals import refuse_reveals
from awards_site.features.nominees.service import (
    NOMINEE,
    find_prev_next,
    nominees,
    search_conditions,
    shown_results,
    unhidden,
)
from awards_site.records.endpoints import Endpoints
from awards_site.records.published import add_published_lists, public_router
from awards_site.records.use_cases import read_list
from awards_site.ui.share_images.routes import social_image_router

published = public_router("nominees")
router = APIRouter(tags=["nominees"])
social_images = social_image_router("nominees", nominees, NomineeView, social_card)

before_commit(refuse_reveals)
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
def list_nominees(
    session: ReadSession, caller: AnyCaller, staff: Staff, params: ListParamsDep
) -> Any:
    """List all nominees for staff, and the published ones for everyone else.

    The session is read first, because searches of visitors are counted apart.
    """
    if caller and staff:
        return read_list(caller, NOMINEE, params)
    found = _PUBLIC_PAGINATOR.read(session, params, is_published(Nominee))
    nominees.restrict(session, found.items if isinstance(found, Page) else found)
    return found


_PUBLIC_PAGINATOR = replace(
    NOMINEE.paginator,
    shown_by=None,
    more_filters=search_conditions,
    expressions=shown_results() | unhidden(),
    sort_keys={
        field.alias or name
        for name, field in NomineeView.model_fields.items()
        if name not in {"reveal_at", "unpublish_at", "embargoed_content", "revealed"}
    },
)
"""The list of visitors, whose order and filters must not tell what is hidden from them."""

_KIT = f"{NOMINEE.path}/{{nominee_id}}/kit"
_KIT_RULES = [allow(NOMINEE.edited_by)]
_ZIP = file_response("application/zip", "The files")


@router.get(_KIT, dependencies=_KIT_RULES)
def read_kit(nominee_id: Id, caller: SignedIn) -> dict[str, str]:
    """Read the texts of a published nominee's kit by what they are for."""
    return kits.read_texts(caller, nominee_id)


@router.get(f"{_KIT}/{{name}}", dependencies=_KIT_RULES, **file_response("*/*", "The file"))
def read_kit_file(nominee_id: Id, name: str) -> Response:
    """Read a file of a published nominee's kit, or `kit.zip` with all of them."""
    return kits.kit_file(nominee_id, name)


@router.get(f"{NOMINEE.path}/year/{{year}}/kits", dependencies=_KIT_RULES, **_ZIP)
def read_kits(year: Year) -> Response:
    """Read the kits of the published nominees of an edition as a ZIP."""
    return kits.kits_of_year(year)


endpoints.add_all()
