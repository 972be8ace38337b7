"""The HTTP endpoints of the media library."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from awards_site.accounts.dependencies import SignedInUser, allow
from awards_site.accounts.permissions import Permission
from awards_site.core.database.filters import ListParamsDep
from awards_site.core.database.pagination import Page, Paginator
from awards_site.core.database.sessions import ReadSession, writing
from awards_site.core.http.path_parameters import Id
from awards_site.features.media import service
from awards_site.features.media.entity import (
    MediaItem,
    MediaItemListed,
    MediaUses,
    count_uses,
    find_uses,
)
from awards_site.features.media.service import (
    MEDIA_ITEM,
    Replacement,
    ReplacementResult,
    filter_conditions,
    media_items,
)
from awards_site.records.bulk import UndoResult
from awards_site.records.endpoints import Endpoints

router = APIRouter(tags=["media"])
_paginator = Paginator(
    MediaItem, MediaItemListed, media_items.ordering, more_filters=filter_conditions
)


@router.get(
    MEDIA_ITEM.path,
    response_model=Page[MediaItemListed],
    dependencies=[allow(Permission.MANAGE_SHOWCASE)],
)
def list_items(
    session: ReadSession,
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
    found = _paginator.read_page(session, params)
    uses = count_uses(session, [item.url for item in found.items])
    same = media_items.count_by_hash(session, {item.content_hash for item in found.items})
    found.items = [
        MediaItemListed.model_validate(item).model_copy(
            update={"uses": uses[item.url], "duplicates": same[item.content_hash] - 1}
        )
        for item in found.items
    ]
    return found


endpoints = Endpoints(router, MEDIA_ITEM).add_all()


@router.get(f"{MEDIA_ITEM.item_path}/uses", dependencies=[allow(Permission.MANAGE_SHOWCASE)])
def read_uses(record_id: Id, session: ReadSession) -> MediaUses:
    """Read where an item is used, and which others have the same content."""
    item = media_items.find(session, record_id)
    return MediaUses(
        uses=[use for _, use in find_uses(session, [item.url])],
        duplicates=media_items.list_duplicates(session, item),
    )


@router.post(f"{MEDIA_ITEM.item_path}/replace", dependencies=[allow(Permission.MANAGE_SHOWCASE)])
def replace_item(record_id: Id, body: Replacement, caller: SignedInUser) -> ReplacementResult:
    """Replace an item by another one in all records that use it, or in none if one is refused."""
    with writing() as session:
        item = media_items.find(session, record_id)
        return service.replace(session, item, body.url, caller)


@router.post(
    f"{MEDIA_ITEM.item_path}/replace/undo", dependencies=[allow(Permission.MANAGE_SHOWCASE)]
)
def undo_replacement(record_id: Id, body: ReplacementResult, caller: SignedInUser) -> UndoResult:
    """Undo the replacement with this response, except where someone has changed a record since."""
    with writing() as session:
        media_items.find(session, record_id)
        return service.undo(session, body, caller)
