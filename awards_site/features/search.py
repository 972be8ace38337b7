"""Search of the portal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from sqlmodel import Session

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.permissions import Permission, has_permission
from awards_site.core import paths
from awards_site.core.audit.counter import counter
from awards_site.core.audit.models import Action
from awards_site.core.database.filters import check_search, reads_all
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.pagination import find_first
from awards_site.core.database.repository import Repository
from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.rate_limits import SEARCHES
from awards_site.core.schemas import Schema, response_schema
from awards_site.core.validation import choices_of
from awards_site.features.blog.service import posts
from awards_site.features.content.entity import sections
from awards_site.features.cover_pages.entity import cover_pages
from awards_site.features.events.service import events
from awards_site.features.messages.service import messages
from awards_site.features.nominees.service import nominees
from awards_site.features.photos.entity import photos
from awards_site.features.sponsors.entity import sponsors
from awards_site.features.subscribers.entity import subscribers
from awards_site.features.users.entity import users
from awards_site.features.videos.entity import videos
from awards_site.portal.navigation import nav_item_at
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
"""How many records of one kind are returned."""


@dataclass(frozen=True)
class RecordKind:
    """The records of one screen, which the roles of its sidebar entry find."""

    repository: Repository[Any]
    screen: str
    details: tuple[str, ...] = ()
    """The attributes that tell records of the same name apart."""
    opened_by: Permission | None = None
    """The permission to open a record, if the list is for more roles; others see it in the list."""
    has_dialog: bool = True
    """Whether the screen shows a single record."""
    reads_are_audited: bool = False

    @property
    def label(self) -> str:
        return nav_item_at(self.screen).label

    def is_for(self, role: str) -> bool:
        return has_permission(role, nav_item_at(self.screen).permission)

    def path_of(self, record: ManagedRecord, role: str) -> str:
        """Return the link that opens a record, or finds it in the list."""
        opens = self.opened_by is None or has_permission(role, self.opened_by)
        if self.has_dialog and opens:
            return f"{self.screen}?{urlencode({'edit': record.id})}"
        return self.list_path(record.display_name)

    def list_path(self, words: str) -> str:
        return f"{self.screen}?{urlencode({'search': words})}"

    def detail_of(self, record: ManagedRecord) -> str:
        return " \u00b7 ".join(filter(None, (_text(record, name) for name in self.details)))


KINDS = (
    RecordKind(events, "/admin/events", ("start_date", "location")),
    RecordKind(nominees, "/admin/nominees", ("category", "year", "company")),
    RecordKind(sponsors, "/admin/sponsors", ("tier",)),
    RecordKind(cover_pages, "/admin/cover-pages", ("subtitle",)),
    RecordKind(posts, "/admin/blog", ("category",)),
    RecordKind(photos, "/admin/photos", ("category", "year")),
    RecordKind(videos, "/admin/videos", ("category", "year")),
    RecordKind(sections, "/admin/content", ("identifier",), opened_by=Permission.EDIT_CONTENT),
    RecordKind(messages, paths.MESSAGES, ("email", "subject"), reads_are_audited=True),
    RecordKind(subscribers, "/admin/subscribers", has_dialog=False, reads_are_audited=True),
    RecordKind(users, "/admin/users", ("username", "role"), reads_are_audited=True),
)
"""In the order in which they are shown."""


def find(session: Session, words: str, caller_id: int, role: str) -> Sequence[HitGroup]:
    """Return the first matches of each kind that the role may list; one query for each."""
    return list(_groups(session, words, caller_id, role))


def _groups(session: Session, words: str, caller_id: int, role: str) -> Iterator[HitGroup]:
    for kind in KINDS:
        if not kind.is_for(role):
            continue
        repository = kind.repository
        if reads_all(repository.table, words):
            # Only the list searches a long table for words that no index finds.
            yield HitGroup(label=kind.label, hits=[], list_path=kind.list_path(words))
            continue
        found = find_first(session, repository.table, repository.ordering, words, MAX_HITS + 1)
        if not found:
            continue
        if kind.reads_are_audited:
            counter.count(Action.LISTED, repository.record_type, name="search")
        hits = [
            Hit(
                id=record.id,
                title=record.display_name,
                detail=kind.detail_of(record),
                # Nobody edits their own account in the list of users.
                path=paths.ACCOUNT
                if kind.repository is users and record.id == caller_id
                else kind.path_of(record, role),
            )
            for record in found[:MAX_HITS]
        ]
        more = kind.list_path(words) if len(found) > MAX_HITS else None
        yield HitGroup(label=kind.label, hits=hits, list_path=more)


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
    return find(session, words, caller.id, caller.role)
