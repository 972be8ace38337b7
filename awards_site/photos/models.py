"""Photos: categories and filters, fields with validation rules, schemas and table."""

from typing import Annotated

from sqlalchemy import Index
from sqlmodel import Field, Relationship

from awards_site.core import validators
from awards_site.core.choices import CategoryFilter, LabeledEnum
from awards_site.core.images import ImageSize, image_size
from awards_site.core.managed_record import ManagedRecord
from awards_site.core.schemas import (
    Schema,
    StoredSchema,
    optional_reference,
    partial,
    response_schema,
)
from awards_site.core.url_validators import FileUrl
from awards_site.core.validators import EDITION_YEAR, Boolean, Choice, DisplayOrder, Number, Text
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


class PhotoBase(Schema):
    """The fields that staff fill in (docs/rules/admin-photos.md)."""

    title: Annotated[str, Text(3)]
    description: Annotated[str | None, Text(maximum=validators.MAX_TEXT_LENGTH)] = None
    image_url: Annotated[str, FileUrl(1, IMAGE_REQUIRED)]
    alt_text: Annotated[str | None, Text()] = None
    category: Annotated[str, Choice(PhotoCategory)] = PhotoCategory.GENERAL.value
    year: Annotated[int | None, EDITION_YEAR] = None
    display_order: Annotated[int, DisplayOrder()] = 0
    is_published: Annotated[bool, Boolean()] = True
    nominee_id: Annotated[int | None, Number(1)] = None


class PhotoCreate(PhotoBase):
    """A new photo; a nominee's name and title in the request are ignored."""

    nominee_name: str | None = Field(default=None, exclude=True)
    nominee_title: str | None = Field(default=None, exclude=True)


@partial
class PhotoUpdate(PhotoCreate):
    """A partial update of a photo."""


@response_schema
class PhotoPublic(StoredSchema, PhotoBase):
    """A photo in API responses, with its nominee's name and title and the image size in pixels.

    The size is null for images on other sites.
    """

    nominee_name: str | None
    nominee_title: str | None
    image_width: int | None
    image_height: int | None


class Photo(ManagedRecord, PhotoBase, table=True):
    """A photo of the gallery."""

    __tablename__ = "photos"
    title_field = "title"
    search_fields = ("title", "description", "category", "year")
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

    @property
    def image_width(self) -> int | None:
        return size.width if (size := self._image_size) else None

    @property
    def image_height(self) -> int | None:
        return size.height if (size := self._image_size) else None

    @property
    def _image_size(self) -> ImageSize | None:
        return image_size(self.image_url)
