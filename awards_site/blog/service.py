"""The posts, newest published date first: their slugs, their dates, and how they are found."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

from sqlalchemy import ColumnElement, and_, false, or_
from sqlalchemy.orm import load_only
from sqlmodel import Session, col, select

from awards_site.blog.models import BlogPost
from awards_site.core import clock
from awards_site.core.errors import Conflict
from awards_site.core.publishing import published
from awards_site.core.repository import Repository
from awards_site.core.slugs import numbered, slug_of
from awards_site.nominees.service import refuse_unknown_nominee

MAX_RELATED = 3
"""How many related posts the page of a post names."""

_BREAK = "\n"


class BlogPosts(Repository[BlogPost]):
    """The posts of the blog."""

    table = BlogPost
    label = "Blog post"
    ordering = (col(BlogPost.published_date).desc().nulls_last(), col(BlogPost.id).desc())
    duplicate = "This slug is already in use"

    def read_by_slug(self, session: Session, slug: str, *, staff: bool) -> BlogPost:
        """Return the post of a slug; raise NotFound where there is none for this caller."""
        post = session.exec(select(BlogPost).where(BlogPost.slug == slug)).first()
        return self.visible(post, staff=staff)

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
    return col(BlogPost.category) == category


def of_nominee(nominee_id: int) -> ColumnElement[bool]:
    return col(BlogPost.nominee_id) == nominee_id


def tagged(tag: str) -> ColumnElement[bool]:
    """Return the condition that a post has a tag: whole, ignoring case."""
    if "\0" in tag:
        # No tag holds it, and SQLite takes it for the end of the text that it looks for.
        return false()
    return col(BlogPost.folded_tags).contains(_folded([tag]), autoescape=True)


def beside(session: Session, post: BlogPost) -> tuple[BlogPost | None, BlogPost | None]:
    """Return the published posts that are the next newer and the next older than one."""
    date, key = col(BlogPost.published_date), col(BlogPost.id)
    undated = date.is_(None)
    if post.published_date is None:
        newer = or_(~undated, and_(undated, key > post.id))
        older = and_(undated, key < post.id)
    else:
        same = date == post.published_date
        newer = or_(date > post.published_date, and_(same, key > post.id))
        older = or_(date < post.published_date, and_(same, key < post.id), undated)
    columns = load_only(BlogPost.title, BlogPost.slug)  # type: ignore[arg-type]
    found = select(BlogPost).where(published(BlogPost)).options(columns).limit(1)
    return (
        session.exec(found.where(newer).order_by(date.asc().nulls_first(), key)).first(),
        session.exec(found.where(older).order_by(*posts.ordering)).first(),
    )


def related(session: Session, post: BlogPost) -> Sequence[BlogPost]:
    """Return the published posts that share most with one: tags above all, then the category."""
    candidates = select(BlogPost.id, BlogPost.tags, BlogPost.category).where(
        published(BlogPost), BlogPost.id != post.id
    )
    tags = {tag.casefold() for tag in post.tags}
    likeness = {
        key: 2 * len(tags & {tag.casefold() for tag in others}) + (category == post.category)
        for key, others, category in session.exec(candidates.order_by(*posts.ordering))
    }
    alike = sorted(filter(likeness.get, likeness), key=lambda key: -likeness[key])[:MAX_RELATED]
    found = session.exec(select(BlogPost).where(col(BlogPost.id).in_(alike))).all()
    return sorted(found, key=lambda each: alike.index(each.id))


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
