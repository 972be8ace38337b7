"""The sitemap, robots.txt, and security.txt."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from fastapi import APIRouter
from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs
from sqlalchemy import ColumnElement, case
from sqlmodel import Session, col, func, select
from starlette.responses import PlainTextResponse, Response

from awards_site.accounts.dependencies import allow
from awards_site.accounts.permissions import Permission
from awards_site.core import clock, paths
from awards_site.core.database.managed_record import is_scheduled, published
from awards_site.core.database.sessions import ReadSession
from awards_site.core.errors import NotFound
from awards_site.core.http.feeds import add, xml_response
from awards_site.core.http.openapi import file_response
from awards_site.core.http.urls import Id
from awards_site.core.paths import ensure_scheme
from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS
from awards_site.features.content.entity import ContentSection
from awards_site.pages.public_pages import PUBLIC_PAGES
from awards_site.records.published import public_router
from awards_site.settings import settings
from awards_site.ui.pages import Records, absolute

VALIDITY = timedelta(days=180)
"""The time for which a copy of the file is valid; RFC 9116 recommends less than a year."""

security_txt_router = APIRouter(tags=["seo"], dependencies=[allow(Permission.READ_PUBLIC)])


@security_txt_router.get(
    paths.SECURITY_TXT,
    **file_response("text/plain", "The contact for vulnerabilities", PlainTextResponse),
)
def read_security_contact() -> str:
    """Read where to report a vulnerability."""
    contact = ensure_scheme(settings().security_contact) or absolute(paths.CONTACT)
    # The same all day, so that the ETag is, too.
    expires = (clock.now() + VALIDITY).replace(hour=0, minute=0, second=0, microsecond=0)
    return (
        f"Contact: {contact}\n"
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}\n"
        "Preferred-Languages: en\n"
        f"Canonical: {absolute(paths.SECURITY_TXT)}\n"
    )


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
    shown = [each.identifier for each in CONTENT_BLOCKS.values() if each.page]
    registered = col(ContentSection.identifier).in_(shown)
    statement = select(ContentSection.identifier, ContentSection.updated_at).where(registered)
    for identifier, modified in session.exec(statement):
        path = CONTENT_BLOCKS[identifier].page
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


MAX_ENTRIES = 50_000
"""The maximum number of entries in a sitemap file (sitemaps.org)."""
DISALLOWED_PATHS = (paths.ADMIN, paths.SIGN_IN, "/api/")
"""Path prefixes that crawlers do not need; pages are prerendered without them."""

_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_XML = file_response("application/xml", "A sitemap")

router: APIRouter = public_router("seo")


def _file(number: str) -> str:
    return paths.SITEMAP.replace(".", f"-{number}.")


@router.get(paths.SITEMAP, **_XML)
def read_sitemap(session: ReadSession) -> Response:
    """Read the sitemap, or the sitemap index if one file cannot hold all entries."""
    entries = sitemap_entries(session)
    if len(entries) <= MAX_ENTRIES:
        return _pages(entries)
    index = Element("sitemapindex", {"xmlns": _NAMESPACE})
    for number in range(1, ceil(len(entries) / MAX_ENTRIES) + 1):
        _add(index, "sitemap", SitemapEntry(_file(str(number))))
    return xml_response(index, "application/xml")


@router.get(_file("{number}"), **_XML)
def read_part_of_sitemap(number: Id, session: ReadSession) -> Response:
    """Read one file of a sitemap with several files."""
    part = sitemap_entries(session)[(number - 1) * MAX_ENTRIES : number * MAX_ENTRIES]
    if not part:
        raise NotFound.of("Part of the sitemap")
    return _pages(part)


@router.get(paths.ROBOTS, **file_response("text/plain", "Rules for crawlers", PlainTextResponse))
def read_robots() -> str:
    """Read the paths that crawlers should not visit, and the sitemap's URL."""
    rules = "\n".join(f"Disallow: {path}" for path in DISALLOWED_PATHS)
    return f"User-agent: *\n{rules}\n\nSitemap: {absolute(paths.SITEMAP)}\n"


def _pages(entries: list[SitemapEntry]) -> Response:
    pages = Element("urlset", {"xmlns": _NAMESPACE})
    for entry in entries:
        _add(pages, "url", entry)
    return xml_response(pages, "application/xml")


def _add(parent: Element, name: str, entry: SitemapEntry) -> None:
    element = add(parent, name)
    add(element, "loc", absolute(entry.path))
    if entry.modified:
        add(element, "lastmod", entry.modified.isoformat(timespec="seconds"))
