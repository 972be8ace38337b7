"""Media items: the uploaded files with what staff say about them."""

from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from sqlalchemy import Index, text
from sqlmodel import Field, Relationship

from awards_site.auth.models import User
from awards_site.core.presentation.images import responsive_image
from awards_site.core.presentation.media_details import SHOWN_COLUMNS
from awards_site.core.presentation.views import ResponsiveImage
from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.schemas import (
    Schema,
    StoredSchema,
    computed_property,
    optional_reference,
    partial,
    response_schema,
)
from awards_site.core.validation.choices import LabeledEnum
from awards_site.core.validation.text_validators import Text
from awards_site.core.validation.value_validators import Choice, Day, Number

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
