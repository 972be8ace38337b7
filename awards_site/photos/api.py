"""The HTTP endpoints of photos (spec 2, section 7)."""

from collections.abc import Sequence

from fastapi import APIRouter

from awards_site.auth.access import Staff, allow
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession, WriteSession
from awards_site.core.http.paths import Id, Year
from awards_site.core.http.revalidation import RevalidatedRoute
from awards_site.photos import service
from awards_site.photos.models import Photo, PhotoCreate, PhotoPublic, PhotoUpdate

published = APIRouter(
    tags=["photos"],
    route_class=RevalidatedRoute,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
router = APIRouter(tags=["photos"])
_reading = [allow(Permission.READ_PUBLIC)]
_managing = [allow(Permission.MANAGE_SHOWCASE)]


@published.get("/photos", response_model=list[PhotoPublic])
def list_photos(session: ReadSession) -> Sequence[Photo]:
    """List the published photos."""
    return service.list_published(session)


@published.get("/photos/category/{category}", response_model=list[PhotoPublic])
def list_photos_of_category(category: str, session: ReadSession) -> Sequence[Photo]:
    """List the published photos of a stored category or a public filter."""
    return service.list_published(session, category=category)


@published.get("/photos/year/{year}", response_model=list[PhotoPublic])
def list_photos_of_year(year: Year, session: ReadSession) -> Sequence[Photo]:
    """List the published photos of a year."""
    return service.list_published(session, year=year)


@router.get("/admin/photos", response_model=list[PhotoPublic], dependencies=_managing)
def list_all_photos(session: ReadSession) -> Sequence[Photo]:
    """List all photos, drafts included."""
    return service.list_all(session)


@router.get("/photos/{photo_id}", response_model=PhotoPublic, dependencies=_reading)
def read_photo(photo_id: Id, session: ReadSession, staff: Staff) -> Photo:
    """Read one photo; a draft only as staff."""
    return service.read(session, photo_id, staff)


@router.post("/photos", status_code=201, response_model=PhotoPublic, dependencies=_managing)
def create_photo(body: PhotoCreate, session: WriteSession) -> Photo:
    """Create a photo."""
    return service.create(session, body)


@router.put("/photos/{photo_id}", response_model=PhotoPublic, dependencies=_managing)
def update_photo(photo_id: Id, body: PhotoUpdate, session: WriteSession) -> Photo:
    """Change the named fields of a photo."""
    return service.update(session, photo_id, body)


@router.delete("/photos/{photo_id}", status_code=204, dependencies=_managing)
def delete_photo(photo_id: Id, session: WriteSession) -> None:
    """Delete a photo."""
    service.delete(session, photo_id)
