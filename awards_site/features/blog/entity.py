"""Posts, the newest first: tables, schemas, slugs and publication dates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from sqlalchemy import JSON, ForeignKey, Index, inspect
from sqlalchemy.orm import selectinload, with_loader_criteria
from sqlmodel import Field, Relationship, Session, col, select

from awards_site.accounts.permissions import Permission
from awards_site.core import clock
from awards_site.core.database.engine import UtcDateTime
from awards_site.core.database.managed_record import (
    ManagedRecord,
    ScheduledSchema,
    is_visible,
    published,
)
from awards_site.core.database.repository import Repository
from awards_site.core.errors import Conflict
from awards_site.core.paths import add_number, slugify
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
from awards_site.features.blog.spelling import PostChecklist
from awards_site.features.nominees.entity import Nominee
from awards_site.features.nominees.service import hide_unpublished_nominees, require_nominee
from awards_site.records.checklist import requires
from awards_site.records.entity import Entity
from awards_site.records.images import ResponsiveImage, responsive_image
from awards_site.records.markdown import plain_text, safe_html
from awards_site.ui.share_images.drawing import SocialCard
from awards_site.ui.share_images.routes import fits_card

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


_SEPARATOR = "\n"


class BlogPosts(Repository[BlogPost]):
    """The repository of blog posts."""

    table = BlogPost
    label = "Blog post"
    ordering = (col(BlogPost.published_date).desc().nulls_last(), col(BlogPost.id).desc())
    duplicate_message = "This slug is already in use"
    # Hides unpublished nominees from visitors.
    for_visitors = (
        selectinload(BlogPost.nominee).load_only(Nominee.id),  # type: ignore[arg-type]
        with_loader_criteria(Nominee, published(Nominee)),
    )

    def read_by_slug(self, session: Session, slug: str, *, staff: bool) -> BlogPost:
        """Return the post with a slug, or the last that visitors knew by it.

        Raises NotFound if the caller may not see it.
        """
        options = () if staff else self.for_visitors
        statement = select(BlogPost).where(BlogPost.slug == slug)
        post = session.exec(statement.options(*options)).first()
        if post is None or not (staff or is_visible(post)):
            known = select(FormerSlug).where(FormerSlug.slug == slug)
            former = session.exec(known.order_by(col(FormerSlug.id).desc()).limit(1)).first()
            if former is not None:
                return self.read(session, former.post_id, staff=staff)
        return self.visible(session, post, staff=staff)

    def restrict(self, session: Session, records: Sequence[BlogPost]) -> None:
        super().restrict(session, records)
        hide_unpublished_nominees(records)

    def prepare(self, session: Session, record: BlogPost, changes: Mapping[str, Any]) -> None:
        """Set the slug, the publication date and the folded tags of a post."""
        require_nominee(session, changes)
        if not record.slug:
            record.slug = _unused_slug(session, slugify(record.title), record.id)
        elif record.slug in _slugs_starting_with(session, record.slug, record.id):
            raise Conflict(self.duplicate_message)
        _keep_former_slug(session, record)
        # Only publishing sets the date: clearing the date of a published post leaves it empty.
        if changes.get("is_published") and record.published_date is None:
            now = clock.now()
            record.published_date = max(now, record.publish_at or now)
        record.folded_tags = fold_tags(record.tags)

    def unused_values(self, session: Session, row: Mapping[str, Any]) -> Mapping[str, Any]:
        slug = _unused_slug(session, row["slug"], row["id"])
        return {} if slug == row["slug"] else {"slug": slug}


posts = BlogPosts()


def _keep_former_slug(session: Session, post: BlogPost) -> None:
    """Keep the slug that a post had until now, if visitors have seen it."""
    state, date = inspect(post).attrs, post.published_date
    was_published = (*state.is_published.history.deleted, post.is_published)[0]
    if was_published if date is None else date <= clock.now():
        for slug in state.slug.history.deleted:
            session.add(FormerSlug(slug=slug, post_id=post.id))


def fold_tags(tags: Iterable[str]) -> str:
    # Each tag is enclosed by separators, so that a search matches whole tags only.
    folded = [tag.strip().casefold().replace(_SEPARATOR, " ") for tag in tags]
    return _SEPARATOR + "".join(f"{tag}{_SEPARATOR}" for tag in folded)


def _slugs_starting_with(session: Session, start: str, post_id: int | None) -> set[str]:
    """Return the slugs of the other posts that start like this."""
    statement = select(BlogPost.slug).where(col(BlogPost.slug).startswith(start, autoescape=True))
    if post_id is not None:
        statement = statement.where(BlogPost.id != post_id)
    return set(session.exec(statement).all())


def _unused_slug(session: Session, slug: str, post_id: int | None) -> str:
    """Return the slug or, if another post has it, the first variant with a number."""
    taken = _slugs_starting_with(session, slug[:-8] or slug, post_id)
    variants = (add_number(slug, number) for number in count(2))
    return slug if slug not in taken else next(each for each in variants if each not in taken)


BLOG_POST = Entity(
    repository=posts,
    view=BlogPostPublic,
    public_view=PostView,
    create=BlogPostCreate,
    update=BlogPostUpdate,
    path="/blog",
    list_path="/admin/blog",
    screen_path="/admin/blog",
    page_of=lambda each: post_path(each.slug),
    managed_by=Permission.MANAGE_SHOWCASE,
    reads="by visitors",
    search_details=("category",),
    bulk_fields=("category",),
    checklist=PostChecklist(
        checks=(
            requires("featured_image_url", "Featured image missing"),
            *fits_card(BlogPostPublic, social_card, title="title"),
        ),
        text_fields=("content",),
    ),
)
