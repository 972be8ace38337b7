"""Loads the demo edition into an empty database, and removes exactly what it loaded."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, event
from sqlmodel import Field, Session, UniqueConstraint, and_, col, delete, exists, func, select

from awards_site.core import clock
from awards_site.core.database.engine import UtcDateTime
from awards_site.core.database.repository import Repository
from awards_site.core.database.soft_delete import DeletedRecord
from awards_site.core.files.file_names import VARIANTS_DIR, file_url, stem_of
from awards_site.core.files.storage import storage
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.schemas import Record, Schema
from awards_site.features.blog.entity import BlogPostCreate, posts
from awards_site.features.content.entity import ContentSectionCreate, sections
from awards_site.features.cover_pages.entity import CoverPageCreate, cover_pages
from awards_site.features.events.entity import EventCreate, events
from awards_site.features.media.service import UploadedFile, forget_files, register
from awards_site.features.media.unused_files import used_names
from awards_site.features.messages.entity import MessageCreate, messages
from awards_site.features.nominees.entity import NomineeCreate
from awards_site.features.nominees.service import nominees
from awards_site.features.photos.entity import PhotoCreate, photos
from awards_site.features.running_order.entity import RUNNING_ORDER, EveningItemBase
from awards_site.features.sponsors.entity import SponsorCreate, sponsors
from awards_site.features.subscribers.entity import SubscriberCreate, subscribers
from awards_site.features.videos.entity import VideoCreate, videos
from awards_site.operations.demo import content
from awards_site.operations.demo.content import ZONE, Body, MediaPath


@not_public
class DemoRecord(Record, table=True):
    """A reference to a record of the demo edition: its table, id, and creation time.

    The creation time distinguishes it from a later record, because a database may reuse the id of
    a deleted one.
    """

    __tablename__ = "demo_records"
    __table_args__ = (UniqueConstraint("table_name", "record_id"),)

    table_name: str
    record_id: int
    record_created_at: datetime = Field(sa_type=UtcDateTime)


MEDIA_DIR = Path(__file__).parent / "media"
DEMO_VARIANTS_DIR = Path(__file__).parent / "image_variants"
"""The image variants of `MEDIA_DIR`, with the same subfolders."""

# Nominees come first, because photos and posts refer to them.
_ENTITIES: tuple[tuple[str, type[Schema], Repository[Any]], ...] = (
    ("nominees", NomineeCreate, nominees),
    ("running_order", EveningItemBase, RUNNING_ORDER.repository),
    ("sponsors", SponsorCreate, sponsors),
    ("events", EventCreate, events),
    ("videos", VideoCreate, videos),
    ("photos", PhotoCreate, photos),
    ("blog_posts", BlogPostCreate, posts),
    ("cover_pages", CoverPageCreate, cover_pages),
    ("content_sections", ContentSectionCreate, sections),
    ("messages", MessageCreate, messages),
    ("subscribers", SubscriberCreate, subscribers),
)

_TABLES = [repository.table for _, _, repository in _ENTITIES]

_READ_ONLY_FIELDS = {"createdAt": "created_at", "isRead": "is_read"}
"""Keys of demo content that the API does not accept, and the attributes to set instead."""


def is_empty(session: Session) -> bool:
    return not any(session.exec(select(table.id).limit(1)).first() for table in _TABLES)


def has_own_content(session: Session) -> bool:
    """Return whether there are records, also in the Trash, that are not those of the demo."""
    own = (select(table.id).where(~exists().where(_is_demo(table))).limit(1) for table in _TABLES)
    if any(session.exec(statement).first() for statement in own):
        return True
    trash = session.exec(select(func.count(col(DeletedRecord.id)))).one()
    return trash > len(_demo_in_trash(session))


def _is_demo(table: type[Any]) -> ColumnElement[bool]:
    """Return the condition that a row of a table is a demo record."""
    return and_(
        col(DemoRecord.table_name) == table.__tablename__,
        col(DemoRecord.record_id) == table.id,
        col(DemoRecord.record_created_at) == table.created_at,
    )


def load_demo(session: Session, today: date) -> dict[str, int]:
    """Load the demo edition with dates around `today`; return the number of records by entity.

    The content passes the same schemas and services as requests to the API.
    """
    nominee_ids: dict[str, int] = {}
    loaded: dict[str, int] = {}
    with ThreadPoolExecutor() as pool:
        uploads = _Uploads(session, pool)
        for name, schema, repository in _ENTITIES:
            for body in _bodies(name, today):
                complete = uploads.replace_media(body)
                record = _load(session, complete, schema, repository, nominee_ids)
                if name == "nominees" and record.id is not None:
                    nominee_ids[body["name"]] = record.id
                loaded[name] = loaded.get(name, 0) + 1
    return loaded


def _bodies(name: str, today: date) -> Iterator[Body]:
    yield from getattr(content, name)(today)


def _load(
    session: Session,
    body: Body,
    schema: type[Schema],
    repository: Repository[Any],
    nominee_ids: Mapping[str, int],
) -> Record:
    read_only = {
        attribute: body.pop(key) for key, attribute in _READ_ONLY_FIELDS.items() if key in body
    }
    if "nomineeName" in body:
        body["nomineeId"] = nominee_ids[body.pop("nomineeName")]
    record = repository.create(session, schema.model_validate(body))
    repository.change(session, record, read_only)
    session.add(
        DemoRecord(
            table_name=str(type(record).__tablename__),
            record_id=record.id,
            record_created_at=record.created_at,
        )
    )
    return record


class _Uploads:
    """Stores each file once, among the uploaded files and in the media library."""

    def __init__(self, session: Session, pool: ThreadPoolExecutor) -> None:
        self._session = session
        self._pool = pool
        self._urls: dict[MediaPath, str] = {}

    def replace_media(self, body: Body) -> Body:
        """Return a body with each `MediaPath` replaced by the URL of the stored file."""
        return {key: self._replace(value) for key, value in body.items()}

    def _replace(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._replace(each) for each in value]
        return self._store(value) if isinstance(value, MediaPath) else value

    def _store(self, path: MediaPath) -> str:
        if path not in self._urls:
            self._urls[path] = url = file_url(store_media(MEDIA_DIR / path, self._pool))
            title = stem_of(path).replace("-", " ").capitalize()
            with (MEDIA_DIR / path).open("rb") as content:
                register(self._session, UploadedFile.of(url, title, content))
        return self._urls[path]


def store_media(path: Path, pool: ThreadPoolExecutor) -> str:
    """Store an image or a video with its variants, and return its name."""
    with path.open("rb") as content:
        name = storage().save(content, path.suffix.removeprefix("."))

    def store_variant(variant: Path) -> None:
        suffix = variant.name.removeprefix(path.stem)
        storage().put(f"{VARIANTS_DIR}/{stem_of(name)}{suffix}", variant.read_bytes())

    folder = DEMO_VARIANTS_DIR / path.parent.name
    # At once, because object storage takes its time for each.
    list(pool.map(store_variant, folder.glob(f"{path.stem}.*.*")))
    # Last, because the variants that it names must exist.
    for description in folder.glob(f"{path.stem}.json"):
        store_variant(description)
    return name


def remove_demo(session: Session) -> int:
    """Remove the records of the demo edition and their files; return the number of records.

    Those in the Trash are removed, too. Records that staff have added stay, and so do the files
    that these use.
    """
    names = used_names(session)
    records = [
        record
        for table in reversed(_TABLES)
        for record in session.exec(select(table).join(DemoRecord, _is_demo(table)))
    ]
    removed = [*records, *_demo_in_trash(session)]
    for each in removed:
        session.delete(each)
    session.execute(delete(DemoRecord))
    session.flush()
    delete_unused_demo_files(session, names)
    return len(removed)


def _demo_in_trash(session: Session) -> list[DeletedRecord]:
    """Return the demo records that staff have deleted."""
    is_same = and_(
        col(DeletedRecord.table_name) == DemoRecord.table_name,
        col(DeletedRecord.record_id) == DemoRecord.record_id,
    )
    found = session.exec(select(DeletedRecord, DemoRecord).join(DemoRecord, is_same))
    return [
        deleted
        for deleted, demo in found
        if deleted.rows[0][1]["created_at"] == demo.record_created_at.isoformat()
    ]


def delete_unused_demo_files(session: Session, names: set[str]) -> None:
    """Delete the uploaded files among `names` that no record uses any more.

    The files are deleted after the commit, because a rollback would restore their records.
    """
    unused = names - used_names(session)
    forget_files(session, unused)

    def delete_files(_session: Session) -> None:
        if unused:
            storage().delete(*unused)

    event.listen(session, "after_commit", delete_files, once=True)


def today() -> date:
    """Return the current date in the demo edition's time zone."""
    return clock.now().astimezone(ZONE).date()
