"""Queries for posts: by category, nominee and tag, before and after a post, and related ones."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, and_, or_
from sqlalchemy.orm import load_only
from sqlmodel import Session, col, select

from awards_site.core.database.managed_record import published
from awards_site.features.blog.entity import BlogPost, fold_tags, posts
from awards_site.features.nominees.service import refers_to_published

MAX_RELATED = 3
"""The number of related posts shown on the page of a post."""


def has_category(category: str) -> ColumnElement[bool]:
    return col(BlogPost.category) == category


def has_nominee(nominee_id: int) -> ColumnElement[bool]:
    """Return the condition that a post is about a nominee who is published."""
    return refers_to_published(BlogPost.nominee_id, nominee_id)


def has_tag(tag: str) -> ColumnElement[bool]:
    """Return the condition that a post has exactly this tag, ignoring case."""
    return col(BlogPost.folded_tags).contains(fold_tags([tag]), autoescape=True)


def find_prev_next(session: Session, post: BlogPost) -> tuple[BlogPost | None, BlogPost | None]:
    """Return the next newer and the next older published post."""
    date, key = col(BlogPost.published_date), col(BlogPost.id)
    is_undated = date.is_(None)
    if post.published_date is None:
        newer = or_(~is_undated, and_(is_undated, key > post.id))
        older = and_(is_undated, key < post.id)
    else:
        is_same_date = date == post.published_date
        newer = or_(date > post.published_date, and_(is_same_date, key > post.id))
        older = or_(date < post.published_date, and_(is_same_date, key < post.id), is_undated)
    columns = load_only(BlogPost.title, BlogPost.slug)  # type: ignore[arg-type]
    statement = select(BlogPost).where(published(BlogPost)).options(columns).limit(1)
    return (
        session.exec(statement.where(newer).order_by(date.asc().nulls_first(), key)).first(),
        session.exec(statement.where(older).order_by(*posts.ordering)).first(),
    )


def find_related(session: Session, post: BlogPost) -> Sequence[BlogPost]:
    """Return up to `MAX_RELATED` published posts that share tags or the category with a post.

    A shared tag scores 2, the same category 1; the highest score comes first, then the newest post.
    """
    candidates = select(BlogPost.id, BlogPost.tags, BlogPost.category).where(
        published(BlogPost), BlogPost.id != post.id
    )
    tags = {tag.casefold() for tag in post.tags}
    scores = {
        key: 2 * len(tags & {tag.casefold() for tag in others}) + (category == post.category)
        for key, others, category in session.exec(candidates.order_by(*posts.ordering))
    }
    best = sorted(filter(scores.get, scores), key=lambda key: -scores[key])[:MAX_RELATED]
    found = session.exec(select(BlogPost).where(col(BlogPost.id).in_(best))).all()
    return sorted(found, key=lambda each: best.index(each.id))
