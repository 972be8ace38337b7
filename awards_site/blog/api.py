"""The HTTP endpoints of the blog (spec 2, section 7)."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query

from awards_site.auth.access import Staff, allow
from awards_site.auth.permissions import Permission
from awards_site.blog import service
from awards_site.blog.models import BlogPost, BlogPostCreate, BlogPostPublic, BlogPostUpdate
from awards_site.core.database import ReadSession, WriteSession
from awards_site.core.http.paths import Id
from awards_site.core.http.revalidation import RevalidatedRoute
from awards_site.core.rules import Number

LIMIT_DEFAULT = 10
LIMIT_MOST = 100

published = APIRouter(
    tags=["blog"],
    route_class=RevalidatedRoute,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
router = APIRouter(tags=["blog"])
_reading = [allow(Permission.READ_PUBLIC)]
_managing = [allow(Permission.MANAGE_SHOWCASE)]


@published.get("/blog", response_model=list[BlogPostPublic])
def list_posts(
    session: ReadSession,
    limit: Annotated[int, Number(1, LIMIT_MOST, label="limit"), Query()] = LIMIT_DEFAULT,
    offset: Annotated[int, Number(label="offset"), Query()] = 0,
) -> Sequence[BlogPost]:
    """List a page of the published posts."""
    return service.list_published(session, limit=limit, offset=offset)


@published.get("/blog/category/{category}", response_model=list[BlogPostPublic])
def list_posts_of_category(category: str, session: ReadSession) -> Sequence[BlogPost]:
    """List the published posts of a category."""
    return service.list_published(session, service.of_category(category))


@published.get("/blog/tag/{tag:path}", response_model=list[BlogPostPublic])
def list_posts_with_tag(tag: str, session: ReadSession) -> Sequence[BlogPost]:
    """List the published posts that have a tag, ignoring case."""
    return service.list_published(session, service.tagged(tag))


@published.get("/blog/nominee/{nominee_id}", response_model=list[BlogPostPublic])
def list_posts_about_nominee(nominee_id: Id, session: ReadSession) -> Sequence[BlogPost]:
    """List the published posts about a nominee."""
    return service.list_published(session, service.of_nominee(nominee_id))


@router.get("/admin/blog", response_model=list[BlogPostPublic], dependencies=_managing)
def list_all_posts(session: ReadSession) -> Sequence[BlogPost]:
    """List all posts, drafts included."""
    return service.list_all(session)


@router.get("/blog/slug/{slug}", response_model=BlogPostPublic, dependencies=_reading)
def read_post_by_slug(slug: str, session: ReadSession, staff: Staff) -> BlogPost:
    """Read the post of a slug; a draft only as staff."""
    return service.read_by_slug(session, slug, staff)


@router.get("/blog/{post_id}", response_model=BlogPostPublic, dependencies=_reading)
def read_post(post_id: Id, session: ReadSession, staff: Staff) -> BlogPost:
    """Read one post; a draft only as staff."""
    return service.read(session, post_id, staff)


@router.post("/blog", status_code=201, response_model=BlogPostPublic, dependencies=_managing)
def create_post(body: BlogPostCreate, session: WriteSession) -> BlogPost:
    """Create a post."""
    return service.create(session, body)


@router.put("/blog/{post_id}", response_model=BlogPostPublic, dependencies=_managing)
def update_post(post_id: Id, body: BlogPostUpdate, session: WriteSession) -> BlogPost:
    """Change the named fields of a post."""
    return service.update(session, post_id, body)


@router.delete("/blog/{post_id}", status_code=204, dependencies=_managing)
def delete_post(post_id: Id, session: WriteSession) -> None:
    """Delete a post."""
    service.delete(session, post_id)
