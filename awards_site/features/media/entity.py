"""Media items: table, schemas, filters and checks."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel
from sqlalchemy import ColumnElement, Index, and_, not_, or_, text
from sqlalchemy.orm import aliased
from sqlmodel import Field, Relationship, Session, col, func, select

from awards_site.accounts.models import User
from awards_site.accounts.permissions import Permission
from awards_site.core import clock
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.repository import Repository
from awards_site.core.database.sessions import reading
from awards_site.core.errors import Conflict, Invalid
from awards_site.core.schemas import (
    Schema,
    StoredSchema,
    computed_property,
    optional_reference,
    partial,
    response_schema,
)
from awards_site.core.validation import Choice, Day, LabeledEnum, Number, Text
from awards_site.features.media.uses import MediaUse, find_uses, is_described, is_unused
from awards_site.records.checklist import Check, Checklist, Problem
from awards_site.records.entity import Entity
from awards_site.records.images import SHOWN_COLUMNS, ResponsiveImage, responsive_image
from awards_site.records.staff_lists import TO_DO_PARAM

MAX_NOTE_LENGTH = 2_000
CONSENT_NOTICE_DAYS = 30
"""The days before a consent expires on which staff are reminded of it."""

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


MAX_NAMED_USES = 5
"""The number of uses that the message names if an item cannot be deleted or replaced."""

MAX_NAMED_ITEMS = 3
"""The number of items that the message names if several cannot be deleted."""

_CENTRE = 50


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


def use_filter(session: Session, value: str) -> ColumnElement[bool]:
    """Return the condition of the filter by use. Raises Invalid."""
    unused = is_unused(session, col(MediaItem.url))
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


def _to_do_filter(session: Session, value: str) -> ColumnElement[bool]:
    open_tasks = or_(consent_filter(session, "due"), _lacks_alt_text(session))
    return _one_of(TO_DO_PARAM, value, {"true": open_tasks})


FILTERS = {
    "use": use_filter,
    "missing": missing_filter,
    "consent": consent_filter,
    "duplicates": duplicate_filter,
    TO_DO_PARAM: _to_do_filter,
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


def _lacks_alt_text(session: Session) -> ColumnElement[bool]:
    return and_(missing_filter(session, "altText"), not_(is_described(session, col(MediaItem.url))))


def _expiring_consent(item: MediaItem) -> str:
    if item.consent_expires_on is None or item.consent_expires_on > last_due_day():
        return ""
    last = date.fromisoformat(item.consent_expires_on)
    verb = "expired" if last < clock.today() else "expires"
    return f"The consent to use it {verb} on {last:%b} {last.day}, {last.year}"


class MediaChecklist(Checklist):
    """Lists the images that nothing describes, and the files whose consent has expired or will."""

    def records(
        self, session: Session, _table: type[ManagedRecord], limit: int
    ) -> Sequence[MediaItem]:
        statement = select(MediaItem).where(_to_do_filter(session, "true"))
        return session.exec(statement.order_by(*media_items.ordering).limit(limit)).all()

    def problems(self, session: Session, records: Sequence[Any]) -> Iterator[Problem]:
        yield from super().problems(session, records)
        lacking = select(MediaItem).where(_lacks_alt_text(session))
        ids = [each.id for each in records]
        for item in session.exec(lacking.where(col(MediaItem.id).in_(ids))):
            yield Problem(item.id, item.display_name, "Alternative text missing", "alt_text")


MEDIA_ITEM = Entity(
    repository=media_items,
    view=MediaItemPublic,
    update=MediaItemUpdate,
    update_method="PATCH",
    path="/admin/media",
    export_name="media",
    screen_path="/admin/media",
    managed_by=Permission.MANAGE_SHOWCASE,
    has_own_list=True,
    more_filters=filter_conditions,
    is_searched=False,
    bulk_fields=("credit",),
    checklist=MediaChecklist(checks=(Check("consent_expires_on", _expiring_consent),)),
)
