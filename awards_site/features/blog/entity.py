"""Posts: tables, schemas, views."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from sqlalchemy import JSON, ForeignKey, Index
from sqlmodel import Field, Relationship

from awards_site.core.database.engine import UtcDateTime
from awards_site.core.database.managed_record import ManagedRecord, ScheduledSchema
from awards_site.core.presentation.texts import summary
from awards_site.core.schemas import (
    PageLink,
    PrevNext,
    Record,
    Schema,
    StoredSchema,
    computed_property,
    optional_reference,
    partial,
    response_schema,
)
from awards_site.core.validation import (
    Boolean,
    Choice,
    FileUrl,
    LabeledEnum,
    Number,
    PatternText,
    Text,
    TextList,
    Timestamp,
)
from awards_site.features.nominees.entity import Nominee
from awards_site.records.images import ResponsiveImage, responsive_image
from awards_site.records.markdown import plain_text, safe_html
from awards_site.ui.share_images.drawing import SocialCard

BLOG_PAGE = "/blog"
FEED = "/blog/feed.atom"
MAX_CONTENT_LENGTH = 200_000
MAX_EXCERPT_LENGTH = 300


def post_path(slug: str) -> str:
    return f"{BLOG_PAGE}/{slug}"


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


WORDS_PER_MINUTE = 220
"""The reading speed behind `minutes`."""
MAX_EXCERPT = 220
"""The maximum length of a generated excerpt, in characters."""


def make_excerpt(content: str) -> str:
    """Return the beginning of a Markdown text as plain text."""
    return summary(plain_text(content), MAX_EXCERPT)


@response_schema
class PostView(BlogPostPublic):
    """A published post."""

    @computed_property
    def path(self) -> str:
        """The path of its page."""
        return post_path(self.slug)

    @computed_property
    def image(self) -> ResponsiveImage:
        """The featured image; `src` is '' if there is none."""
        return responsive_image(self.featured_image_url)

    @computed_property
    def summary(self) -> str:
        """A generated excerpt, shown if the post has none of its own."""
        return make_excerpt(self.content)

    @computed_property
    def html(self) -> str:
        """The content as sanitized HTML."""
        return safe_html(self.content)

    @computed_property
    def minutes(self) -> int:
        """The estimated reading time in minutes."""
        return max(1, round(len(plain_text(self.content).split()) / WORDS_PER_MINUTE))


class PostSummary(BaseModel):
    """A published post in a list; `excerpt` is generated if staff wrote none."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    id: int
    path: str
    title: str
    excerpt: str
    category: str
    tags: list[str]
    published_date: datetime | None
    image: ResponsiveImage

    @classmethod
    def of(cls, post: BlogPost) -> "PostSummary":
        return cls(
            id=post.id,
            path=post_path(post.slug),
            title=post.title,
            excerpt=post.excerpt or make_excerpt(post.content),
            category=post.category,
            tags=post.tags,
            published_date=post.published_date,
            image=responsive_image(post.featured_image_url),
        )


class RelatedPosts(PrevNext):
    """The links on a post's page: previous, next and related posts, and the featured nominee."""

    related: list[PostSummary]
    nominee: PageLink | None


def page_link(post: BlogPost | None) -> PageLink | None:
    return None if post is None else PageLink(name=post.title, path=post_path(post.slug))


def social_card(post: BlogPostPublic) -> SocialCard:
    return SocialCard(
        "blog",
        post.id,
        label=f"Blog | {BlogCategory.labels().get(post.category, post.category)}",
        title=post.title,
        image=post.featured_image_url or "",
        position=responsive_image(post.featured_image_url).get("position", ""),
    )
