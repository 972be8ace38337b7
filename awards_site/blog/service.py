"""The posts, newest published date first: their slugs, their dates, and how they are found."""

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from awards_site.blog.models import BlogPost
from awards_site.core import clock
from awards_site.core.collection import Collection
from awards_site.core.errors import Conflict, NotFound
from awards_site.core.publishing import visible
from awards_site.core.slugs import numbered, slug_of
from awards_site.nominees.references import refuse_unknown_nominee

_BREAK = "\n"


class BlogPosts(Collection[BlogPost]):
    """The posts of the blog."""

    table = BlogPost
    noun = "Blog post"
    in_order = (col(BlogPost.published_date).desc().nulls_last(), col(BlogPost.id).desc())
    duplicate = "This slug is already in use"

    def read_by_slug(self, session: Session, slug: str, *, staff: bool) -> BlogPost:
        """Return the post of a slug; raise NotFound where there is none for this caller."""
        post = session.exec(select(BlogPost).where(BlogPost.slug == slug)).first()
        if post is None:
            raise NotFound.of(self.noun)
        return visible(post, staff, self.noun)

    def prepare(self, session: Session, record: BlogPost, changes: Mapping[str, Any]) -> None:
        """Give a post its slug, its date and what its tags are found by (spec 2, section 4)."""
        refuse_unknown_nominee(session, changes)
        if not record.slug:
            record.slug = _free_slug(session, record)
        elif record.slug in _slugs_like(session, record, record.slug):
            raise Conflict(self.duplicate)
        # A published post whose date is cleared stays without one until it is published again.
        if changes.get("is_published") and record.published_date is None:
            record.published_date = clock.now()
        record.folded_tags = _folded(record.tags)


posts = BlogPosts()


def of_category(category: str) -> ColumnElement[bool]:
    """Return the condition that a post is of a category."""
    return col(BlogPost.category) == category


def of_nominee(nominee_id: int) -> ColumnElement[bool]:
    """Return the condition that a post is about a nominee."""
    return col(BlogPost.nominee_id) == nominee_id


def tagged(tag: str) -> ColumnElement[bool]:
    """Return the condition that a post has a tag: whole, ignoring case."""
    return col(BlogPost.folded_tags).contains(_folded([tag]), autoescape=True)


def _folded(tags: Iterable[str]) -> str:
    # Each tag stands between two breaks, so that a search for one finds it whole.
    folded = [tag.strip().casefold().replace(_BREAK, " ") for tag in tags]
    return _BREAK + "".join(f"{tag}{_BREAK}" for tag in folded)


def _slugs_like(session: Session, post: BlogPost, slug: str) -> set[str]:
    statement = select(BlogPost.slug).where(col(BlogPost.slug).startswith(slug, autoescape=True))
    if post.id is not None:
        statement = statement.where(BlogPost.id != post.id)
    return set(session.exec(statement).all())


def _free_slug(session: Session, post: BlogPost) -> str:
    slug = slug_of(post.title)
    taken = _slugs_like(session, post, slug[:-8] or slug)
    variants = (numbered(slug, number) for number in count(2))
    return slug if slug not in taken else next(each for each in variants if each not in taken)
