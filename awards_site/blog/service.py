"""Blog posts, the newest first: slugs, publication dates, and queries."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

from sqlalchemy import ColumnElement, and_, inspect, or_
from sqlalchemy.orm import joinedload, load_only, with_loader_criteria
from sqlmodel import Session, col, select

from awards_site.blog.models import BlogPost, FormerSlug
from awards_site.core import clock
from awards_site.core.errors import Conflict
from awards_site.core.records.publishing import is_visible, published
from awards_site.core.records.repository import Repository
from awards_site.core.slugs import add_number, slugify
from awards_site.nominees.models import Nominee
from awards_site.nominees.service import (
    hide_unpublished_nominees,
    refers_to_published,
    require_nominee,
)

MAX_RELATED = 3
"""The number of related posts shown on the page of a post."""

_SEPARATOR = "\n"


class BlogPosts(Repository[BlogPost]):
    """The repository of blog posts."""

    table = BlogPost
    label = "Blog post"
    ordering = (col(BlogPost.published_date).desc().nulls_last(), col(BlogPost.id).desc())
    duplicate_message = "This slug is already in use"
    # Hides unpublished nominees from visitors.
    for_visitors = (
        joinedload(BlogPost.nominee).load_only(Nominee.id),  # type: ignore[arg-type]
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
        record.folded_tags = _fold_tags(record.tags)

    def unused_values(self, session: Session, row: Mapping[str, Any]) -> Mapping[str, Any]:
        slug = _unused_slug(session, row["slug"], row["id"])
        return {} if slug == row["slug"] else {"slug": slug}


posts = BlogPosts()


def has_category(category: str) -> ColumnElement[bool]:
    return col(BlogPost.category) == category


def has_nominee(nominee_id: int) -> ColumnElement[bool]:
    """Return the condition that a post is about a nominee who is published."""
    return refers_to_published(BlogPost.nominee_id, nominee_id)


def has_tag(tag: str) -> ColumnElement[bool]:
    """Return the condition that a post has exactly this tag, ignoring case."""
    return col(BlogPost.folded_tags).contains(_fold_tags([tag]), autoescape=True)


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


def _keep_former_slug(session: Session, post: BlogPost) -> None:
    """Keep the slug that a post had until now, if visitors have seen it."""
    state, date = inspect(post).attrs, post.published_date
    was_published = (*state.is_published.history.deleted, post.is_published)[0]
    if was_published if date is None else date <= clock.now():
        for slug in state.slug.history.deleted:
            session.add(FormerSlug(slug=slug, post_id=post.id))


def _fold_tags(tags: Iterable[str]) -> str:
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
