"""Videos: their categories and filters, their fields with the rules, their schemas and table."""

from collections.abc import Mapping
from typing import Annotated

from sqlalchemy import JSON, Index
from sqlmodel import Field

from awards_site.core import clock, rules
from awards_site.core.managed import Managed
from awards_site.core.rules import (
    EDITION_YEAR,
    Choice,
    DisplayOrder,
    FileAddress,
    Flag,
    Text,
    Texts,
)
from awards_site.core.schemas import Fields, StoredFields, answer, partial
from awards_site.core.vocabulary import Vocabulary


class VideoCategory(Vocabulary):
    """The stored categories of videos."""

    GENERAL = "general", "General"
    INTERVIEWS = "interviews", "Interviews"
    CEREMONY = "ceremony", "Award Ceremony"
    PANEL = "panel", "Panel Discussion"
    KEYNOTE = "keynote", "Keynote"
    TESTIMONIALS = "testimonials", "Testimonials"


class VideoFilter(Vocabulary):
    """The library's filters."""

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
"""Which stored categories a filter shows."""


class VideoFields(Fields):
    """What staff fill in."""

    title: Annotated[str, Text(3)]
    description: Annotated[str | None, Text(maximum=rules.PARAGRAPHS)] = None
    video_url: Annotated[str, FileAddress()]
    embed_code: Annotated[str | None, Text(maximum=rules.PARAGRAPHS)] = None
    thumbnail_url: Annotated[str | None, FileAddress()] = None
    duration: Annotated[str | None, Text(maximum=20)] = None
    date: Annotated[str | None, Text(maximum=40)] = None
    category: Annotated[str, Choice(VideoCategory)] = VideoCategory.GENERAL.value
    year: Annotated[int, EDITION_YEAR] = Field(default_factory=lambda: clock.now().year)
    tags: Annotated[list[str], Texts(Text(maximum=60))] = Field(default_factory=list, sa_type=JSON)
    display_order: Annotated[int, DisplayOrder()] = 0
    is_published: Annotated[bool, Flag()] = True


class VideoCreate(VideoFields):
    """A new video."""


@partial
class VideoUpdate(VideoFields):
    """The fields of a video that change."""


@answer
class VideoPublic(StoredFields, VideoFields):
    """A video as it is read."""


class Video(Managed, VideoFields, table=True):
    """A video of the library."""

    __tablename__ = "videos"
    called_by = "title"
    searched = ("title", "description", "category", "year", "tags")
    __table_args__ = (
        Index("ix_videos_is_published_category", "is_published", "category"),
        Index("ix_videos_is_published_year", "is_published", "year"),
        Index("ix_videos_is_published_display_order", "is_published", "display_order"),
    )
