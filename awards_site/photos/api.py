"""The HTTP endpoints of photos (spec 2, section 7)."""

from collections.abc import Sequence

from fastapi import APIRouter

from awards_site.auth.access import allow
from awards_site.auth.crud import Endpoints, add_reading, add_staff_list, add_writing
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession
from awards_site.core.http.paths import Year
from awards_site.core.http.revalidation import RevalidatedRoute
from awards_site.photos.models import Photo, PhotoCreate, PhotoPublic, PhotoUpdate
from awards_site.photos.service import of_category, of_year, photos

published = APIRouter(
    tags=["photos"],
    route_class=RevalidatedRoute,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
router = APIRouter(tags=["photos"])


@published.get("/photos", response_model=list[PhotoPublic])
def list_photos(session: ReadSession) -> Sequence[Photo]:
    """List the published photos."""
    return photos.list_published(session)


@published.get("/photos/category/{category}", response_model=list[PhotoPublic])
def list_photos_of_category(category: str, session: ReadSession) -> Sequence[Photo]:
    """List the published photos of a stored category or a public filter."""
    return photos.list_published(session, of_category(category))


@published.get("/photos/year/{year}", response_model=list[PhotoPublic])
def list_photos_of_year(year: Year, session: ReadSession) -> Sequence[Photo]:
    """List the published photos of a year."""
    return photos.list_published(session, of_year(year))


_ENDPOINTS = Endpoints(
    photos,
    "/photos",
    PhotoPublic,
    PhotoCreate,
    PhotoUpdate,
    update_method="PUT",
    managed_by=Permission.MANAGE_SHOWCASE,
)
add_staff_list(router, _ENDPOINTS, "/admin/photos")
add_reading(router, _ENDPOINTS)
add_writing(router, _ENDPOINTS)
