"""Blog posts: categories, fields with validation rules, schemas and table."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, ClassVar

from sqlalchemy import JSON, ForeignKey, Index
from sqlmodel import Field, Relationship

from awards_site.core.database.column_types import UtcDateTime
from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.publishing import ScheduledSchema
from awards_site.core.records.schemas import (
    Record,
    Schema,
    StoredSchema,
    optional_reference,
    partial,
    response_schema,
)
from awards_site.core.validation.choices import LabeledEnum
from awards_site.core.validation.text_validators import PatternText, Text, TextList
from awards_site.core.validation.url_validators import FileUrl
from awards_site.core.validation.value_validators import Boolean, Choice, Number, Timestamp
from awards_site.nominees.models import Nominee

MAX_CONTENT_LENGTH = 200_000
MAX_EXCERPT_LENGTH = 300


class BlogCategory(LabeledEnum):
    """The categories of posts."""

    NEWS = "news", "News"
    ANNOUNCEMENT = "announcement", "Announcement"
    INTERVIEW = "interview", "Interview"
    PROFILE = "profile", "Profile"
    CASE_STUDY = "case-study", "Case Study"
    EVENT = "event", "Event"
    OTHER = "other", "Other"


@dataclass(frozen=True)
class Slug(PatternText):
    """A slug; a missing one is '' and is generated from the title."""

    min_length: int = 3
    max_length: int = 200
    pattern: str = "[a-z0-9-]+"
    mismatch_message: str = "Slug can only contain lowercase letters, numbers, and hyphens"
    missing_value: ClassVar[Any] = ""


@dataclass(frozen=True)
class Excerpt(Text):
    """A short text that may have several lines."""

    max_length: int = MAX_EXCERPT_LENGTH

    is_single_line: ClassVar[bool] = False


class BlogPostBase(ScheduledSchema, Schema):
    """The fields that staff fill in."""

    title: Annotated[str, Text(5)]
    content: Annotated[str, Text(20, max_length=MAX_CONTENT_LENGTH)]
    excerpt: Annotated[str | None, Excerpt()] = None
    slug: Annotated[str, Slug()] = ""
    category: Annotated[str, Choice(BlogCategory)] = BlogCategory.NEWS.value
    tags: Annotated[list[str], TextList(Text(max_length=60))] = Field(
        default_factory=list, sa_type=JSON
    )
    nominee_id: Annotated[int | None, Number(minimum=1)] = None
    featured_image_url: Annotated[str | None, FileUrl()] = None
    published_date: Annotated[datetime | None, Timestamp()] = Field(
        default=None, sa_type=UtcDateTime
    )
    is_published: Annotated[bool, Boolean()] = False


class BlogPostCreate(BlogPostBase):
    """A new post; an omitted slug is generated from the title."""


@partial
class BlogPostUpdate(BlogPostBase):
    """A partial update of a post; an empty slug is generated from the title."""


@response_schema
class BlogPostPublic(StoredSchema, BlogPostBase):
    """A post in API responses."""


class BlogPost(ManagedRecord, BlogPostBase, table=True):
    """A post of the blog."""

    __tablename__ = "blog_posts"
    title_field = "title"
    search_fields = ("title", "slug", "excerpt", "category", "tags")
    year_field = "published_date"
    image_field = "featured_image_url"
    __table_args__ = (
        Index("ix_blog_posts_is_published_published_date", "is_published", "published_date"),
        Index("ix_blog_posts_is_published_category", "is_published", "category"),
    )

    slug: str = Field(unique=True)
    nominee_id: int | None = optional_reference("nominees.id")
    nominee: Nominee | None = Relationship()
    folded_tags: str = ""


class FormerSlug(Record, table=True):
    """A slug that a published post had before it got another one."""

    __tablename__ = "former_slugs"

    slug: str = Field(index=True)
    post_id: int = Field(
        sa_column_args=[ForeignKey("blog_posts.id", ondelete="CASCADE")], index=True
    )
