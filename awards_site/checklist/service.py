"""Finds what staff should do for published records, and keeps the links to other sites."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import partial

from sqlalchemy import delete, or_
from sqlmodel import Session, col, select

from awards_site.auth.permissions import has_permission
from awards_site.blog import checklist as blog
from awards_site.checklist.models import ChecklistItem, FollowedLink
from awards_site.checklist.own_links import find_dead, own_path
from awards_site.content import checklist as content
from awards_site.core import clock
from awards_site.core.records.managed_record import ManagedRecord
from awards_site.cover_pages import checklist as cover_pages
from awards_site.events import checklist as events
from awards_site.media import checklist as media
from awards_site.nominees import checklist as nominees
from awards_site.photos import checklist as photos
from awards_site.resources.checklist import TO_DO, Checklist, Problem
from awards_site.settings import settings
from awards_site.sponsors import checklist as sponsors
from awards_site.videos import checklist as videos

MAX_RECORDS = 1000
"""How many records of each type are looked at, the newest."""
MAX_LINKS = 200
"""How many links are followed at a time."""

_FEATURES = (
    media,
    nominees,
    events,
    photos,
    videos,
    blog,
    sponsors,
    cover_pages,
    content,
)
CHECKLISTS: Mapping[str, Checklist] = {
    feature.CHECKLIST.repository.record_type: feature.CHECKLIST for feature in _FEATURES
}
"""By what the audit log calls a record, in the order of the items."""


def find_published(session: Session, role: str) -> list[ChecklistItem]:
    """Return what is to do for published and scheduled records that a role may manage."""
    managed = [each for each in CHECKLISTS.values() if has_permission(role, each.managed_by)]
    found = [(each, each.published(session, MAX_RECORDS)) for each in managed]
    return _items(session, found)


def _find_to_do(
    checklist: Checklist, session: Session, records: Sequence[ManagedRecord]
) -> Mapping[int, list[str]]:
    found = defaultdict(list)
    for item in _items(session, [(checklist, records)]):
        assert item.record_id is not None
        found[item.record_id].append(item.message)
    return found


TO_DO.update({name: partial(_find_to_do, each) for name, each in CHECKLISTS.items()})


def _items(
    session: Session, found: Sequence[tuple[Checklist, Sequence[ManagedRecord]]]
) -> list[ChecklistItem]:
    urls = {
        url for checklist, records in found for record in records for url in checklist.links(record)
    }
    dead = _dead_links(session) | find_dead(session, urls)
    return [
        item
        for checklist, records in found
        for item in _items_of(session, checklist, records, dead)
    ]


def _items_of(
    session: Session,
    checklist: Checklist,
    records: Sequence[ManagedRecord],
    dead: Mapping[str, str],
) -> Iterator[ChecklistItem]:
    problems = [*checklist.problems(session, records), *_with_dead_links(checklist, records, dead)]
    # The newest first; what is to do for one record stays together.
    for problem in sorted(problems, key=lambda each: -(each.record_id or 0)):
        key = problem.record_id
        path = f"{checklist.screen_path}?edit={key}" if key else checklist.screen_path
        record_type = checklist.repository.record_type
        yield ChecklistItem(record_type=record_type, path=path, **problem._asdict())


def _dead_links(session: Session) -> dict[str, str]:
    """Return why links are dead, by URL."""
    statement = select(FollowedLink).where(col(FollowedLink.problem) != "")
    return {each.url: each.problem for each in session.exec(statement)}


def _with_dead_links(
    checklist: Checklist, records: Sequence[ManagedRecord], dead: Mapping[str, str]
) -> Iterator[Problem]:
    for record in records if dead else ():
        for url in checklist.links(record):
            if url in dead:
                yield Problem(record.id, record.display_name, f"Dead link: {url} ({dead[url]})")


def _external(urls: Iterable[str]) -> Iterator[str]:
    for url in urls:
        if url.startswith(("http://", "https://")) and own_path(url) is None:
            yield url


def find_links(session: Session) -> set[str]:
    """Return the links to other sites in published and scheduled records."""
    return {
        url
        for checklist in CHECKLISTS.values()
        for url in _external(checklist.published_links(session))
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
