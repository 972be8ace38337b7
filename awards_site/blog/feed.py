"""The Atom feed of the blog (RFC 4287), with the full text of the newest posts."""

from collections.abc import Sequence
from datetime import UTC, datetime
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from fastapi import APIRouter
from starlette.responses import Response

from awards_site.blog.models import BlogCategory, BlogPost
from awards_site.blog.service import posts
from awards_site.core import paths
from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.api_docs import file_response
from awards_site.core.http.xml import add, xml_response
from awards_site.core.presentation.markdown import safe_html
from awards_site.resources.published import public_router
from awards_site.settings import settings
from awards_site.ui.pages.structured_data import absolute

MAX_POSTS = 20
"""The number of posts in the feed."""
_ATOM = "http://www.w3.org/2005/Atom"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

router: APIRouter = public_router("blog")


@router.get(paths.FEED, **file_response("application/atom+xml", "A feed"))
def read_feed(session: ReadSession) -> Response:
    """Read the newest published posts as an Atom feed."""
    return xml_response(
        _feed(posts.list_published(session, limit=MAX_POSTS)), "application/atom+xml"
    )


def _feed(newest: Sequence[BlogPost]) -> Element:
    # Relative links in posts resolve against the site (xml:base).
    feed = Element("feed", {"xmlns": _ATOM, "xml:lang": "en", "xml:base": absolute(paths.HOME)})
    add(feed, "id", absolute(paths.FEED))
    add(feed, "title", f"{settings().programme}: Blog")
    add(feed, "updated", max((post.changed_at for post in newest), default=_EPOCH).isoformat())
    _link(feed, "self", paths.FEED, "application/atom+xml")
    _link(feed, "alternate", paths.BLOG, "text/html")
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
    _link(entry, "alternate", paths.post(post.slug), "text/html")
    add(entry, "published", (post.published_date or post.created_at).isoformat())
    add(entry, "updated", post.changed_at.isoformat())
    label = BlogCategory.labels().get(post.category, post.category)
    for term in dict.fromkeys([label, *post.tags]):
        add(entry, "category", attributes={"term": term})
    if post.excerpt:
        add(entry, "summary", post.excerpt)
    add(entry, "content", safe_html(post.content), {"type": "html"})


def _link(parent: Element, relation: str, path: str, kind: str) -> None:
    add(parent, "link", attributes={"rel": relation, "type": kind, "href": absolute(path)})
