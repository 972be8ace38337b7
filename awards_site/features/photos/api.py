"""The HTTP endpoints of photos."""

from collections.abc import Sequence

from fastapi import APIRouter

from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.urls import Id
from awards_site.features.photos.entity import PHOTO, Photo, PhotoView, photos, shows_nominee
from awards_site.records.endpoints import Endpoints
from awards_site.records.published import add_published_lists, public_router

published = public_router("photos")
router = APIRouter(tags=["photos"])

add_published_lists(published, photos, PhotoView, "/photos")


@published.get("/photos/nominee/{nominee_id}", response_model=list[PhotoView])
def list_photos_of_nominee(nominee_id: Id, session: ReadSession) -> Sequence[Photo]:
    """List the published photos that show a nominee."""
    return photos.list_published(session, shows_nominee(nominee_id))


endpoints = Endpoints(router, PHOTO).add_all()
