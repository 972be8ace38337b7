"""The HTTP endpoints of videos (spec 2, section 7)."""

from collections.abc import Sequence

from fastapi import APIRouter

from awards_site.auth.access import allow
from awards_site.auth.crud import Endpoints, add_reading, add_staff_list, add_writing
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession
from awards_site.core.http.paths import Year
from awards_site.core.http.revalidation import RevalidatedRoute
from awards_site.videos.models import Video, VideoCreate, VideoPublic, VideoUpdate
from awards_site.videos.service import of_category, of_year, videos

published = APIRouter(
    tags=["videos"],
    route_class=RevalidatedRoute,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
router = APIRouter(tags=["videos"])


@published.get("/videos", response_model=list[VideoPublic])
def list_videos(session: ReadSession) -> Sequence[Video]:
    """List the published videos."""
    return videos.list_published(session)


@published.get("/videos/category/{category}", response_model=list[VideoPublic])
def list_videos_of_category(category: str, session: ReadSession) -> Sequence[Video]:
    """List the published videos of a stored category or a public filter."""
    return videos.list_published(session, of_category(category))


@published.get("/videos/year/{year}", response_model=list[VideoPublic])
def list_videos_of_year(year: Year, session: ReadSession) -> Sequence[Video]:
    """List the published videos of a year."""
    return videos.list_published(session, of_year(year))


_ENDPOINTS = Endpoints(
    videos,
    "/videos",
    VideoPublic,
    VideoCreate,
    VideoUpdate,
    update_method="PUT",
    managed_by=Permission.MANAGE_SHOWCASE,
)
add_staff_list(router, _ENDPOINTS, "/admin/videos")
add_reading(router, _ENDPOINTS)
add_writing(router, _ENDPOINTS)
