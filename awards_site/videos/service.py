"""The videos, in display order, then newest first."""

from sqlmodel import col

from awards_site.core.repository import Repository
from awards_site.videos.models import FILTERED, Video


class Videos(Repository[Video]):
    """The films of the library."""

    table = Video
    label = "Video"
    ordering = (col(Video.display_order), col(Video.created_at).desc(), col(Video.id).desc())
    filters = FILTERED


videos = Videos()
