"""Photos: categories and filters, fields with validation rules, schemas and table."""

from typing import Annotated

from sqlalchemy import Index
from sqlmodel import Field, Relationship

from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.publishing import ScheduledSchema
from awards_site.core.records.schemas import Schema, optional_reference, partial
from awards_site.core.validation.choices import CategoryFilter, LabeledEnum
from awards_site.core.validation.text_validators import MAX_TEXT_LENGTH, Text
from awards_site.core.validation.url_validators import FileUrl
from awards_site.core.validation.value_validators import (
    EDITION_YEAR,
    Boolean,
    Choice,
    DisplayOrder,
    Number,
)
from awards_site.nominees.models import Nominee

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


class Photo(ManagedRecord, PhotoBase, table=True):
    """A photo of the gallery."""

    __tablename__ = "photos"
    title_field = "title"
    search_fields = ("title", "description", "category", "year")
    year_field = "year"
    alt_text_field = "alt_text"
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
