"""What staff should complete before visitors see a photo."""

from awards_site.auth.permissions import Permission
from awards_site.core.presentation import media_details
from awards_site.photos.models import Photo
from awards_site.photos.service import photos
from awards_site.resources.checklist import Checklist


def _missing_alternative_text(photo: Photo) -> str:
    is_described = photo.alt_text or "alt" in media_details.find(photo.image_url)
    return "" if is_described else "Alternative text missing"


CHECKLIST = Checklist(
    photos,
    Permission.MANAGE_SHOWCASE,
    "/admin/photos",
    checks=(_missing_alternative_text,),
)
