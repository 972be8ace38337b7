"""What is the same for everyone: the addresses of such answers, and records that they show."""

from typing import Any

from fastapi import FastAPI

from awards_site.core.http.revalidation import SharedRoute
from tests import factories
from tests.api.routes import endpoints

PUBLIC = [
    "/api/events",
    "/api/events/upcoming",
    "/api/events/month/2100/6",
    "/api/events/range?start=2100-01-01&end=2101-01-01",
    "/api/nominees/published",
    "/api/nominees/category/leadership",
    "/api/nominees/year/2024",
    "/api/nominees/1/prev-next",
    "/api/photos",
    "/api/photos/category/general",
    "/api/photos/year/2024",
    "/api/photos/nominee/1",
    "/api/videos",
    "/api/videos/category/general",
    "/api/videos/year/2024",
    "/api/blog",
    "/api/blog/category/news",
    "/api/blog/tag/tag",
    "/api/blog/summaries",
    "/api/blog/1/related",
    "/api/blog/nominee/1",
    "/api/sponsors/published",
    "/api/cover-pages/active",
    "/api/content/section",
    "/api/content-blocks?identifier=page.about",
    "/events.ics",
    "/events/1-gala.ics",
    "/blog/feed.atom",
    "/timeline.ics",
    "/nomination-form.pdf",
    "/sitemap.xml",
    "/sitemap-1.xml",
    "/robots.txt",
]
"""Addresses of all public routes, under which `bodies` are found."""


def public_routes(app: FastAPI) -> list[Any]:
    """Return the routes whose answers are the same for everyone."""
    return [
        route
        for _, route in endpoints(app)
        if isinstance(route.original_route, SharedRoute)
        and not route.original_route.depends_on_session
    ]


def bodies() -> list[tuple[str, dict[str, Any]]]:
    """Return one public record of every entity, with the path that creates it."""
    return [
        ("/api/events", factories.event_body(title="Gala")),
        ("/api/nominees", factories.nominee_body()),
        ("/api/photos", factories.photo_body(year=2024, nomineeId=1)),
        ("/api/videos", factories.video_body()),
        ("/api/blog", factories.blog_body(isPublished=True, tags=["tag"], nomineeId=1)),
        ("/api/sponsors", factories.sponsor_body()),
        ("/api/cover-pages", factories.cover_page_body(is_active=True)),
        ("/api/admin/content", factories.content_body(identifier="section")),
        ("/api/admin/content", factories.content_body(identifier="page.about", content={})),
    ]
