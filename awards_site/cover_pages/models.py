"""Cover pages: media types, fields with validation rules, schemas and table."""

from typing import Annotated

from sqlalchemy import JSON, Index, text
from sqlmodel import Field

from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.publishing import ScheduledSchema
from awards_site.core.records.schemas import SnakeCaseSchema, partial
from awards_site.core.validation.choices import LabeledEnum
from awards_site.core.validation.text_validators import MAX_TEXT_LENGTH, Text, TextList
from awards_site.core.validation.url_validators import FileUrl, HttpUrl
from awards_site.core.validation.value_validators import Boolean, Choice, Number


class MediaType(LabeledEnum):
    """The media types of cover pages."""

    IMAGE = "image", "Single Image"
    VIDEO = "video", "Video"
    CAROUSEL = "carousel", "Image Carousel"


class CoverPageBase(ScheduledSchema, SnakeCaseSchema):
    """The fields that staff fill in."""

    title: Annotated[str, Text(2)]
    subtitle: Annotated[str | None, Text()] = None
    description: Annotated[str | None, Text(max_length=MAX_TEXT_LENGTH)] = None
    image_url: Annotated[str, FileUrl(5, "Image URL is required")]
    media_urls: Annotated[list[str], TextList(FileUrl())] = Field(
        default_factory=list, sa_type=JSON
    )
    media_type: Annotated[str, Choice(MediaType)] = MediaType.IMAGE.value
    transparency: Annotated[int, Number(0, 100)] = 50
    focal_x: Annotated[int, Number(0, 100)] = Field(
        default=50,
        sa_column_kwargs={"server_default": "50"},
        description="The horizontal focal point of the image, in per cent from the left; narrow"
        " screens crop around it.",
    )
    cta_text: Annotated[str | None, Text(max_length=100)] = None
    cta_link: Annotated[str | None, HttpUrl()] = None
    is_active: Annotated[bool, Boolean()] = False


class CoverPageCreate(CoverPageBase):
    """A new cover page."""


@partial
class CoverPageUpdate(CoverPageBase):
    """A partial update of a cover page."""


class CoverPage(ManagedRecord, CoverPageBase, table=True):
    """A cover page; the active one is the hero of the home page, unless another is scheduled."""

    __tablename__ = "cover_pages"
    shows_credited_images = False
    title_field = "title"
    published_field = "is_active"
    schedule_publishes = True
    search_fields = ("title", "subtitle", "description")
    __table_args__ = (
        # The database enforces that at most one page is active.
        Index(
            "ix_cover_pages_active",
            "is_active",
            unique=True,
            sqlite_where=text("is_active = 1"),
            postgresql_where=text("is_active"),
        ),
    )
