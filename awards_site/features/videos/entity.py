"""Videos: categories and filters, fields with validation rules, schemas and table."""

from typing import Annotated

from sqlalchemy import JSON, Index, literal
from sqlmodel import Field, col, func

from awards_site.accounts.permissions import Permission
from awards_site.core import clock
from awards_site.core.database.managed_record import ManagedRecord, ScheduledSchema
from awards_site.core.database.repository import Repository
from awards_site.core.schemas import (
    Schema,
    StoredSchema,
    computed_property,
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
    Text,
    TextList,
)
from awards_site.records.checklist import Checklist, requires
from awards_site.records.entity import Entity
from awards_site.records.images import ResponsiveImage, responsive_image


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


@response_schema
class VideoView(StoredSchema, VideoBase):
    """A video."""

    @computed_property
    def thumbnail(self) -> ResponsiveImage:
        """The thumbnail; `src` is '' if there is none."""
        return responsive_image(self.thumbnail_url)


_ZEROS = "0" * 20
"""As many as a duration has characters at most."""
_PADDED = literal(_ZEROS).concat(col(Video.duration))
SORTED_DURATION = func.substr(_PADDED, func.length(Video.duration) + 1)
"""By what videos are sorted by their duration: 9:30 comes before 12:45, and that before 1:02:03."""


class Videos(Repository[Video]):
    """The repository of videos."""

    table = Video
    label = "Video"
    ordering = (col(Video.display_order), col(Video.created_at).desc(), col(Video.id).desc())
    filters = VideoFilter.categories_by_filter()


videos = Videos()


VIDEO: Entity = Entity(
    repository=videos,
    view=VideoView,
    create=VideoCreate,
    update=VideoUpdate,
    path="/videos",
    list_path="/admin/videos",
    screen_path="/admin/videos",
    page_path="/videos",
    page_of=lambda each: f"{VIDEO.page_path}?filter={each.year}",
    managed_by=Permission.MANAGE_SHOWCASE,
    reads="by visitors",
    expressions={"duration": SORTED_DURATION},
    search_details=("category", "year"),
    bulk_fields=("category", "year"),
    checklist=Checklist(
        checks=(requires("thumbnail_url", "Thumbnail missing"),),
        link_fields=("video_url",),
    ),
)
