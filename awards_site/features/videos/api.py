"""The HTTP endpoints of videos."""

from fastapi import APIRouter

from awards_site.accounts.permissions import Permission
from awards_site.core import paths
from awards_site.features.videos.entity import (
    SORTED_DURATION,
    VideoCreate,
    VideoUpdate,
    VideoView,
    videos,
)
from awards_site.records.arrangement import add_order
from awards_site.records.bulk import add_bulk
from awards_site.records.draft_endpoints import add_drafts
from awards_site.records.endpoints import Endpoints
from awards_site.records.published import add_published_lists, public_router

published = public_router("videos")
router = APIRouter(tags=["videos"])

add_published_lists(published, videos, VideoView, "/videos")

_endpoints = Endpoints(
    router,
    videos,
    "/videos",
    VideoView,
    Permission.MANAGE_SHOWCASE,
    expressions={"duration": SORTED_DURATION},
)
_endpoints.add_list("/admin/videos")
_endpoints.add_export("/admin/videos/export", "videos")
add_order(_endpoints, VideoUpdate)
_endpoints.add_read()
_endpoints.add_writes(VideoCreate, "PUT", VideoUpdate)
add_bulk(_endpoints, VideoUpdate, settable=("category", "year"))
add_drafts(_endpoints, VideoCreate, VideoUpdate, lambda each: f"{paths.VIDEOS}?filter={each.year}")
