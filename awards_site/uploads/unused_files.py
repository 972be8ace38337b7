"""Finds and deletes the uploaded files that no record uses."""

import re
import time
from datetime import timedelta

from sqlalchemy import JSON, String, cast, or_, select
from sqlmodel import AutoString, Session

from awards_site.core.database import metadata, reading
from awards_site.core.files import MEDIA_TYPES, UPLOADS_URL, modified_ns, storage
from awards_site.settings import settings

_FILE = re.compile(rf"{UPLOADS_URL}/([A-Za-z0-9_-]+\.\w+)")


def used_names(session: Session) -> set[str]:
    """Return the names of the files that records use, deleted and former versions included."""
    names: set[str] = set()
    for table in metadata.sorted_tables:
        texts = [cast(each, String) for each in table.c if isinstance(each.type, AutoString | JSON)]
        if not texts:
            continue
        is_using = or_(*(text.contains(f"{UPLOADS_URL}/") for text in texts))
        for row in session.execute(select(*texts).where(is_using)):
            names.update(name for text in row if text for name in _FILE.findall(text))
    return names


def delete_unused_files() -> int:
    """Delete the files that are unused and older than the grace period; return their number.

    A file is uploaded before the record that uses it is saved, hence the grace period.
    """
    grace = timedelta(hours=settings().unused_upload_hours)
    newest_ns = time.time_ns() - int(grace.total_seconds()) * 10**9
    old = [path for path in storage().originals(MEDIA_TYPES) if modified_ns(path) < newest_ns]
    if not old:
        return 0
    with reading() as session:
        used = used_names(session)
    unused = [path.name for path in old if path.name not in used]
    for name in unused:
        storage().delete(name)
    return len(unused)
