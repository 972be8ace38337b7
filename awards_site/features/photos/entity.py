"""Photos: categories and filters, fields with validation rules, schemas and table."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from sqlalchemy import ColumnElement, Index, func
from sqlalchemy.orm import selectinload, with_loader_criteria
from sqlmodel import Field, Relationship, Session, col

from awards_site.accounts.permissions import Permission
from awards_site.core.database.filters import parse_boolean
from awards_site.core.database.managed_record import ManagedRecord, ScheduledSchema, published
from awards_site.core.database.repository import Repository
from awards_site.core.schemas import (
    Schema,
    StoredSchema,
    computed_property,
    optional_reference,
    partial,
    response_schema,
)
from awards_site.core.validation import (
    EDITION_YEAR,
    MAX_TEXT_LENGTH,
    Boolean,
    CategoryFilter,
    Choice,
    DisplayOrder,
    FileUrl,
    LabeledEnum,
    Number,
    Text,
)
from awards_site.features.nominees.entity import DECIDING_COLUMNS, Nominee, nominee_path
from awards_site.features.nominees.service import (
    find_by_name,
    hide_results,
    hide_unpublished_nominees,
    refers_to_published,
    require_nominee,
)
from awards_site.records.checklist import Check, Checklist
from awards_site.records.entity import Entity
from awards_site.records.images import ResponsiveImage, details_of, responsive_image
from awards_site.records.imports.fields import ImportRules

IMAGE_REQUIRED = "Please upload an image before submitting."


class PhotoCategory(LabeledEnum):
    """The stored categories of photos."""

    GENERAL = "general", "General"
    EVENTS = "events", "Events"
    WINNERS = "winners", "Winners"
    CEREMONY = "ceremony", "Ceremony"
    CONFERENCE = "conference", "Conference"
    WORKSHOP = "workshop", "Workshop"


class PhotoFilter(CategoryFilter):
    """The filters of the public gallery page."""

    ALL = "all", "All", PhotoCategory
    CEREMONY = "ceremony", "Ceremony", [PhotoCategory.CEREMONY]
    WINNERS = "winners", "Winners", [PhotoCategory.WINNERS]
    SESSIONS = "sessions", "Sessions", [PhotoCategory.CONFERENCE, PhotoCategory.WORKSHOP]
    NETWORKING = "networking", "Networking", [PhotoCategory.EVENTS]
    GENERAL = "general", "General", [PhotoCategory.GENERAL]


class PhotoBase(ScheduledSchema, Schema):
    """The fields that staff fill in."""

    title: Annotated[str, Text(3)]
    description: Annotated[str | None, Text(max_length=MAX_TEXT_LENGTH)] = None
    image_url: Annotated[str, FileUrl(1, IMAGE_REQUIRED)]
    alt_text: Annotated[str | None, Text()] = None
    category: Annotated[str, Choice(PhotoCategory)] = PhotoCategory.GENERAL.value
    year: Annotated[int | None, EDITION_YEAR] = None
    display_order: Annotated[int, DisplayOrder()] = 0
    is_published: Annotated[bool, Boolean()] = True
    nominee_id: Annotated[int | None, Number(minimum=1)] = None


class PhotoCreate(PhotoBase):
    """A new photo; a nominee's name and title in the request are ignored."""

    nominee_name: str | None = Field(default=None, exclude=True)
    nominee_title: str | None = Field(default=None, exclude=True)


@partial
class PhotoUpdate(PhotoCreate):
    """A partial update of a photo."""


def _has_alternative_text(value: str) -> ColumnElement[bool]:
    has_text = func.coalesce(Photo.alt_text, "") != ""
    return has_text if parse_boolean("hasAltText", value) else ~has_text


class Photo(ManagedRecord, PhotoBase, table=True):
    """A photo of the gallery."""

    __tablename__ = "photos"
    title_field = "title"
    search_fields = ("title", "description", "category", "year")
    year_field = "year"
    query_filters = {"hasAltText": _has_alternative_text}
    __table_args__ = (
        Index("ix_photos_is_published_category", "is_published", "category"),
        Index("ix_photos_is_published_year", "is_published", "year"),
        Index("ix_photos_is_published_display_order", "is_published", "display_order"),
    )

    nominee_id: int | None = optional_reference("nominees.id")
    nominee: Nominee | None = Relationship(sa_relationship_kwargs={"lazy": "joined"})

    @property
    def nominee_name(self) -> str | None:
        return self.nominee.name if self.nominee else None

    @property
    def nominee_title(self) -> str | None:
        return self.nominee.title if self.nominee else None


@response_schema
class PhotoView(StoredSchema, PhotoBase):
    """A photo, with the size of its image in pixels: null for images on other sites."""

    nominee_name: str | None
    nominee_title: str | None

    @computed_property
    def image(self) -> ResponsiveImage:
        """The image with its variants; its own alternative text overrides that of the library."""
        image = responsive_image(self.image_url)
        if self.alt_text and "alt" in image:
            image["alt"] = self.alt_text
        return image

    @computed_property
    def image_width(self) -> int | None:
        return self.image["width"] or None

    @computed_property
    def image_height(self) -> int | None:
        return self.image["height"] or None

    @computed_property
    def nominee_path(self) -> str:
        """The path of the nominee's page, or ''."""
        return (
            nominee_path(self.nominee_id, self.nominee_name)
            if self.nominee_id and self.nominee_name
            else ""
        )


class Photos(Repository[Photo]):
    """The repository of photos."""

    table = Photo
    label = "Photo"
    ordering = (col(Photo.display_order), col(Photo.created_at).desc(), col(Photo.id).desc())
    filters = PhotoFilter.categories_by_filter()
    # Hides unpublished nominees from visitors.
    for_visitors = (
        selectinload(Photo.nominee).load_only(Nominee.name, Nominee.title, *DECIDING_COLUMNS),  # type: ignore[arg-type]
        with_loader_criteria(Nominee, published(Nominee)),
    )

    def restrict(self, session: Session, records: Sequence[Photo]) -> None:
        super().restrict(session, records)
        hide_unpublished_nominees(records)
        hide_results(session, [each.nominee for each in records if each.nominee])

    def prepare(self, session: Session, record: Photo, changes: Mapping[str, Any]) -> None:
        require_nominee(session, changes)

    def store(self, session: Session, record: Photo, changes: Mapping[str, Any]) -> Photo:
        """Store a photo and load its nominee, whose name and title are part of the response."""
        super().store(session, record, changes)
        session.refresh(record, ["nominee"])
        return record


photos = Photos()


def shows_nominee(nominee_id: int) -> ColumnElement[bool]:
    """Return the condition that a photo shows a nominee who is published."""
    return refers_to_published(Photo.nominee_id, nominee_id)


def _missing_alternative_text(photo: Photo) -> str:
    is_described = photo.alt_text or "alt" in details_of(photo.image_url)
    return "" if is_described else "Alternative text missing"


PHOTO: Entity = Entity(
    repository=photos,
    view=PhotoView,
    create=PhotoCreate,
    update=PhotoUpdate,
    path="/photos",
    list_path="/admin/photos",
    screen_path="/admin/photos",
    page_path="/gallery",
    page_of=lambda each: f"{PHOTO.page_path}?year={each.year}" if each.year else PHOTO.page_path,
    managed_by=Permission.MANAGE_SHOWCASE,
    reads="by visitors",
    search_details=("category", "year"),
    bulk_fields=("category", "year"),
    imports=ImportRules(
        same=("title", "image_url"),
        labels={"alt_text": "Alternative text", "nominee_id": "Nominee"},
        headings={
            "title": ("Name",),
            "description": ("Caption", "Text", "About"),
            "image_url": ("Photo", "Picture", "File"),
            "category": ("Album",),
            "year": ("Edition",),
            "nominee_id": ("Person", "Who"),
            "display_order": ("Order", "Position"),
        },
        references={"nominee_id": find_by_name},
    ),
    checklist=Checklist(checks=(Check("alt_text", _missing_alternative_text),)),
)
