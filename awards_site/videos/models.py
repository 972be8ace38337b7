"""Videos: categories and filters, fields with validation rules, schemas and table."""

from typing import Annotated

from sqlalchemy import JSON, Index
from sqlmodel import Field

from awards_site.core import clock
from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.publishing import ScheduledSchema
from awards_site.core.records.schemas import Schema, partial
from awards_site.core.validation.choices import CategoryFilter, LabeledEnum
from awards_site.core.validation.text_validators import MAX_TEXT_LENGTH, Text, TextList
from awards_site.core.validation.url_validators import FileUrl
from awards_site.core.validation.value_validators import (
    EDITION_YEAR,
    Boolean,
    Choice,
    DisplayOrder,
)


class VideoCategory(LabeledEnum):
    """The stored categories of videos."""

    GENERAL = "general", "General"
    INTERVIEWS = "interviews", "Interviews"
    CEREMONY = "ceremony", "Award Ceremony"
    PANEL = "panel", "Panel Discussion"
    KEYNOTE = "keynote", "Keynote"
    TESTIMONIALS = "testimonials", "Testimonials"


class VideoFilter(CategoryFilter):
    """The filters of the public library page."""

    ALL = "all", "All", VideoCategory
    AWARD_CEREMONY = "award-ceremony", "Award Ceremony", [VideoCategory.CEREMONY]
    NOMINEE_SPOTLIGHT = "nominee-spotlight", "Nominee Spotlight", [VideoCategory.TESTIMONIALS]
    PANEL_DISCUSSION = (
        "panel-discussion",
        "Panel Discussion",
        [VideoCategory.PANEL, VideoCategory.KEYNOTE],
    )
    INTERVIEW = "interview", "Interview", [VideoCategory.INTERVIEWS]


class VideoBase(ScheduledSchema, Schema):
    """The fields that staff fill in."""

    title: Annotated[str, Text(3)]
    description: Annotated[str | None, Text(max_length=MAX_TEXT_LENGTH)] = None
    video_url: Annotated[str, FileUrl()]
    embed_code: Annotated[str | None, Text(max_length=MAX_TEXT_LENGTH)] = None
    thumbnail_url: Annotated[str | None, FileUrl()] = None
    duration: Annotated[str | None, Text(max_length=20)] = None
    date: Annotated[str | None, Text(max_length=40)] = None
    category: Annotated[str, Choice(VideoCategory)] = VideoCategory.GENERAL.value
    year: Annotated[int, EDITION_YEAR] = Field(default_factory=lambda: clock.now().year)
    tags: Annotated[list[str], TextList(Text(max_length=60))] = Field(
        default_factory=list, sa_type=JSON
    )
    display_order: Annotated[int, DisplayOrder()] = 0
    is_published: Annotated[bool, Boolean()] = True


class VideoCreate(VideoBase):
    """A new video."""


@partial
class VideoUpdate(VideoBase):
    """A partial update of a video."""


class Video(ManagedRecord, VideoBase, table=True):
    """A video of the library."""

    __tablename__ = "videos"
    title_field = "title"
    search_fields = ("title", "description", "category", "year", "tags")
    year_field = "year"
    image_field = "thumbnail_url"
    __table_args__ = (
        Index("ix_videos_is_published_category", "is_published", "category"),
        Index("ix_videos_is_published_year", "is_published", "year"),
        Index("ix_videos_is_published_display_order", "is_published", "display_order"),
    )
