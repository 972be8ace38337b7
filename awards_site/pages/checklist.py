"""The checklist of all records, and the dead links in them."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from urllib.parse import unquote, urlsplit

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from sqlalchemy import delete, or_
from sqlmodel import Field, Session, col, select

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.permissions import Permission, has_permission
from awards_site.core import clock, paths
from awards_site.core.database.engine import UtcDateTime
from awards_site.core.database.managed_record import ManagedRecord, published
from awards_site.core.database.sessions import ReadSession
from awards_site.core.files.storage import UPLOADS_URL
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.paths import record_id
from awards_site.core.schemas import Record
from awards_site.features.blog.entity import FormerSlug
from awards_site.features.media.entity import MediaItem
from awards_site.features.media.service import MEDIA_ITEM
from awards_site.features.registry import entities
from awards_site.pages.public_pages import find_page
from awards_site.records.checklist import TO_DO, Checklist, Problem
from awards_site.records.entity import Entity
from awards_site.settings import settings
from awards_site.ui.pages import Records


class ChecklistItem(BaseModel):
    """Something to do for a record, such as 'Image missing'.

    `record_id` is null for default texts that no content section overrides yet; `path` leads to the
    record in the portal.
    """

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    record_type: str
    record_id: int | None
    record_name: str
    message: str
    path: str


class ChecklistPage(BaseModel):
    """The first items of all, and how many there are."""

    items: list[ChecklistItem]
    total: int


@not_public
class FollowedLink(Record, table=True):
    """A link to another site in published records, and whether it was dead when last followed."""

    __tablename__ = "followed_links"

    url: str = Field(unique=True)
    followed_at: datetime | None = Field(default=None, sa_type=UtcDateTime, index=True)
    """When a process last began to follow it; None if none has yet."""
    problem: str = ""
    """Why it is dead, such as 'not found (404)'; '' if it is not dead or not known to be."""


NO_PAGE = "visitors find no page there"
NO_FILE = "the file is not in the media library"
NO_BEGINNING = "it must begin with https:// or with a slash"

_UNCHECKED = ("/api/", "/assets/", "/share/")
"""Beginnings of paths that are neither pages nor uploaded files."""

_RELATIVE = re.compile(r"(?![a-z][a-z0-9+.-]*:)[^/#?]", re.IGNORECASE)
"""The beginning of a link without scheme and slash, which depends on its page."""


def find_dead(session: Session, urls: Iterable[str]) -> dict[str, str]:
    """Return the problems, by URL, of the links to this site that visitors cannot open.

    It takes one query for each type of record that has pages, and one for files. Of the site's own
    files, only the calendars of events are checked.
    """
    dead: dict[str, str] = {}
    files: dict[str, str] = {}
    by_records: dict[Records, dict[str, str]] = defaultdict(dict)
    for url in urls:
        if _RELATIVE.match(url):
            dead[url] = NO_BEGINNING
            continue
        path = own_path(url)
        if path is None or path.startswith(_UNCHECKED):
            continue
        if path.startswith(f"{UPLOADS_URL}/"):
            files[url] = path
            continue
        if path.startswith(f"{paths.EVENTS}/"):
            path = path.removesuffix(".ics")
        if "." in path.rpartition("/")[2]:
            continue
        match = find_page(path)
        if match is None or match.page.route == paths.NOT_FOUND:
            dead[url] = NO_PAGE
        elif match.page.records:
            by_records[match.page.records][url] = match.key
    for records, keys in by_records.items():
        found = _published(session, records, set(keys.values()))
        dead |= {url: NO_PAGE for url, key in keys.items() if key not in found}
    return dead | dict.fromkeys(_missing(session, files), NO_FILE)


def own_path(url: str) -> str | None:
    """Return the path of a link to this site, or None for another one."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    own = urlsplit(settings().public_url)
    if parts.scheme not in {"", "http", "https"} or parts.netloc.lower() not in {"", own.netloc}:
        return None
    # A link without a path stays on its page.
    if parts.path.startswith("/"):
        return unquote(parts.path).rstrip("/") or paths.HOME
    return paths.HOME if parts.netloc else None


def _missing(session: Session, files: Mapping[str, str]) -> set[str]:
    """Return the URLs of files that the media library does not have."""
    if not files:
        return set()
    statement = select(MediaItem.url).where(col(MediaItem.url).in_(set(files.values())))
    known = set(session.exec(statement))
    return {url for url, path in files.items() if path not in known}


def _published(session: Session, records: Records, keys: set[str]) -> set[str]:
    """Return the keys (last segments of paths) of published records."""
    table = records.column.class_
    if "{slug}" in records.url:
        current = select(records.column).where(published(table), col(records.column).in_(keys))
        former = (
            select(FormerSlug.slug)
            .join(table)
            .where(published(table), col(FormerSlug.slug).in_(keys))
        )
        return {*session.exec(current), *session.exec(former)}
    ids = {key: record_id(key) for key in keys}
    statement = select(table.id).where(published(table), col(table.id).in_(ids.values()))
    shown = set(session.exec(statement))
    return {key for key, number in ids.items() if number in shown}


MAX_RECORDS = 1000
"""How many of the newest records of each type are checked."""
MAX_LINKS = 200
"""How many links are followed at a time."""

CHECKLISTS: Mapping[str, Entity] = {
    # Expiring consent comes first.
    each.label: each
    for each in (MEDIA_ITEM, *entities())
    if each.checklist != Checklist()
}
"""By the record's name in the audit log, in the order of the items."""


def find_published(session: Session, role: str) -> list[ChecklistItem]:
    """Return the items of published and scheduled records that a role may manage."""
    managed = [each for each in CHECKLISTS.values() if has_permission(role, each.edited_by)]
    found = [(each, each.checklist.published(session, each.table, MAX_RECORDS)) for each in managed]
    return _items(session, found)


def _find_to_do(
    entity: Entity, session: Session, records: Sequence[ManagedRecord]
) -> Mapping[int, list[str]]:
    found = defaultdict(list)
    for item in _items(session, [(entity, records)]):
        assert item.record_id is not None
        found[item.record_id].append(item.message)
    return found


TO_DO.update({name: partial(_find_to_do, each) for name, each in CHECKLISTS.items()})


def _items(
    session: Session, found: Sequence[tuple[Entity, Sequence[ManagedRecord]]]
) -> list[ChecklistItem]:
    urls = {
        url
        for entity, records in found
        for record in records
        for url in entity.checklist.links(record)
    }
    dead = _dead_links(session) | find_dead(session, urls)
    return [item for entity, records in found for item in _items_of(session, entity, records, dead)]


def _items_of(
    session: Session,
    entity: Entity,
    records: Sequence[ManagedRecord],
    dead: Mapping[str, str],
) -> Iterator[ChecklistItem]:
    problems = [
        *entity.checklist.problems(session, records),
        *_with_dead_links(entity, records, dead),
    ]
    # The newest first; the items of one record stay together.
    for problem in sorted(problems, key=lambda each: -(each.record_id or 0)):
        key = problem.record_id
        path = f"{entity.screen_path}?edit={key}" if key else entity.screen_path
        yield ChecklistItem(record_type=entity.label, path=path, **problem._asdict())


def _dead_links(session: Session) -> dict[str, str]:
    """Return why links are dead, by URL."""
    statement = select(FollowedLink).where(col(FollowedLink.problem) != "")
    return {each.url: each.problem for each in session.exec(statement)}


def _with_dead_links(
    entity: Entity, records: Sequence[ManagedRecord], dead: Mapping[str, str]
) -> Iterator[Problem]:
    for record in records if dead else ():
        for url in entity.checklist.links(record):
            if url in dead:
                yield Problem(record.id, record.display_name, f"Dead link: {url} ({dead[url]})")


def find_links(session: Session) -> set[str]:
    """Return the links to other sites in published and scheduled records."""
    return {
        url
        for entity in CHECKLISTS.values()
        for url in entity.checklist.published_links(session, entity.table)
        if url.startswith(("http://", "https://")) and own_path(url) is None
    }


def claim_links(session: Session, urls: set[str]) -> list[str]:
    """Return the links that are due, MAX_LINKS at most, and forget those that are not in `urls`.

    Other processes do not get the same ones.
    """
    known = {each.url: each for each in session.exec(select(FollowedLink))}
    session.exec(delete(FollowedLink).where(col(FollowedLink.url).in_(known.keys() - urls)))
    session.add_all(FollowedLink(url=url) for url in urls - known.keys())
    session.flush()
    now = clock.now()
    last = now - timedelta(days=settings().link_check_days)
    followed_at = col(FollowedLink.followed_at)
    statement = select(FollowedLink).where(or_(followed_at.is_(None), followed_at <= last))
    ordered = statement.order_by(followed_at.asc().nulls_first(), col(FollowedLink.id))
    due = session.exec(ordered.limit(MAX_LINKS)).all()
    for link in due:
        link.followed_at = now
    return [link.url for link in due]


def store_problems(session: Session, problems: Mapping[str, str]) -> None:
    """Store why links are dead, or '', by URL."""
    statement = select(FollowedLink).where(col(FollowedLink.url).in_(problems))
    for link in session.exec(statement):
        link.problem = problems[link.url]


MAX_ITEMS = 100
"""How many items one response has at most."""

router = APIRouter(tags=["checklist"])


@router.get(
    "/admin/checklist",
    response_model=ChecklistPage,
    dependencies=[allow(Permission.MANAGE_SHOWCASE)],
    summary="List what is to do for records",
)
def list_items(session: ReadSession, caller: SignedIn) -> ChecklistPage:
    """List the checklist items of published and scheduled records."""
    found = find_published(session, caller.role)
    return ChecklistPage(items=found[:MAX_ITEMS], total=len(found))
