"""Loading the demo edition into an empty database, and removing exactly what it brought."""

from collections.abc import Iterator, Mapping
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlmodel import Session, col, delete, select

from awards_site.blog.models import BlogPostCreate
from awards_site.blog.service import posts
from awards_site.content.models import ContentSectionCreate
from awards_site.content.service import sections
from awards_site.core import clock
from awards_site.core.files import ADDRESS, address_of, storage
from awards_site.core.repository import Repository
from awards_site.core.schemas import Record, Schema
from awards_site.cover_pages.models import CoverPageCreate
from awards_site.cover_pages.service import cover_pages
from awards_site.demo.content.picture import Picture
from awards_site.demo.content.place import ZONE
from awards_site.demo.models import DemoRecord
from awards_site.events.models import EventCreate
from awards_site.events.service import events
from awards_site.messages.models import MessageCreate
from awards_site.messages.service import messages
from awards_site.nominees.models import NomineeCreate
from awards_site.nominees.service import nominees
from awards_site.photos.models import PhotoCreate
from awards_site.photos.service import photos
from awards_site.sponsors.models import SponsorCreate
from awards_site.sponsors.service import sponsors
from awards_site.subscribers.models import SubscriberCreate
from awards_site.subscribers.service import subscribers
from awards_site.tables import CONTENT
from awards_site.videos.models import VideoCreate
from awards_site.videos.service import videos

PICTURES = Path(__file__).parent / "pictures"
COPIES = Path(__file__).parent / "sizes"
"""Where the smaller copies of each picture ship, in a folder called like the picture's own."""

Body = Mapping[str, Any]

# Nominees come first, because photos and posts refer to them.
_ENTITIES: tuple[tuple[str, type[Schema], Repository[Any]], ...] = (
    ("nominees", NomineeCreate, nominees),
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

_NOT_FILLED_IN = {"createdAt": "created_at", "isRead": "is_read"}
"""What demo content says that nobody fills in: attribute by key."""


def is_empty(session: Session) -> bool:
    return not any(session.exec(select(table.id).limit(1)).first() for table in CONTENT)


def load_demo(session: Session, today: date) -> dict[str, int]:
    """Load the demo edition, dated around `today`; return how many of each entity were loaded.

    Content goes through the same schemas and services as what staff type.
    """
    pictures = _Pictures()
    nominee_ids: dict[str, int] = {}
    loaded: dict[str, int] = {}
    for name, schema, repository in _ENTITIES:
        for body in _bodies(name, today):
            record = _load(session, pictures.placed(body), schema, repository, nominee_ids)
            if name == "nominees" and record.id is not None:
                nominee_ids[body["name"]] = record.id
            loaded[name] = loaded.get(name, 0) + 1
    return loaded


def _bodies(name: str, today: date) -> Iterator[Body]:
    module = import_module(f"awards_site.demo.content.{name}")
    yield from getattr(module, name)(today)


def _load(
    session: Session,
    body: dict[str, Any],
    schema: type[Schema],
    repository: Repository[Any],
    nominee_ids: Mapping[str, int],
) -> Record:
    kept = {attribute: body.pop(key) for key, attribute in _NOT_FILLED_IN.items() if key in body}
    if "nomineeName" in body:
        body["nomineeId"] = nominee_ids[body.pop("nomineeName")]
    record = repository.create(session, schema.model_validate(body))
    repository.change(session, record, kept)
    session.add(
        DemoRecord(
            table_name=str(type(record).__tablename__),
            record_id=record.id,
            record_created_at=record.created_at,
        )
    )
    return record


class _Pictures:
    """Stores each picture once, and knows where it is served."""

    def __init__(self) -> None:
        self._addresses: dict[Picture, str] = {}

    def placed(self, body: Body) -> dict[str, Any]:
        return {key: self._place(value) for key, value in body.items()}

    def _place(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._place(each) for each in value]
        return self._address(value) if isinstance(value, Picture) else value

    def _address(self, picture: Picture) -> str:
        if picture not in self._addresses:
            path = PICTURES / picture
            name = storage().adopt(path, COPIES / path.parent.name)
            self._addresses[picture] = address_of(name)
        return self._addresses[picture]


def remove_demo(session: Session) -> int:
    """Remove the records that the demo edition brought, and their files; return how many.

    What staff have added themselves stays, and so do files that it uses.
    """
    removed = 0
    addresses: set[str] = set()
    for table in reversed(CONTENT):
        for record in session.exec(
            select(table).join(
                DemoRecord,
                (col(DemoRecord.table_name) == table.__tablename__)
                & (col(DemoRecord.record_id) == table.id)
                & (col(DemoRecord.record_created_at) == table.created_at),
            )
        ).all():
            addresses |= set(_addresses_in(record))
            session.delete(record)
            removed += 1
    session.execute(delete(DemoRecord))
    session.flush()
    discard_files(session, addresses)
    return removed


def addresses_used(session: Session) -> set[str]:
    """Return the addresses of all uploaded files that content shows."""
    return {
        address
        for table in CONTENT
        for record in session.exec(select(table)).all()
        for address in _addresses_in(record)
    }


def discard_files(session: Session, addresses: set[str]) -> None:
    """Delete the files at these addresses that no content uses any more.

    They go once the session's changes are stored: until then these may be taken back.
    """
    unused = addresses - addresses_used(session)

    def delete_files(_session: Session) -> None:
        for address in unused:
            storage().delete(address.removeprefix(f"{ADDRESS}/"))

    event.listen(session, "after_commit", delete_files, once=True)


def _addresses_in(record: Record) -> Iterator[str]:
    for value in record.model_dump().values():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, str) and each.startswith(f"{ADDRESS}/"):
                yield each


def today() -> date:
    """Return the day around which the demo edition is dated, which is today in Atlanta."""
    return clock.now().astimezone(ZONE).date()
