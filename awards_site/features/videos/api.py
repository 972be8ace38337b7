"""The HTTP endpoints of videos."""

from fastapi import APIRouter

from awards_site.features.videos.entity import VIDEO, VideoView, videos
from awards_site.records.endpoints import Endpoints
from awards_site.records.published import add_published_lists, public_router

published = public_router("videos")
router = APIRouter(tags=["videos"])

add_published_lists(published, videos, VideoView, "/videos")

endpoints = Endpoints(router, VIDEO).add_all()
