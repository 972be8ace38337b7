"""Videos: their categories and filters, their fields with the rules, their schemas and table."""

from collections.abc import Mapping
from typing import Annotated

from sqlalchemy import JSON, Index
from sqlmodel import Field

from awards_site.core import clock, validators
from awards_site.core.choices import LabeledEnum
from awards_site.core.managed_record import ManagedRecord
from awards_site.core.schemas import Schema, StoredSchema, partial, response_schema
from awards_site.core.validators import (
    EDITION_YEAR,
    Boolean,
    Choice,
    DisplayOrder,
    FileUrl,
    Text,
    TextList,
)


class VideoCategory(LabeledEnum):
    """The stored categories of videos (spec 2, section 9)."""

    GENERAL = "general", "General"
    INTERVIEWS = "interviews", "Interviews"
    CEREMONY = "ceremony", "Award Ceremony"
    PANEL = "panel", "Panel Discussion"
    KEYNOTE = "keynote", "Keynote"
    TESTIMONIALS = "testimonials", "Testimonials"


class VideoFilter(LabeledEnum):
    """The library's filters (spec 1, section 9)."""

    ALL = "all", "All"
    AWARD_CEREMONY = "award-ceremony", "Award Ceremony"
    NOMINEE_SPOTLIGHT = "nominee-spotlight", "Nominee Spotlight"
    PANEL_DISCUSSION = "panel-discussion", "Panel Discussion"
    INTERVIEW = "interview", "Interview"


FILTERED: Mapping[str, tuple[VideoCategory, ...]] = {
    VideoFilter.ALL: tuple(VideoCategory),
    VideoFilter.AWARD_CEREMONY: (VideoCategory.CEREMONY,),
    VideoFilter.NOMINEE_SPOTLIGHT: (VideoCategory.TESTIMONIALS,),
    VideoFilter.PANEL_DISCUSSION: (VideoCategory.PANEL, VideoCategory.KEYNOTE),
    VideoFilter.INTERVIEW: (VideoCategory.INTERVIEWS,),
}
"""Which stored categories a filter shows (decisions, 'Vocabularies')."""


class VideoBase(Schema):
    """What staff fill in (spec 2, sections 3 and 5)."""

    title: Annotated[str, Text(3)]
    description: Annotated[str | None, Text(maximum=validators.PARAGRAPHS)] = None
    video_url: Annotated[str, FileUrl()]
    embed_code: Annotated[str | None, Text(maximum=validators.PARAGRAPHS)] = None
    thumbnail_url: Annotated[str | None, FileUrl()] = None
    duration: Annotated[str | None, Text(maximum=20)] = None
    date: Annotated[str | None, Text(maximum=40)] = None
    category: Annotated[str, Choice(VideoCategory)] = VideoCategory.GENERAL.value
    year: Annotated[int, EDITION_YEAR] = Field(default_factory=lambda: clock.now().year)
    tags: Annotated[list[str], TextList(Text(maximum=60))] = Field(
        default_factory=list, sa_type=JSON
    )
    display_order: Annotated[int, DisplayOrder()] = 0
    is_published: Annotated[bool, Boolean()] = True


class VideoCreate(VideoBase):
    """A new video."""


@partial
class VideoUpdate(VideoBase):
    """The fields of a video that change."""


@response_schema
class VideoPublic(StoredSchema, VideoBase):
    """A video as it is read."""


class Video(ManagedRecord, VideoBase, table=True):
    """A video of the library."""

    __tablename__ = "videos"
    title_field = "title"
    search_fields = ("title", "description", "category", "year", "tags")
    __table_args__ = (
        Index("ix_videos_is_published_category", "is_published", "category"),
        Index("ix_videos_is_published_year", "is_published", "year"),
        Index("ix_videos_is_published_display_order", "is_published", "display_order"),
    )
