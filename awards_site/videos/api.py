"""The HTTP endpoints of videos (spec 2, section 7)."""

from collections.abc import Sequence

from fastapi import APIRouter

from awards_site.auth.access import Staff, allow
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession, WriteSession
from awards_site.core.http.paths import Id, Year
from awards_site.core.http.revalidation import RevalidatedRoute
from awards_site.videos import service
from awards_site.videos.models import Video, VideoCreate, VideoPublic, VideoUpdate

published = APIRouter(
    tags=["videos"],
    route_class=RevalidatedRoute,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
router = APIRouter(tags=["videos"])
_reading = [allow(Permission.READ_PUBLIC)]
_managing = [allow(Permission.MANAGE_SHOWCASE)]


@published.get("/videos", response_model=list[VideoPublic])
def list_videos(session: ReadSession) -> Sequence[Video]:
    """List the published videos."""
    return service.list_published(session)


@published.get("/videos/category/{category}", response_model=list[VideoPublic])
def list_videos_of_category(category: str, session: ReadSession) -> Sequence[Video]:
    """List the published videos of a stored category or a public filter."""
    return service.list_published(session, category=category)


@published.get("/videos/year/{year}", response_model=list[VideoPublic])
def list_videos_of_year(year: Year, session: ReadSession) -> Sequence[Video]:
    """List the published videos of a year."""
    return service.list_published(session, year=year)


@router.get("/admin/videos", response_model=list[VideoPublic], dependencies=_managing)
def list_all_videos(session: ReadSession) -> Sequence[Video]:
    """List all videos, drafts included."""
    return service.list_all(session)


@router.get("/videos/{video_id}", response_model=VideoPublic, dependencies=_reading)
def read_video(video_id: Id, session: ReadSession, staff: Staff) -> Video:
    """Read one video; a draft only as staff."""
    return service.read(session, video_id, staff)


@router.post("/videos", status_code=201, response_model=VideoPublic, dependencies=_managing)
def create_video(body: VideoCreate, session: WriteSession) -> Video:
    """Create a video."""
    return service.create(session, body)


@router.put("/videos/{video_id}", response_model=VideoPublic, dependencies=_managing)
def update_video(video_id: Id, body: VideoUpdate, session: WriteSession) -> Video:
    """Change the named fields of a video."""
    return service.update(session, video_id, body)


@router.delete("/videos/{video_id}", status_code=204, dependencies=_managing)
def delete_video(video_id: Id, session: WriteSession) -> None:
    """Delete a video."""
    service.delete(session, video_id)
