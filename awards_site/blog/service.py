"""What can be done with posts: read them by category, tag and nominee, write them."""

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from awards_site.blog.models import BlogPost, BlogPostCreate, BlogPostUpdate
from awards_site.blog.slugs import numbered, slug_of
from awards_site.core import clock, records
from awards_site.core.errors import Conflict, NotFound
from awards_site.core.publishing import published, visible
from awards_site.nominees.references import refuse_unknown_nominee

NOUN = "Blog post"
SLUG_TAKEN = "This slug is already in use"

_IN_ORDER = (col(BlogPost.published_date).desc().nulls_last(), col(BlogPost.id).desc())
_BREAK = "\n"


def list_published(
    session: Session,
    *where: ColumnElement[bool],
    limit: int | None = None,
    offset: int = 0,
) -> Sequence[BlogPost]:
    """Return the published posts that meet the conditions, newest published date first."""
    statement = select(BlogPost).where(published(BlogPost), *where).order_by(*_IN_ORDER)
    return session.exec(statement.limit(limit).offset(offset)).all()


def list_all(session: Session) -> Sequence[BlogPost]:
    """Return all posts, drafts included, in the same order."""
    return session.exec(select(BlogPost).order_by(*_IN_ORDER)).all()


def of_category(category: str) -> ColumnElement[bool]:
    """Return the condition that a post is of a category."""
    return col(BlogPost.category) == category


def of_nominee(nominee_id: int) -> ColumnElement[bool]:
    """Return the condition that a post is about a nominee."""
    return col(BlogPost.nominee_id) == nominee_id


def tagged(tag: str) -> ColumnElement[bool]:
    """Return the condition that a post has a tag: whole, ignoring case."""
    return col(BlogPost.folded_tags).contains(_folded([tag]), autoescape=True)


def read(session: Session, post_id: int, staff: bool) -> BlogPost:
    """Return a post; raise NotFound where there is none for this caller."""
    return visible(records.find(session, BlogPost, post_id, NOUN), staff, NOUN)


def read_by_slug(session: Session, slug: str, staff: bool) -> BlogPost:
    """Return the post of a slug; raise NotFound where there is none for this caller."""
    post = session.exec(select(BlogPost).where(BlogPost.slug == slug)).first()
    if post is None:
        raise NotFound.of(NOUN)
    return visible(post, staff, NOUN)


def create(session: Session, fields: BlogPostCreate) -> BlogPost:
    """Store a new post; raise Conflict on a slug in use, Invalid on an unknown nominee."""
    return _store(session, BlogPost(**fields.model_dump()), fields.model_dump())


def update(session: Session, post_id: int, fields: BlogPostUpdate) -> BlogPost:
    """Change the named fields; raises as `create`."""
    post = records.find(session, BlogPost, post_id, NOUN)
    was_published = post.is_published
    changes = fields.given()
    for name, value in changes.items():
        setattr(post, name, value)
    return _store(session, post, changes, publishing=not was_published)


def delete(session: Session, post_id: int) -> None:
    """Delete a post."""
    session.delete(records.find(session, BlogPost, post_id, NOUN))


def _store(
    session: Session, post: BlogPost, changes: dict[str, Any], *, publishing: bool = True
) -> BlogPost:
    with session.no_autoflush:
        refuse_unknown_nominee(session, changes)
        if post.slug:
            _refuse_taken(session, post)
        else:
            post.slug = _free_slug(session, post)
    if publishing and post.is_published and post.published_date is None:
        post.published_date = clock.now()
    post.folded_tags = _folded(post.tags)
    return records.add(session, post, SLUG_TAKEN)


def _folded(tags: Iterable[str]) -> str:
    # Each tag stands between two breaks, so that a search for one finds it whole.
    folded = [tag.strip().casefold().replace(_BREAK, " ") for tag in tags]
    return _BREAK + "".join(f"{tag}{_BREAK}" for tag in folded)


def _slugs_like(session: Session, post: BlogPost, slug: str) -> set[str]:
    statement = select(BlogPost.slug).where(col(BlogPost.slug).startswith(slug, autoescape=True))
    if post.id is not None:
        statement = statement.where(BlogPost.id != post.id)
    return set(session.exec(statement).all())


def _refuse_taken(session: Session, post: BlogPost) -> None:
    if post.slug in _slugs_like(session, post, post.slug):
        raise Conflict(SLUG_TAKEN)


def _free_slug(session: Session, post: BlogPost) -> str:
    slug = slug_of(post.title)
    taken = _slugs_like(session, post, slug[:-8] or slug)
    variants = (numbered(slug, number) for number in count(2))
    return slug if slug not in taken else next(each for each in variants if each not in taken)
