"""The HTTP endpoints of photos (spec 2, section 7)."""

from collections.abc import Sequence

from fastapi import APIRouter

from awards_site.auth.crud import Endpoints, add_reading, add_staff_list, add_writing
from awards_site.auth.permissions import Permission
from awards_site.auth.published import add_published_lists, public_router
from awards_site.core.database import ReadSession
from awards_site.core.http.paths import Id
from awards_site.photos.models import Photo, PhotoCreate, PhotoPublic, PhotoUpdate
from awards_site.photos.service import of_category, of_nominee, of_year, photos
from awards_site.photos.view import PhotoView

published = public_router("photos")
router = APIRouter(tags=["photos"])

_ENDPOINTS = Endpoints(
    photos,
    "/photos",
    PhotoPublic,
    PhotoView,
    PhotoCreate,
    PhotoUpdate,
    update_method="PUT",
    managed_by=Permission.MANAGE_SHOWCASE,
)
add_published_lists(published, _ENDPOINTS, of_category=of_category, of_year=of_year)


@published.get("/photos/nominee/{nominee_id}", response_model=list[PhotoView])
def list_photos_of_nominee(nominee_id: Id, session: ReadSession) -> Sequence[Photo]:
    """List the published photos that show a nominee."""
    return photos.list_published(session, of_nominee(nominee_id))


add_staff_list(router, _ENDPOINTS, "/admin/photos")
add_reading(router, _ENDPOINTS)
add_writing(router, _ENDPOINTS)
