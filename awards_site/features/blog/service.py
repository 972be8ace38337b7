"""Blog posts, the newest first: slugs, publication dates, and queries."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import count
from typing import Any

from sqlalchemy import ColumnElement, and_, inspect, or_
from sqlalchemy.orm import joinedload, load_only, with_loader_criteria
from sqlmodel import Session, col, select

from awards_site.accounts.permissions import Permission
from awards_site.core import clock
from awards_site.core.database.managed_record import is_visible, normalize_for_search, published
from awards_site.core.database.repository import Repository
from awards_site.core.errors import Conflict
from awards_site.core.paths import add_number, slugify
from awards_site.features.blog.entity import (
    BlogPost,
    BlogPostCreate,
    BlogPostPublic,
    BlogPostUpdate,
    FormerSlug,
    PostView,
    post_path,
    social_card,
)
from awards_site.features.nominees.entity import Nominee
from awards_site.features.nominees.service import (
    hide_unpublished_nominees,
    refers_to_published,
    require_nominee,
)
from awards_site.records.checklist import CACHED_TEXTS, Checklist, Problem, requires
from awards_site.records.entity import Entity
from awards_site.records.markdown import plain_text
from awards_site.ui.share_images.routes import fits_card

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


MIN_SIMILARITY = 0.75
"""How much of a word two spellings of it have in common, from 0 to 1."""

_WORD = re.compile(r"[^\W\d_](?:[\w'\u2019-]*\w)?")
_POSSESSIVE = re.compile(r"['\u2019]s?$")

Words = tuple[str, ...]


_plain_text = lru_cache(CACHED_TEXTS)(plain_text)


class PostChecklist(Checklist):
    """Lists the posts that spell names of nominees differently, too."""

    def problems(self, session: Session, records: Sequence[Any]) -> Iterator[Problem]:
        yield from super().problems(session, records)
        spellings = Spellings(session.exec(select(Nominee.name).distinct()).all())
        for post in records:
            for field, text in (("title", post.title), ("content", _plain_text(post.content))):
                if message := "; ".join(spellings.problems(text)):
                    yield Problem(post.id, post.display_name, message, field)


class Spellings:
    """Finds other spellings of names of two words or more in texts.

    A spelling differs in its accents or capitals only, or in one similar word.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names: dict[Words, Words] = {}
        self._by_word: dict[str, set[tuple[Words, int]]] = defaultdict(set)
        for name in names:
            words = tuple(_WORD.findall(name))
            if len(words) < 2:
                continue
            folded = _fold(words)
            self._names[folded] = words
            for at, word in enumerate(folded):
                self._by_word[word].add((folded, at))

    def problems(self, text: str) -> Iterator[str]:
        """Yield a sentence for each name that the text spells differently."""
        seen = set()
        for line in text.splitlines():
            words = tuple(_POSSESSIVE.sub("", each) for each in _WORD.findall(line))
            for written, name in self._differences(words):
                if (written, name) not in seen:
                    seen.add((written, name))
                    yield f"'{written}' is spelled '{name}' among the nominees"

    def _differences(self, words: Words) -> Iterator[tuple[str, str]]:
        folded = _fold(words)
        best: dict[tuple[int, int], tuple[float, Words]] = {}
        for at, word in enumerate(folded):
            for name, position in self._by_word.get(word, ()):
                start, end = at - position, at - position + len(name)
                if start >= 0 and end <= len(words):
                    similarity = self._similarity(words[start:end], folded[start:end], name)
                    span = start, end
                    best[span] = max(best.get(span, (0.0, ())), (similarity, name))
        for (start, end), (similarity, name) in best.items():
            if similarity >= MIN_SIMILARITY:
                yield " ".join(words[start:end]), " ".join(self._names[name])

    def _similarity(self, written: Words, folded: Words, name: Words) -> float:
        """Return how similar what is written is to a name, or 0 if it is the name or another."""
        if folded == name:
            is_same = written == self._names[name] or all(map(str.isupper, written))
            return 0.0 if is_same else 1.0
        different = [pair for pair in zip(folded, name, strict=True) if pair[0] != pair[1]]
        is_name = all(each[0].isupper() for each in written)
        if folded in self._names or not is_name or len(different) > 1:
            return 0.0
        return SequenceMatcher(None, *different[0]).ratio()


def _fold(words: Words) -> Words:
    return tuple(map(normalize_for_search, words))


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
