"""The entries of the sitemap: all public pages, each with the last change of its content."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs
from sqlalchemy import ColumnElement, case
from sqlmodel import Session, col, func, select

from awards_site.content.models import ContentSection
from awards_site.core import paths
from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS
from awards_site.core.records.publishing import is_scheduled, published
from awards_site.public_pages import PUBLIC_PAGES
from awards_site.ui.pages.public_page import Records


class SitemapEntry(NamedTuple):
    """A public page: its path and the last change of its content."""

    path: str
    modified: datetime | None = None


def sitemap_entries(session: Session) -> list[SitemapEntry]:
    """Return the entries of all public pages.

    A page whose content has not been changed by staff has the time of the build.
    """
    built, texts = _build_time(), _texts_changed_at(session)
    tables = {table for page in PUBLIC_PAGES for table in page.lists}
    newest = {table: _last_change(session, table) for table in tables}
    entries: list[SitemapEntry] = []
    for page in PUBLIC_PAGES:
        if page.records:
            entries += _records(session, page.records)
        elif page.is_in_sitemap:
            changed = _last(texts.get(page.route), *(newest[table] for table in page.lists))
            entries.append(SitemapEntry(page.route, changed or built))
    return entries


def _records(session: Session, records: Records) -> Iterator[SitemapEntry]:
    table = records.column.class_
    statement = select(table.id, records.column, _changed_at(table)).where(published(table))
    for key, name, modified in session.exec(statement.order_by(table.id)):
        yield SitemapEntry(records.path(key, name), modified)


def _last_change(session: Session, table: type[Any]) -> datetime | None:
    return session.exec(select(func.max(_changed_at(table))).where(published(table))).one()


def _texts_changed_at(session: Session) -> dict[str, datetime]:
    """Return the times of the last changes to pages' texts by staff, by path."""
    changed: dict[str, datetime] = {}
    registered = col(ContentSection.identifier).in_(CONTENT_BLOCKS)
    statement = select(ContentSection.identifier, ContentSection.updated_at).where(registered)
    for identifier, modified in session.exec(statement):
        part, _, name = identifier.partition(".")
        path = paths.HOME if part == "home" else f"/{name}"
        changed[path] = max(changed.get(path, modified), modified)
    return changed


def _changed_at(table: type[Any]) -> ColumnElement[datetime]:
    """Return when published records last changed for visitors."""
    written_at: ColumnElement[datetime] = func.coalesce(table.updated_at, table.created_at)
    if not is_scheduled(table):
        return written_at
    return case((table.publish_at > written_at, table.publish_at), else_=written_at)


def _last(*times: datetime | None) -> datetime | None:
    return max((time for time in times if time is not None), default=None)


def _build_time() -> datetime | None:
    page = Path(get_web_dir()) / Dirs.STATIC / "index.html"
    return datetime.fromtimestamp(page.stat().st_mtime, UTC) if page.is_file() else None
