"""The checklist of all records, and the dead links in them."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, NamedTuple
from urllib.parse import unquote, urlsplit

from fastapi import APIRouter, Query
from sqlalchemy import delete, or_
from sqlmodel import Field, Session, col, select

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.permissions import Permission
from awards_site.core import clock, paths
from awards_site.core.database.engine import UtcDateTime
from awards_site.core.database.managed_record import ManagedRecord, published
from awards_site.core.database.sessions import reading
from awards_site.core.files.file_names import UPLOADS_URL
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.invalidation.reads import Reads, State, record_reads
from awards_site.core.paths import record_id
from awards_site.core.schemas import Record
from awards_site.core.validation import Number
from awards_site.features.blog.entity import FormerSlug
from awards_site.features.events.entity import EVENTS_PAGE
from awards_site.features.media.entity import MediaItem
from awards_site.features.media.service import MEDIA_ITEM
from awards_site.features.registry import entities
from awards_site.pages.public_pages import find_page
from awards_site.records.checklist import (
    TO_DO,
    Checklist,
    ChecklistItem,
    ChecklistPage,
    Problem,
    ToDo,
    list_to_do,
)
from awards_site.records.entity import Entity
from awards_site.settings import settings
from awards_site.ui.pages import Records


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
        if path.startswith(f"{EVENTS_PAGE}/"):
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


MAX_RECORDS = 5000
"""How many of the newest records of each type are checked."""
MAX_AGE = timedelta(minutes=5)
"""How long items are kept at most: followed links and dates change them without a write."""
MAX_LINKS = 200
"""How many links are followed at a time."""

CHECKLISTS: Mapping[str, Entity] = {
    # Images without alternative text are many, and would hide the rest.
    each.label: each
    for each in (*entities(), MEDIA_ITEM)
    if each.checklist != Checklist()
}
"""By the record's name in the audit log, in the order of the items."""


class _Found(NamedTuple):
    """The items of an entity's records, and the tables that they were made from."""

    items: Sequence[ChecklistItem]
    reads: Reads
    found_at: datetime

    @property
    def is_fresh(self) -> bool:
        is_recent = timedelta() <= clock.now() - self.found_at < MAX_AGE
        return is_recent and self.reads.state is State.FRESH


_found: dict[str, _Found] = {}
_finder = ThreadPoolExecutor(1, "checklist")
"""Finds one after the other, because that takes a second for thousands of records."""


def find_items(entity: Entity, timeout: float | None) -> Sequence[ChecklistItem] | None:
    """Return the items of an entity's records, drafts included, found again after each write.

    After `timeout` seconds, they are those that were known before, or None without any.
    """
    known = _found.get(entity.label)
    if known and known.is_fresh:
        return known.items
    try:
        return _finder.submit(_find, entity).result(timeout)
    except TimeoutError:
        return known.items if known else None


def _find(entity: Entity) -> Sequence[ChecklistItem]:
    found = _found.get(entity.label)
    if found is None or not found.is_fresh:
        with record_reads() as reads, reading() as session:
            records = entity.checklist.records(session, entity.table, MAX_RECORDS)
            missing = [_item(entity, each) for each in entity.checklist.missing(session)]
            items = [*missing, *_items(session, entity, records)]
            found = _Found(items, reads, clock.now())
        _found[entity.label] = found
    return found.items


def _find_to_do(
    entity: Entity, session: Session, records: Sequence[ManagedRecord]
) -> Mapping[int, list[str]]:
    found = defaultdict(list)
    for item in _items(session, entity, records):
        assert item.record_id is not None
        found[item.record_id].append(item.message)
    return found


TO_DO.update(
    {
        each.table: ToDo(
            partial(_find_to_do, each),
            partial(find_items, each),
            each.edited_by,
            each.screen_path,
        )
        for each in CHECKLISTS.values()
    }
)


def _items(
    session: Session, entity: Entity, records: Sequence[ManagedRecord]
) -> list[ChecklistItem]:
    """Return the items of records, the newest record first."""
    if not records:
        return []
    urls = {url for record in records for _, url in entity.checklist.links(record)}
    dead = _dead_links(session) | find_dead(session, urls)
    problems = [
        *entity.checklist.problems(session, records),
        *_with_dead_links(entity, records, dead),
    ]
    return [
        _item(entity, each) for each in sorted(problems, key=lambda each: -(each.record_id or 0))
    ]


def _item(entity: Entity, problem: Problem) -> ChecklistItem:
    field = problem.field
    declared = entity.update.model_fields.get(field) if entity.update else None
    form = f"new={problem.new}" if problem.record_id is None else f"edit={problem.record_id}"
    path = f"{entity.screen_path}?{form}&field={(declared and declared.alias) or field}"
    return ChecklistItem(record_type=entity.label, path=path, **problem._asdict())


def _dead_links(session: Session) -> dict[str, str]:
    """Return why links are dead, by URL."""
    statement = select(FollowedLink).where(col(FollowedLink.problem) != "")
    return {each.url: each.problem for each in session.exec(statement)}


def _with_dead_links(
    entity: Entity, records: Sequence[ManagedRecord], dead: Mapping[str, str]
) -> Iterator[Problem]:
    for record in records if dead else ():
        for field, url in entity.checklist.links(record):
            if url in dead:
                text = f"Dead link: {url} ({dead[url]})"
                yield Problem(record.id, record.display_name, text, field)


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
"""How many items of a type one response has at most."""

router = APIRouter(tags=["checklist"])


@router.get(
    "/admin/checklist",
    response_model=ChecklistPage,
    dependencies=[allow(Permission.MANAGE_SHOWCASE)],
    summary="List what is to do for records",
)
def list_items(
    caller: SignedIn,
    limit: Annotated[int, Number(0, MAX_ITEMS, label="limit"), Query()] = MAX_ITEMS,
) -> ChecklistPage:
    """List the first checklist items of each type of record, drafts included."""
    return list_to_do(caller, limit)
