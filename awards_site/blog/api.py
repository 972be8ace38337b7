"""The HTTP endpoints of the blog."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query

from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import Staff, allow
from awards_site.blog.models import BlogPost, BlogPostCreate, BlogPostPublic, BlogPostUpdate
from awards_site.blog.service import (
    find_prev_next,
    find_related,
    has_category,
    has_nominee,
    has_tag,
    posts,
)
from awards_site.blog.social_card import social_card
from awards_site.blog.view import PostSummary, PostView, RelatedPosts, page_link
from awards_site.core import paths
from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.caching.revalidation import SharedByVisitorsRoute
from awards_site.core.http.path_parameters import Id
from awards_site.core.validation.value_validators import Number
from awards_site.nominees.models import Nominee
from awards_site.nominees.view import page_link as nominee_link
from awards_site.resources.bulk import add_bulk
from awards_site.resources.draft_endpoints import add_drafts
from awards_site.resources.endpoints import Endpoints
from awards_site.resources.published import public_router
from awards_site.social_images.routes import social_image_router

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


_endpoints = Endpoints(router, posts, "/blog", BlogPostPublic, Permission.MANAGE_SHOWCASE)
_endpoints.add_list("/admin/blog")
_endpoints.add_export("/admin/blog/export", "blog-posts")
_endpoints.add_read(PostView)
_endpoints.add_writes(BlogPostCreate, "PUT", BlogPostUpdate)
add_bulk(_endpoints, BlogPostUpdate, settable=("category",))
add_drafts(_endpoints, BlogPostCreate, BlogPostUpdate, lambda each: paths.post(each.slug))
