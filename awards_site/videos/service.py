"""Videos, in display order, then newest first."""

from sqlmodel import col

from awards_site.core.records.repository import Repository
from awards_site.videos.models import Video, VideoFilter


class Videos(Repository[Video]):
    """The repository of videos."""

    table = Video
    label = "Video"
    ordering = (col(Video.display_order), col(Video.created_at).desc(), col(Video.id).desc())
    filters = VideoFilter.categories_by_filter()


videos = Videos()
