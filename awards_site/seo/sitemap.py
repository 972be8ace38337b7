"""The sitemap: every public page that exists, and when what it shows was last changed."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs
from sqlalchemy import ColumnElement
from sqlmodel import Session, col, func, select

from awards_site.blog.models import BlogPost
from awards_site.content.models import ContentSection
from awards_site.core import paths
from awards_site.core.content_blocks import CONTENT_BLOCKS
from awards_site.core.managed_record import ManagedRecord
from awards_site.core.publishing import published
from awards_site.cover_pages.models import CoverPage
from awards_site.events.models import Event
from awards_site.nominees.models import Nominee
from awards_site.photos.models import Photo
from awards_site.public_pages import PUBLIC_PAGES
from awards_site.sponsors.models import Sponsor
from awards_site.videos.models import Video

LISTED: Mapping[str, tuple[type[ManagedRecord], ...]] = {
    paths.HOME: (CoverPage, Sponsor, Nominee),
    paths.NOMINEES: (Nominee,),
    paths.EVENTS: (Event,),
    paths.VIDEOS: (Video,),
    paths.GALLERY: (Photo,),
    paths.BLOG: (BlogPost,),
    paths.PARTNERS: (Sponsor,),
}
"""The entities whose published records a page lists."""

_OF_ONE_RECORD: tuple[tuple[type[Any], Any, Callable[[int, str], str]], ...] = (
    (Nominee, Nominee.name, paths.nominee),
    (Event, Event.title, paths.event),
    (BlogPost, BlogPost.slug, lambda _id, slug: paths.post(slug)),
)
"""The entities that have a page for each record, and what its path is made of besides the id."""


class SitemapEntry(NamedTuple):
    """A page that exists now: its path, and when what it shows was last changed, if known."""

    path: str
    modified: datetime | None = None


def sitemap_entries(session: Session) -> list[SitemapEntry]:
    """Return all public pages that exist now, each with the time of its last change, if known.

    A page of which nothing has been changed since is as old as the build of the pages.
    """
    built = _built()
    texts = _changed_texts(session)
    newest = {table: _newest(session, table) for tables in LISTED.values() for table in tables}
    fixed = [page.route for page in PUBLIC_PAGES if page.is_listed and page.records is None]
    return [
        *(
            SitemapEntry(
                path,
                _last(texts.get(path), *(newest[each] for each in LISTED.get(path, ()))) or built,
            )
            for path in fixed
        ),
        *_records(session),
    ]


def _records(session: Session) -> Iterator[SitemapEntry]:
    for table, name, path_of in _OF_ONE_RECORD:
        changed = _changed_at(table)
        statement = select(table.id, name, changed).where(published(table)).order_by(table.id)
        for record_id, named, modified in session.exec(statement):
            yield SitemapEntry(path_of(record_id, named), modified)


def _newest(session: Session, table: type[Any]) -> datetime | None:
    shown = col(table.is_active).is_(True) if table is CoverPage else published(table)
    return session.exec(select(func.max(_changed_at(table))).where(shown)).one()


def _changed_texts(session: Session) -> dict[str, datetime]:
    """Return when the texts of pages were last changed by staff, by the pages' paths."""
    changed: dict[str, datetime] = {}
    registered = col(ContentSection.identifier).in_(CONTENT_BLOCKS)
    statement = select(ContentSection.identifier, ContentSection.updated_at).where(registered)
    for identifier, modified in session.exec(statement):
        part, _, name = identifier.partition(".")
        path = paths.HOME if part == "home" else f"/{name}"
        changed[path] = max(changed.get(path, modified), modified)
    return changed


def _changed_at(table: type[Any]) -> ColumnElement[datetime]:
    return func.coalesce(table.updated_at, table.created_at)


def _last(*times: datetime | None) -> datetime | None:
    return max((time for time in times if time is not None), default=None)


def _built() -> datetime | None:
    page = Path(get_web_dir()) / Dirs.STATIC / "index.html"
    return datetime.fromtimestamp(page.stat().st_mtime, UTC) if page.is_file() else None
