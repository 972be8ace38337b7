"""Blog posts as visitors read them: in full on their own page, as summaries in lists."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from awards_site.blog.models import BlogPost, BlogPostPublic
from awards_site.core import paths
from awards_site.core.presentation.images import responsive_image
from awards_site.core.presentation.markdown import plain_text, safe_html
from awards_site.core.presentation.texts import summary
from awards_site.core.presentation.views import PageLink, PrevNext, ResponsiveImage
from awards_site.core.records.schemas import computed_property, response_schema

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
        return paths.post(self.slug)

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
            path=paths.post(post.slug),
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
    return None if post is None else PageLink(name=post.title, path=paths.post(post.slug))
