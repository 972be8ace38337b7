"""Posts as visitors read them: whole on their own page, in short in lists."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from awards_site.blog.models import BlogPost, BlogPostPublic
from awards_site.core import paths
from awards_site.core.images import ResponsiveImage, responsive_image
from awards_site.core.markdown import plain_text, safe_html
from awards_site.core.schemas import computed, response_schema
from awards_site.core.texts import summary
from awards_site.core.views import PageLink, PrevNext

WORDS_PER_MINUTE = 220
"""How fast people read."""
MAX_EXCERPT = 220
"""The length of an excerpt that is made from the text, in characters."""


def excerpt_of(content: str) -> str:
    """Return the beginning of a text in Markdown, without its marks."""
    return summary(plain_text(content), MAX_EXCERPT)


@response_schema
class PostView(BlogPostPublic):
    """A published post."""

    @computed
    def path(self) -> str:
        """The path of its page."""
        return paths.post(self.slug)

    @computed
    def image(self) -> ResponsiveImage:
        """Its picture; its `src` is '' where there is none."""
        return responsive_image(self.featured_image_url)

    @computed
    def summary(self) -> str:
        """The beginning of its text, for a post without an excerpt."""
        return excerpt_of(self.content)

    @computed
    def html(self) -> str:
        """Its text as safe HTML."""
        return safe_html(self.content)

    @computed
    def minutes(self) -> int:
        """How long it takes to read."""
        return max(1, round(len(plain_text(self.content).split()) / WORDS_PER_MINUTE))


class PostSummary(BaseModel):
    """A published post in a list; its excerpt is made from its text where staff wrote none."""

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
            excerpt=post.excerpt or excerpt_of(post.content),
            category=post.category,
            tags=post.tags,
            published_date=post.published_date,
            image=responsive_image(post.featured_image_url),
        )


class RelatedPosts(PrevNext):
    """What the page of a post leads to: posts beside it and like it, and whom it is about."""

    related: list[PostSummary]
    nominee: PageLink | None


def page_link(post: BlogPost | None) -> PageLink | None:
    return None if post is None else PageLink(name=post.title, path=paths.post(post.slug))
