"""Finds records of all kinds for the portal's search."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from sqlmodel import Session

from awards_site.admin.navigation import nav_item_at
from awards_site.auth.permissions import Permission, has_permission
from awards_site.blog.service import posts
from awards_site.content.service import sections
from awards_site.core import paths
from awards_site.core.audit.counter import counter
from awards_site.core.audit.models import Action
from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.pagination import find_first
from awards_site.core.records.repository import Repository
from awards_site.core.records.search import reads_all
from awards_site.core.validation.value_validators import choices_of
from awards_site.cover_pages.service import cover_pages
from awards_site.events.service import events
from awards_site.messages.service import messages
from awards_site.nominees.service import nominees
from awards_site.photos.service import photos
from awards_site.search.models import Hit, HitGroup
from awards_site.settings import settings
from awards_site.sponsors.service import sponsors
from awards_site.subscribers.service import subscribers
from awards_site.users.service import users
from awards_site.videos.service import videos

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
