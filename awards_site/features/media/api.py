"""The HTTP endpoints of the media library."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.core.database.filters import ListParamsDep
from awards_site.core.database.pagination import Page
from awards_site.core.http.urls import Id
from awards_site.features.media import service
from awards_site.features.media.entity import MEDIA_ITEM, MediaItemListed, MediaUses
from awards_site.features.media.service import Replacement, ReplacementResult
from awards_site.records.endpoints import Endpoints
from awards_site.records.undo import UndoResult

_RULES = [allow(MEDIA_ITEM.managed_by)]

router = APIRouter(tags=["media"])


@router.get(MEDIA_ITEM.path, response_model=Page[MediaItemListed], dependencies=_RULES)
def list_items(
    caller: SignedIn,
    params: ListParamsDep,
    use: Annotated[str | None, Query(description="'used' or 'unused'.")] = None,
    missing: Annotated[str | None, Query(description="'altText' or 'credit'.")] = None,
    consent: Annotated[
        str | None,
        Query(description="'expired', or 'due' for those that expire within 30 days, too."),
    ] = None,
    duplicates: Annotated[
        str | None, Query(description="Whether other items have the same content.")
    ] = None,
) -> Any:
    """List the items, newest first, a page at a time."""
    return service.list_items(caller, params)


endpoints = Endpoints(router, MEDIA_ITEM).add_all()


@router.get(f"{MEDIA_ITEM.item_path}/uses", dependencies=_RULES)
def read_uses(record_id: Id, caller: SignedIn) -> MediaUses:
    """Read where an item is used, and which others have the same content."""
    return service.read_uses(caller, record_id)


@router.post(f"{MEDIA_ITEM.item_path}/replace", dependencies=_RULES)
def replace_item(record_id: Id, body: Replacement, caller: SignedIn) -> ReplacementResult:
    """Replace an item by another one in all records that use it, or in none if one is refused."""
    return service.replace(caller, record_id, body)


@router.post(f"{MEDIA_ITEM.item_path}/replace/undo", dependencies=_RULES)
def undo_replacement(record_id: Id, body: ReplacementResult, caller: SignedIn) -> UndoResult:
    """Undo the replacement with this response, except where someone has changed a record since."""
    return service.undo_replacement(caller, record_id, body)
