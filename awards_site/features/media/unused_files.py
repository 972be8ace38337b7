"""Finds and deletes the uploaded files that no record uses."""

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import JSON, Select, String, and_, cast, or_, select
from sqlmodel import AutoString, Session

from awards_site.core.audit.models import AuditEntry
from awards_site.core.database.engine import metadata
from awards_site.core.database.sessions import reading, writing
from awards_site.core.database.soft_delete import table_of
from awards_site.core.files.file_names import FILE_URL, UPLOADS_URL
from awards_site.core.files.storage import storage
from awards_site.features.media.entity import MediaItem
from awards_site.features.media.service import forget_files

GRACE_PERIOD = timedelta(days=7)
"""The time for which an unused file is kept: it is uploaded before its record is saved."""


def used_names(session: Session) -> set[str]:
    """Return the names of the files that records use, deleted and former versions included.

    The media library uses what it keeps.
    """
    names: set[str] = set()
    for query in _file_queries():
        for row in session.execute(query):
            names.update(name for text in row if text for name in FILE_URL.findall(text))
    return names


@cache
def _file_queries() -> list[Select[*tuple[Any, ...]]]:
    """Return the queries of all tables for the texts of rows that name files."""
    queries = []
    # An entry of the audit log shows no file.
    for table in set(metadata.sorted_tables) - {table_of(AuditEntry)}:
        texts = [cast(each, String) for each in table.c if isinstance(each.type, AutoString | JSON)]
        if not texts:
            continue
        is_using = or_(*(text.contains(f"{UPLOADS_URL}/") for text in texts))
        if table is table_of(MediaItem):
            # The others are there only while something uses them.
            is_using = and_(is_using, table.c.is_kept)
        queries.append(select(*texts).where(is_using))
    return queries


def unused_files() -> list[str]:
    """Return the names of the files that are unused and older than GRACE_PERIOD."""
    newest = datetime.now(UTC) - GRACE_PERIOD
    old = [file.name for file in storage().originals() if file.modified < newest]
    if not old:
        return []
    with reading() as session:
        used = used_names(session)
    return [name for name in old if name not in used]


def delete_unused_files() -> int:
    """Delete the files that `unused_files` returns, also in the library; return their number."""
    names = unused_files()
    if names:
        with writing() as session:
            forget_files(session, names)
        storage().delete(*names)
    return len(names)
