"""The media library: its items, newest first, and how uploaded files get into it."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, BinaryIO

from sqlalchemy import ColumnElement, and_, not_
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, func, select

from awards_site.core import clock
from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import Conflict, Invalid
from awards_site.core.logs.logger import get_logger
from awards_site.core.records.repository import Repository
from awards_site.core.storage.file_names import UPLOADS_URL, media_type
from awards_site.core.storage.files import storage
from awards_site.core.units import MEGABYTE
from awards_site.core.validation.text_validators import MAX_LINE_LENGTH
from awards_site.media.models import (
    CONSENT_NOTICE_DAYS,
    MediaDuplicate,
    MediaItem,
    MediaKind,
    MediaUse,
)
from awards_site.media.uses import find_uses, is_unused, used_files

MAX_NAMED_USES = 5
"""How many uses the message names if an item cannot be deleted or replaced."""
MAX_NAMED_ITEMS = 3
"""How many items the message names if several cannot be deleted."""
_CENTRE = 50
_MAX_PARAMETERS = 1000
"""How many values one statement has at most; databases have limits."""

log = get_logger(__name__)


@dataclass(frozen=True)
class UploadedFile:
    """A stored file that is not in the library yet."""

    url: str
    title: str
    content_hash: str
    file_size: int

    @classmethod
    def of(cls, url: str, title: str, content: BinaryIO) -> "UploadedFile":
        """Return a file with this content, which is read from its start and left there."""
        digest, size = hashlib.sha256(), 0
        content.seek(0)
        while part := content.read(MEGABYTE):
            digest.update(part)
            size += len(part)
        content.seek(0)
        return cls(url, title[:MAX_LINE_LENGTH].strip() or url, digest.hexdigest(), size)


class MediaItems(Repository[MediaItem]):
    """The repository of media items."""

    table = MediaItem
    label = "Media item"
    ordering = (col(MediaItem.created_at).desc(), col(MediaItem.id).desc())

    def prepare(self, session: Session, record: MediaItem, changes: Mapping[str, Any]) -> None:
        """Keep what staff describe, and complete a focal point of which they set one half."""
        record.is_kept = True
        if record.focal_x is not None or record.focal_y is not None:
            record.focal_x = _CENTRE if record.focal_x is None else record.focal_x
            record.focal_y = _CENTRE if record.focal_y is None else record.focal_y

    def delete(self, session: Session, record: MediaItem, editor_id: int | None = None) -> None:
        """Delete an item. Raises Conflict, with the records that use it, if there are any."""
        self.delete_all(session, [record], editor_id)

    def delete_all(
        self, session: Session, records: Sequence[MediaItem], editor_id: int | None = None
    ) -> None:
        """Delete items, or none if one is used. Raises Conflict with those that are."""
        uses = defaultdict(list)
        for url, use in find_uses(session, [record.url for record in records]):
            uses[url].append(use)
        used = [
            f"'{record.title}' is used by: {names_of(uses[record.url])}"
            for record in records
            if record.url in uses
        ]
        if used:
            named, more = used[:MAX_NAMED_ITEMS], len(used) - MAX_NAMED_ITEMS
            named += [f"{more} more are used, too"] if more > 0 else []
            pronoun = "it" if len(used) == 1 else "them"
            raise Conflict(f"{'. '.join(named)}. Replace or remove {pronoun} there first")
        for record in records:
            super().delete(session, record, editor_id)

    def find_by_url(self, session: Session, url: str) -> MediaItem | None:
        return session.exec(select(MediaItem).where(MediaItem.url == url)).first()

    def list_duplicates(self, session: Session, item: MediaItem) -> list[MediaDuplicate]:
        """Return the other items with the same content, oldest first."""
        same = select(MediaItem).where(
            MediaItem.content_hash == item.content_hash, MediaItem.id != item.id
        )
        return [
            MediaDuplicate(id=each.id, title=each.title, url=each.url)
            for each in session.exec(same.order_by(col(MediaItem.id)))
        ]

    def count_by_hash(self, session: Session, hashes: Collection[str]) -> dict[str, int]:
        """Return how many items have each content."""
        key = col(MediaItem.content_hash)
        counts = select(key, func.count()).where(key.in_(hashes)).group_by(key)
        return dict(session.exec(counts).all())


media_items = MediaItems()


def names_of(uses: Iterable[MediaUse]) -> str:
    """Return the names of the records that use an item, or the first ones, for a message."""
    names = list(dict.fromkeys(f"{use.record_type} '{use.name}'" for use in uses))
    more = len(names) - MAX_NAMED_USES
    return ", ".join(names[:MAX_NAMED_USES]) + (f" and {more} more" if more > 0 else "")


def register(
    session: Session, file: UploadedFile, *, uploader_id: int | None = None, is_kept: bool = False
) -> None:
    """Add a stored file, which must not be there yet, to the library."""
    is_video = media_type(file.url).startswith("video/")
    session.add(
        MediaItem(
            url=file.url,
            title=file.title,
            kind=(MediaKind.VIDEO if is_video else MediaKind.IMAGE).value,
            content_hash=file.content_hash,
            file_size=file.file_size,
            uploader_id=uploader_id,
            is_kept=is_kept,
        )
    )


def register_used_files() -> int:
    """Add the files to the library that records use and that are not in it; return their number.

    These were stored by an earlier version, or are in a former version that was restored.
    """
    with reading() as session:
        names = used_files(session)
        known = set(session.exec(select(MediaItem.url)))
    added = 0
    for url in sorted(names.keys() - known):
        try:
            with storage().open(url.removeprefix(f"{UPLOADS_URL}/")) as content:
                file = UploadedFile.of(url, names[url], content)
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning("file not added to the media library", url=url, error=error)
            continue
        # One transaction for each: reading a video takes its time.
        with writing() as session:
            # Another process may have added it meanwhile.
            if media_items.find_by_url(session, url) is None:
                register(session, file)
                added += 1
    return added


def forget_files(session: Session, names: Collection[str]) -> None:
    """Remove the items of files that are deleted, by the names of the files."""
    urls = [f"{UPLOADS_URL}/{name}" for name in names]
    for start in range(0, len(urls), _MAX_PARAMETERS):
        part = urls[start : start + _MAX_PARAMETERS]
        for item in session.exec(select(MediaItem).where(col(MediaItem.url).in_(part))).unique():
            session.delete(item)


def use_filter(session: Session, value: str) -> ColumnElement[bool]:
    """Return the condition of the filter by use. Raises Invalid."""
    unused = is_unused(session)
    return _one_of("use", value, {"unused": unused, "used": not_(unused)})


def missing_filter(_session: Session, value: str) -> ColumnElement[bool]:
    """Return the condition that an image lacks a detail. Raises Invalid."""
    is_image = col(MediaItem.kind) == MediaKind.IMAGE.value
    lacks = {"altText": col(MediaItem.alt_text), "credit": col(MediaItem.credit)}
    conditions = {key: and_(is_image, column.is_(None)) for key, column in lacks.items()}
    return _one_of("missing", value, conditions)


def consent_filter(_session: Session, value: str) -> ColumnElement[bool]:
    """Return the condition that a consent has expired or soon will. Raises Invalid."""
    last = col(MediaItem.consent_expires_on)
    conditions = {"due": last <= last_due_day(), "expired": last < clock.today().isoformat()}
    return _one_of("consent", value, conditions)


def last_due_day() -> str:
    """Return the last day, in ISO 8601, on which an expiring consent is due for renewal."""
    return (clock.today() + timedelta(days=CONSENT_NOTICE_DAYS)).isoformat()


def duplicate_filter(_session: Session, value: str) -> ColumnElement[bool]:
    """Return the condition that other items have the same content. Raises Invalid."""
    other = aliased(MediaItem)
    has_other = (
        select(other.id)
        .where(other.content_hash == MediaItem.content_hash, other.id != MediaItem.id)
        .exists()
    )
    return _one_of("duplicates", value, {"true": has_other, "false": not_(has_other)})


FILTERS = {
    "use": use_filter,
    "missing": missing_filter,
    "consent": consent_filter,
    "duplicates": duplicate_filter,
}
"""The filters of the list by query parameter, apart from those of its fields."""


def filter_conditions(_table: type[Any], query: Mapping[str, str]) -> list[ColumnElement[bool]]:
    """Return the conditions of the filters in a query. Raises Invalid for an unknown value."""
    with reading() as session:
        return [make(session, query[name]) for name, make in FILTERS.items() if query.get(name)]


def _one_of(
    param: str, value: str, conditions: Mapping[str, ColumnElement[bool]]
) -> ColumnElement[bool]:
    if value not in conditions:
        raise Invalid({param: f"{param} must be one of: {', '.join(conditions)}"})
    return conditions[value]
