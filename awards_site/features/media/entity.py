"""Media: tables, schemas, and where files are used."""

import json
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from sqlalchemy import JSON, Column, ColumnElement, Index, String, and_, cast, not_, or_, text
from sqlmodel import AutoString, Field, Relationship, Session, col, select

from awards_site.accounts.models import User
from awards_site.core.audit.log import is_derived
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.soft_delete import table_of
from awards_site.core.files.file_names import FILE_URL, UPLOADS_URL
from awards_site.core.schemas import (
    Schema,
    StoredSchema,
    computed_property,
    optional_reference,
    partial,
    response_schema,
)
from awards_site.core.validation import Choice, Day, FileUrl, LabeledEnum, Link, Number, Text
from awards_site.records.drafts import RecordDraft
from awards_site.records.entity import ENTITIES, Entity
from awards_site.records.images import SHOWN_COLUMNS, ResponsiveImage, responsive_image

MAX_NOTE_LENGTH = 2_000
CONSENT_NOTICE_DAYS = 30
"""How many days before a consent expires staff are reminded of it."""


_IS_DESCRIBED = " OR ".join(f"{name} IS NOT NULL" for name in SHOWN_COLUMNS)


class MediaKind(LabeledEnum):
    """The kinds of files."""

    IMAGE = "image", "Image"
    VIDEO = "video", "Video"


class MediaItemBase(Schema):
    """The fields that staff fill in."""

    title: Annotated[str, Text(1)]
    alt_text: Annotated[str | None, Text()] = None
    credit: Annotated[str | None, Text()] = None
    focal_x: Annotated[int | None, Number(0, 100)] = Field(
        default=None,
        description="The focal point of the image, in per cent from the left; crops keep it.",
    )
    focal_y: Annotated[int | None, Number(0, 100)] = Field(
        default=None, description="In per cent from the top."
    )
    consent_note: Annotated[str | None, Text(max_length=MAX_NOTE_LENGTH)] = Field(
        default=None,
        description="Who has consented to the use of the file, and to what.",
    )
    consent_expires_on: Annotated[str | None, Day()] = Field(
        default=None, description="The last day on which the consent holds."
    )


@partial
class MediaItemUpdate(MediaItemBase):
    """A partial update of an item."""


@response_schema
class MediaItemPublic(StoredSchema, MediaItemBase):
    """An item as staff read it."""

    url: str
    kind: str
    file_size: int
    uploader_name: str | None

    @computed_property
    def image(self) -> ResponsiveImage | None:
        """The image with its variants, or null for a video."""
        return responsive_image(self.url) if self.kind == MediaKind.IMAGE else None


@response_schema
class MediaItemListed(MediaItemPublic):
    """An item in the list, with how often it is used, and how many others have its content."""

    uses: int = 0
    duplicates: int = 0


class MediaUse(BaseModel):
    """A field of a record, or of its draft, that uses an item; `table` is the record's table."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    table: str
    record_type: str
    record_id: int
    name: str
    field: str
    is_draft: bool = False


class MediaDuplicate(BaseModel):
    """Another item with the same content."""

    id: int
    title: str
    url: str


class MediaUses(BaseModel):
    """Where an item is used, and which others have the same content."""

    uses: list[MediaUse]
    duplicates: list[MediaDuplicate]


class MediaItem(ManagedRecord, MediaItemBase, table=True):
    """An uploaded file.

    Only items that are kept stay while no record uses them: those that were uploaded in the
    library, or edited there.
    """

    __tablename__ = "media_items"
    title_field = "title"
    search_fields = ("title", "alt_text", "credit", "consent_note")
    has_versions = False
    unlogged_fields: ClassVar[frozenset[str]] = frozenset({"consent_note"})
    __table_args__ = (
        # The condition is that of `media_details`, so that the database uses it.
        Index(
            "ix_media_items_described",
            "url",
            sqlite_where=text(_IS_DESCRIBED),
            postgresql_where=text(_IS_DESCRIBED),
        ),
    )

    search_text: str | None = Field(default=None)
    """It has the consent note."""
    url: str = Field(unique=True)
    kind: Annotated[str, Choice(MediaKind)]
    content_hash: str = Field(index=True)
    file_size: int
    is_kept: bool = False
    uploader_id: int | None = optional_reference("users.id")
    uploader: User | None = Relationship(sa_relationship_kwargs={"lazy": "joined"})

    @property
    def uploader_name(self) -> str | None:
        return self.uploader.name if self.uploader else None


_PREFIX = f"{UPLOADS_URL}/"


@dataclass(frozen=True)
class MediaColumns:
    """The columns of an entity that may hold URLs of files, or texts with them."""

    entity: Entity
    urls: tuple[Column[Any], ...]
    texts: tuple[Column[Any], ...]

    @property
    def all(self) -> tuple[Column[Any], ...]:
        return (*self.urls, *self.texts)

    def uses_any(self, urls: Collection[str]) -> ColumnElement[bool]:
        """Return the condition that a row may use one of the files."""
        return or_(self.uses_within(), *(column.in_(urls) for column in self.urls))

    def uses_within(self) -> ColumnElement[bool]:
        """Return the condition that a row may use files otherwise than by their URLs alone."""
        return or_(
            *(_is_elsewhere(column) for column in self.urls),
            *(cast(column, String).contains(_PREFIX) for column in self.texts),
        )


def _is_elsewhere(column: Column[Any]) -> ColumnElement[bool]:
    """Return the condition that a URL names a host, which may be this one."""
    return and_(not_(column.startswith("/")), column.contains(_PREFIX))


def media_columns() -> Iterator[MediaColumns]:
    """Yield the columns of all entities whose records may use files."""
    for entity in ENTITIES.values():
        found = _columns_of(entity)
        if found.all:
            yield found


def _columns_of(entity: Entity) -> MediaColumns:
    table = entity.table
    urls, texts = [], []
    for column in table_of(table).columns:
        if is_derived(column.name) or not isinstance(column.type, AutoString | JSON):
            continue
        rules = table.model_fields[column.name].metadata
        if any(isinstance(each, FileUrl) for each in rules):
            urls.append(column)
        elif not any(_is_short(each) for each in rules):
            texts.append(column)
    return MediaColumns(entity, tuple(urls), tuple(texts))


def _is_short(rule: Any) -> bool:
    """Return whether a text with this rule is no URL, and too short to have one in it."""
    if isinstance(rule, Link):
        return False
    return isinstance(rule, Choice) or (isinstance(rule, Text) and rule.is_single_line)


def files_in(value: Any) -> set[str]:
    """Return the URLs of uploaded files in a text or JSON."""
    text = value if isinstance(value, str) else json.dumps(value)
    return {found[0] for found in FILE_URL.finditer(text)}


def find_uses(session: Session, urls: Collection[str]) -> Iterator[tuple[str, MediaUse]]:
    """Yield each field of a record, or of its draft, that uses one of the files, with its URL."""
    wanted = set(urls)
    for found in media_columns() if wanted else ():
        table = found.entity.table
        title = table_of(table).c[table.title_field]
        statement = select(table_of(table).c.id, title, *found.all).where(found.uses_any(wanted))
        for record_id, name, *values in session.execute(statement.order_by(title)):
            for column, value in zip(found.all, values, strict=True):
                for url in sorted(files_in(value) & wanted) if value else ():
                    yield (
                        url,
                        MediaUse(
                            table=column.table.name,
                            record_type=found.entity.label,
                            record_id=record_id,
                            name=name,
                            field=column.name,
                        ),
                    )
        yield from _find_uses_in_drafts(session, found.entity, wanted)


def _find_uses_in_drafts(
    session: Session, entity: Entity, wanted: set[str]
) -> Iterator[tuple[str, MediaUse]]:
    table = table_of(entity.table)
    title = table.c[entity.table.title_field]
    own = and_(col(RecordDraft.table_name) == table.name, table.c.id == RecordDraft.record_id)
    statement = select(table.c.id, title, col(RecordDraft.changes)).where(own, _drafts_with_files())
    for record_id, name, changes in session.execute(statement.order_by(title)):
        for field, value in changes.items():
            for url in sorted(files_in(value) & wanted):
                yield (
                    url,
                    MediaUse(
                        table=table.name,
                        record_type=f"draft of {entity.label}",
                        record_id=record_id,
                        name=name,
                        field=field,
                        is_draft=True,
                    ),
                )


def _drafts_with_files() -> ColumnElement[bool]:
    """Return the condition that a draft was not discarded and may use files."""
    changes = cast(col(RecordDraft.changes), String)
    return and_(col(RecordDraft.discarded_at).is_(None), changes.contains(_PREFIX))


def count_uses(session: Session, urls: Collection[str]) -> Counter[str]:
    """Return how many records use each of the files."""
    records = {(url, use.table, use.record_id) for url, use in find_uses(session, urls)}
    return Counter(url for url, _table, _record_id in records)


def used_files(session: Session) -> dict[str, str]:
    """Return the URLs of all files that records use, with the name of one such record."""
    names: dict[str, str] = {}
    for found in media_columns():
        table = found.entity.table
        title = table_of(table).c[table.title_field]
        texts = [cast(column, String).contains(_PREFIX) for column in found.all]
        for name, *values in session.execute(select(title, *found.all).where(or_(*texts))):
            for value in values:
                names |= dict.fromkeys(files_in(value) - names.keys() if value else (), name)
    return names


def is_unused(session: Session) -> ColumnElement[bool]:
    """Return the condition that no record uses an item, and no draft."""
    return not_(or_(_is_within(session), _is_a_field()))


def is_described(session: Session) -> ColumnElement[bool]:
    """Return the condition that visitors see an item as a field only, under its record's name."""
    return and_(_is_a_field(), not_(_is_within(session)))


def _is_within(session: Session) -> ColumnElement[bool]:
    """Return the condition that a draft uses an item, or a record in one of its texts."""
    drafts = session.exec(select(RecordDraft.changes).where(_drafts_with_files()))
    within = {file for changes in drafts for file in files_in(changes)}
    for found in media_columns():
        rows = session.execute(select(*found.all).where(found.uses_within()))
        within |= {file for row in rows for value in row if value for file in files_in(value)}
    return col(MediaItem.url).in_(within)


def _is_a_field() -> ColumnElement[bool]:
    """Return the condition that a record has the URL of an item in a field of its own."""
    columns = [each for found in media_columns() for each in found.urls]
    return or_(*(col(MediaItem.url).in_(select(each).where(each.is_not(None))) for each in columns))
