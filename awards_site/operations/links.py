"""Dead links: those to this site that lead nowhere, and those to others that were followed."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from urllib.parse import unquote, urlsplit

from sqlmodel import Field, Session, col, select

from awards_site.core import paths
from awards_site.core.database.engine import UtcDateTime
from awards_site.core.database.managed_record import published
from awards_site.core.files.file_names import UPLOADS_URL
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.paths import record_id
from awards_site.core.schemas import Record
from awards_site.features.blog.entity import FormerSlug
from awards_site.features.events.entity import EVENTS_PAGE
from awards_site.features.media.entity import MediaItem
from awards_site.pages.public_pages import find_page
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


def followed_dead(session: Session) -> dict[str, str]:
    """Return the problems, by URL, of the links to other sites that were dead when followed."""
    statement = select(FollowedLink).where(col(FollowedLink.problem) != "")
    return {each.url: each.problem for each in session.exec(statement)}
