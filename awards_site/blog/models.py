"""Blog posts: their categories, their fields with the rules, their schemas, and their table."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, ClassVar

from sqlalchemy import JSON, Index
from sqlmodel import Field

from awards_site.core.database import UtcDateTime
from awards_site.core.managed import Managed
from awards_site.core.rules import Choice, FileAddress, Flag, Instant, Matching, Number, Text, Texts
from awards_site.core.schemas import Fields, StoredFields, answer, optional_reference, partial
from awards_site.core.vocabulary import Vocabulary

LONGEST_CONTENT = 200_000
LONGEST_EXCERPT = 300


class BlogCategory(Vocabulary):
    """The categories of posts."""

    NEWS = "news", "News"
    ANNOUNCEMENT = "announcement", "Announcement"
    INTERVIEW = "interview", "Interview"
    PROFILE = "profile", "Profile"
    CASE_STUDY = "case-study", "Case Study"
    EVENT = "event", "Event"
    OTHER = "other", "Other"


@dataclass(frozen=True)
class Slug(Matching):
    """A post's part of an address; an absent one is '' and made from the title."""

    minimum: int = 3
    maximum: int = 200
    pattern: str = "[a-z0-9-]+"
    mismatch: str = "Slug can only contain lowercase letters, numbers, and hyphens"
    absent_value: ClassVar[Any] = ""


class BlogPostFields(Fields):
    """What staff fill in."""

    title: Annotated[str, Text(5)]
    content: Annotated[str, Text(20, maximum=LONGEST_CONTENT)]
    excerpt: Annotated[str | None, Text(maximum=LONGEST_EXCERPT)] = None
    slug: Annotated[str, Slug()] = ""
    category: Annotated[str, Choice(BlogCategory)] = BlogCategory.NEWS.value
    tags: Annotated[list[str], Texts(Text(maximum=60))] = Field(default_factory=list, sa_type=JSON)
    nominee_id: Annotated[int | None, Number(1)] = None
    featured_image_url: Annotated[str | None, FileAddress()] = None
    published_date: Annotated[datetime | None, Instant()] = Field(default=None, sa_type=UtcDateTime)
    is_published: Annotated[bool, Flag()] = False


class BlogPostCreate(BlogPostFields):
    """A new post; an omitted slug is made from the title."""


@partial
class BlogPostUpdate(BlogPostFields):
    """The fields of a post that change; an emptied slug is made from the title again."""


@answer
class BlogPostPublic(StoredFields, BlogPostFields):
    """A post as it is read."""


class BlogPost(Managed, BlogPostFields, table=True):
    """A post of the blog."""

    __tablename__ = "blog_posts"
    called_by = "title"
    searched = ("title", "slug", "excerpt", "category", "tags")
    __table_args__ = (
        Index("ix_blog_posts_is_published_published_date", "is_published", "published_date"),
        Index("ix_blog_posts_is_published_category", "is_published", "category"),
    )

    slug: str = Field(unique=True)
    nominee_id: int | None = optional_reference("nominees.id")
    folded_tags: str = ""
