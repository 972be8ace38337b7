"""Cover pages: their media types, their fields with the rules, their schemas, and their table."""

from typing import Annotated

from sqlalchemy import JSON, Index, text
from sqlmodel import Field

from awards_site.core import validators
from awards_site.core.choices import LabeledEnum
from awards_site.core.managed_record import ManagedRecord
from awards_site.core.schemas import BothCasesSchema, SnakeCaseSchema, partial, response_schema
from awards_site.core.validators import Boolean, Choice, FileUrl, HttpUrl, Number, Text, TextList


class MediaType(LabeledEnum):
    """What a cover page shows (spec 2, section 9)."""

    IMAGE = "image", "Single Image"
    VIDEO = "video", "Video"
    CAROUSEL = "carousel", "Image Carousel"


class CoverPageBase(SnakeCaseSchema):
    """What staff fill in (spec 2, sections 3 and 5)."""

    title: Annotated[str, Text(2)]
    subtitle: Annotated[str | None, Text()] = None
    description: Annotated[str | None, Text(maximum=validators.PARAGRAPHS)] = None
    image_url: Annotated[str, FileUrl(5, "Image URL is required")]
    media_urls: Annotated[list[str], TextList(FileUrl())] = Field(
        default_factory=list, sa_type=JSON
    )
    media_type: Annotated[str, Choice(MediaType)] = MediaType.IMAGE.value
    transparency: Annotated[int, Number(0, 100)] = 50
    focal_x: Annotated[int, Number(0, 100)] = Field(
        default=50,
        sa_column_kwargs={"server_default": "50"},
        description="Where a picture's subject is, in per cent from the left; narrow screens keep"
        " that part.",
    )
    cta_text: Annotated[str | None, Text(maximum=100)] = None
    cta_link: Annotated[str | None, HttpUrl()] = None
    is_active: Annotated[bool, Boolean()] = False


class CoverPageCreate(CoverPageBase):
    """A new cover page."""


@partial
class CoverPageUpdate(CoverPageBase):
    """The fields of a cover page that change."""


@response_schema
class CoverPagePublic(BothCasesSchema, CoverPageBase):
    """A cover page as it is read."""


class CoverPage(ManagedRecord, CoverPageBase, table=True):
    """What the home page's hero shows while it is the active one."""

    __tablename__ = "cover_pages"
    title_field = "title"
    search_fields = ("title", "subtitle", "description")
    __table_args__ = (
        # The database itself refuses a second active page, whoever writes.
        Index(
            "ix_cover_pages_active",
            "is_active",
            unique=True,
            sqlite_where=text("is_active = 1"),
            postgresql_where=text("is_active"),
        ),
    )
