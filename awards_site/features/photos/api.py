"""The HTTP endpoints of photos."""

from collections.abc import Sequence

from fastapi import APIRouter

from awards_site.accounts.permissions import Permission
from awards_site.core import paths
from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.path_parameters import Id
from awards_site.features.nominees.service import find_by_name
from awards_site.features.photos.entity import (
    Photo,
    PhotoCreate,
    PhotoUpdate,
    PhotoView,
    photos,
    shows_nominee,
)
from awards_site.records.arrangement import add_order
from awards_site.records.bulk import add_bulk
from awards_site.records.draft_endpoints import add_drafts
from awards_site.records.endpoints import Endpoints
from awards_site.records.imports.api import add_import
from awards_site.records.imports.service import Importer
from awards_site.records.published import add_published_lists, public_router

published = public_router("photos")
router = APIRouter(tags=["photos"])

add_published_lists(published, photos, PhotoView, "/photos")


@published.get("/photos/nominee/{nominee_id}", response_model=list[PhotoView])
def list_photos_of_nominee(nominee_id: Id, session: ReadSession) -> Sequence[Photo]:
    """List the published photos that show a nominee."""
    return photos.list_published(session, shows_nominee(nominee_id))


_endpoints = Endpoints(router, photos, "/photos", PhotoView, Permission.MANAGE_SHOWCASE)
_endpoints.add_list("/admin/photos")
_endpoints.add_export("/admin/photos/export", "photos")
importer = Importer(
    _endpoints,
    PhotoCreate,
    same=("title", "image_url"),
    labels={
        "image_url": "Image URL",
        "alt_text": "Alternative text",
        "nominee_id": "Nominee",
    },
    references={"nominee_id": find_by_name},
)
add_order(_endpoints, PhotoUpdate)
add_import(importer)
_endpoints.add_read()
_endpoints.add_writes(PhotoCreate, "PUT", PhotoUpdate)
add_bulk(_endpoints, PhotoUpdate, settable=("category", "year"))
add_drafts(
    _endpoints,
    PhotoCreate,
    PhotoUpdate,
    lambda each: f"{paths.GALLERY}?year={each.year}" if each.year else paths.GALLERY,
)
