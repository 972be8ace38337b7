"""Search of the portal."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from sqlmodel import Session

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.permissions import Permission, has_permission
from awards_site.core import paths
from awards_site.core.audit.counter import counter
from awards_site.core.audit.models import Action
from awards_site.core.database.filters import check_search
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.pagination import find_first
from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.rate_limits import SEARCHES
from awards_site.core.schemas import Schema, response_schema
from awards_site.core.validation import choices_of
from awards_site.features.registry import entities
from awards_site.features.users.entity import USER
from awards_site.portal.navigation import nav_item_at
from awards_site.records.entity import Entity
from awards_site.settings import settings


@response_schema
class Hit(Schema):
    """A record that was found; `path` opens it in its screen."""

    id: int
    title: str
    detail: str
    path: str


@response_schema
class HitGroup(Schema):
    """The records of one kind that match best; `list_path` lists all if there may be more."""

    label: str
    hits: list[Hit]
    list_path: str | None = None


MAX_HITS = 5
"""The maximum number of records of one kind."""


SEARCHED = [each for each in entities() if each.is_searched]


def find(session: Session, words: str, caller_id: int, role: str) -> Sequence[HitGroup]:
    """Return the first matches of each kind that the role may list; one query for each."""
    return list(_groups(session, words, caller_id, role))


def _groups(session: Session, words: str, caller_id: int, role: str) -> Iterator[HitGroup]:
    for entity in SEARCHED:
        if not has_permission(role, entity.managed_by):
            continue
        ordering = entity.repository.ordering
        found = find_first(session, entity.table, ordering, words, MAX_HITS + 1)
        if not found:
            continue
        if entity.reads_are_audited:
            counter.count(Action.LISTED, entity.label, name="search")
        hits = [
            Hit(
                id=record.id,
                title=record.display_name,
                detail=" \u00b7 ".join(
                    filter(None, (_text(record, n) for n in entity.search_details))
                ),
                # Nobody edits their own account in the list of users.
                path=paths.ACCOUNT
                if entity is USER and record.id == caller_id
                else _path_of(entity, record, role),
            )
            for record in found[:MAX_HITS]
        ]
        more = _list_path(entity, words) if len(found) > MAX_HITS else None
        yield HitGroup(label=nav_item_at(entity.screen_path).label, hits=hits, list_path=more)


def _path_of(entity: Entity, record: ManagedRecord, role: str) -> str:
    """Return the link that opens a record, or finds it in the list."""
    if entity.reads and has_permission(role, entity.edited_by):
        return f"{entity.screen_path}?{urlencode({'edit': record.id})}"
    return _list_path(entity, record.display_name)


def _list_path(entity: Entity, words: str) -> str:
    return f"{entity.screen_path}?{urlencode({'search': words})}"


def _text(record: ManagedRecord, name: str) -> str:
    value = getattr(record, name)
    if isinstance(value, datetime):
        return f"{value.astimezone(settings().zone):%b %d, %Y}"
    if choices := choices_of(type(record).model_fields[name].metadata):
        return choices.labels().get(value, str(value))
    return "" if value is None else str(value)


router = APIRouter(tags=["search"])


async def _words(
    request: Request, q: Annotated[str, Query(description="Words that must all occur.")]
) -> str:
    """Return the words of the search. Raises Invalid and TooManyRequests."""
    check_search(q, "q")
    await SEARCHES(request)
    return q


@router.get(
    "/admin/search",
    response_model=list[HitGroup],
    dependencies=[allow(Permission.LIST_CONTENT)],
)
def search(
    session: ReadSession, caller: SignedIn, words: Annotated[str, Depends(_words)]
) -> Sequence[HitGroup]:
    """Find records of all kinds that the caller's role may list, the best matches of each."""
    return find(session, words, caller.user.id, caller.user.role)
