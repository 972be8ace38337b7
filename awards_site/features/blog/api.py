"""The HTTP endpoints of the blog."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from fastapi import APIRouter, Query
from starlette.responses import Response

from awards_site.accounts.dependencies import Staff, allow
from awards_site.accounts.permissions import Permission
from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.feeds import add, xml_response
from awards_site.core.http.openapi import file_response
from awards_site.core.http.response_cache import SharedByVisitorsRoute
from awards_site.core.http.urls import Id
from awards_site.core.validation import Number
from awards_site.features.blog.entity import (
    BLOG_PAGE,
    BLOG_POST,
    FEED,
    BlogCategory,
    BlogPost,
    BlogPostPublic,
    PostSummary,
    PostView,
    RelatedPosts,
    page_link,
    post_path,
    posts,
    social_card,
)
from awards_site.features.blog.service import (
    find_prev_next,
    find_related,
    has_category,
    has_nominee,
    has_tag,
)
from awards_site.features.nominees.entity import Nominee
from awards_site.features.nominees.entity import page_link as nominee_link
from awards_site.records.endpoints import Endpoints
from awards_site.records.markdown import safe_html
from awards_site.records.published import public_router
from awards_site.settings import settings
from awards_site.ui.pages import absolute
from awards_site.ui.share_images.routes import social_image_router

DEFAULT_LIMIT = 10
MAX_LIMIT = 100

published = public_router("blog")
router = APIRouter(tags=["blog"])
social_images = social_image_router("blog", posts, BlogPostPublic, social_card)
_reading = [allow(Permission.READ_PUBLIC)]


@published.get("/blog", response_model=list[BlogPostPublic])
def list_posts(
    session: ReadSession,
    limit: Annotated[int, Number(1, MAX_LIMIT, label="limit"), Query()] = DEFAULT_LIMIT,
    offset: Annotated[int, Number(label="offset"), Query()] = 0,
) -> Sequence[BlogPost]:
    """List a page of the published posts."""
    return posts.list_published(session, limit=limit, offset=offset)


@published.get("/blog/summaries")
def list_summaries(session: ReadSession) -> list[PostSummary]:
    """List the summaries of all published posts."""
    return [PostSummary.of(post) for post in posts.list_published(session)]


@published.get("/blog/{post_id}/related")
def read_related_posts(post_id: Id, session: ReadSession) -> RelatedPosts:
    """Read the links to the previous, next and related posts, and to the featured nominee."""
    post = posts.read(session, post_id, staff=False)
    newer, older = find_prev_next(session, post)
    nominee = session.get(Nominee, post.nominee_id) if post.nominee_id else None
    return RelatedPosts(
        previous=page_link(newer),
        next=page_link(older),
        related=[PostSummary.of(each) for each in find_related(session, post)],
        nominee=nominee_link(nominee),
    )


@published.get("/blog/category/{category}", response_model=list[BlogPostPublic])
def list_posts_of_category(category: str, session: ReadSession) -> Sequence[BlogPost]:
    """List the published posts of a category."""
    return posts.list_published(session, has_category(category))


@published.get("/blog/tag/{tag:path}", response_model=list[BlogPostPublic])
def list_posts_with_tag(tag: str, session: ReadSession) -> Sequence[BlogPost]:
    """List the published posts that have a tag, ignoring case."""
    return posts.list_published(session, has_tag(tag))


@published.get("/blog/nominee/{nominee_id}", response_model=list[BlogPostPublic])
def list_posts_about_nominee(nominee_id: Id, session: ReadSession) -> Sequence[BlogPost]:
    """List the published posts about a nominee."""
    return posts.list_published(session, has_nominee(nominee_id))


def read_post_by_slug(slug: str, session: ReadSession, staff: Staff) -> BlogPost:
    """Read the post with a slug; only staff can read a draft."""
    return posts.read_by_slug(session, slug, staff=staff)


router.add_api_route(
    "/blog/slug/{slug}",
    read_post_by_slug,
    response_model=PostView,
    dependencies=_reading,
    route_class_override=SharedByVisitorsRoute,
)


endpoints = Endpoints(router, BLOG_POST).add_all()


MAX_POSTS = 20
"""The number of posts in the feed."""
_ATOM = "http://www.w3.org/2005/Atom"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

feeds: APIRouter = public_router("blog")


@feeds.get(FEED, **file_response("application/atom+xml", "A feed"))
def read_feed(session: ReadSession) -> Response:
    """Read the newest published posts as an Atom feed."""
    return xml_response(
        _feed(posts.list_published(session, limit=MAX_POSTS)), "application/atom+xml"
    )


def _feed(newest: Sequence[BlogPost]) -> Element:
    feed = Element("feed", {"xmlns": _ATOM, "xml:lang": "en"})
    add(feed, "id", absolute(FEED))
    add(feed, "title", f"{settings().programme}: Blog")
    add(feed, "updated", max((post.changed_at for post in newest), default=_EPOCH).isoformat())
    _link(feed, "self", FEED, "application/atom+xml")
    _link(feed, "alternate", BLOG_PAGE, "text/html")
    add(add(feed, "author"), "name", settings().programme)
    for post in newest:
        _add_entry(feed, post)
    return feed


def _add_entry(feed: Element, post: BlogPost) -> None:
    entry = add(feed, "entry")
    host = urlsplit(settings().public_url).hostname
    # A tag URI stays the same if the slug or the site's scheme changes (RFC 4151).
    add(entry, "id", f"tag:{host},{post.created_at:%Y-%m-%d}:blog/{post.id}")
    add(entry, "title", post.title)
    _link(entry, "alternate", post_path(post.slug), "text/html")
    add(entry, "published", (post.published_date or post.created_at).isoformat())
    add(entry, "updated", post.changed_at.isoformat())
    label = BlogCategory.labels().get(post.category, post.category)
    for term in dict.fromkeys([label, *post.tags]):
        add(entry, "category", attributes={"term": term})
    if post.excerpt:
        add(entry, "summary", post.excerpt)
    html = safe_html(post.content, absolute(post_path(post.slug)))
    add(entry, "content", html, {"type": "html"})


def _link(parent: Element, relation: str, path: str, kind: str) -> None:
    add(parent, "link", attributes={"rel": relation, "type": kind, "href": absolute(path)})
