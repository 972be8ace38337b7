"""Tells which links to this site lead to pages or files that visitors cannot open."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from urllib.parse import unquote, urlsplit

from sqlmodel import Session, col, select

from awards_site.blog.models import FormerSlug
from awards_site.core import paths
from awards_site.core.records.publishing import published
from awards_site.core.slugs import record_id
from awards_site.core.storage.file_names import UPLOADS_URL
from awards_site.media.models import MediaItem
from awards_site.public_pages import find_page
from awards_site.settings import settings
from awards_site.ui.pages.public_page import Records

NO_PAGE = "visitors find no page there"
NO_FILE = "the file is not in the media library"
NO_BEGINNING = "it must begin with https:// or with a slash"

_UNCHECKED = ("/api/", "/assets/", "/share/")
"""Beginnings of paths that are neither pages nor uploaded files."""

_RELATIVE = re.compile(r"(?![a-z][a-z0-9+.-]*:)[^/#?]", re.IGNORECASE)
"""The beginning of a link without scheme and slash, which depends on its page."""


def find_dead(session: Session, urls: Iterable[str]) -> dict[str, str]:
    """Return what is wrong, by URL, with the links to this site that visitors cannot open.

    It takes one query for each type of record that has pages, and one for files. Of the site's own
    files only the calendars of events are looked for.
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
    """Return those of the URLs whose path is of no file in the media library."""
    if not files:
        return set()
    statement = select(MediaItem.url).where(col(MediaItem.url).in_(set(files.values())))
    known = set(session.exec(statement))
    return {url for url, path in files.items() if path not in known}


def _published(session: Session, records: Records, keys: set[str]) -> set[str]:
    """Return those of the keys, the last segments of paths, whose record visitors see."""
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
