"""The HTTP endpoints of videos (spec 2, section 7)."""

from fastapi import APIRouter

from awards_site.auth.crud import Endpoints, add_reading, add_staff_list, add_writing
from awards_site.auth.permissions import Permission
from awards_site.auth.published import add_published_lists, public_router
from awards_site.videos.models import VideoCreate, VideoPublic, VideoUpdate
from awards_site.videos.service import of_category, of_year, videos
from awards_site.videos.view import VideoView

published = public_router("videos")
router = APIRouter(tags=["videos"])

_ENDPOINTS = Endpoints(
    videos,
    "/videos",
    VideoPublic,
    VideoView,
    VideoCreate,
    VideoUpdate,
    update_method="PUT",
    managed_by=Permission.MANAGE_SHOWCASE,
)
add_published_lists(published, _ENDPOINTS, of_category=of_category, of_year=of_year)
add_staff_list(router, _ENDPOINTS, "/admin/videos")
add_reading(router, _ENDPOINTS)
add_writing(router, _ENDPOINTS)
