"""What staff should complete before visitors see a video."""

from awards_site.auth.permissions import Permission
from awards_site.resources.checklist import Checklist, requires
from awards_site.videos.service import videos

CHECKLIST = Checklist(
    videos,
    Permission.MANAGE_SHOWCASE,
    "/admin/videos",
    checks=(requires("thumbnail_url", "Thumbnail missing"),),
    link_fields=("video_url",),
)
