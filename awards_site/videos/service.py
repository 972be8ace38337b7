"""Videos, in display order, then newest first."""

from sqlalchemy import literal
from sqlmodel import col, func

from awards_site.core.records.repository import Repository
from awards_site.videos.models import Video, VideoFilter

_ZEROS = "0" * 20
"""As many as a duration has characters at most."""
_PADDED = literal(_ZEROS).concat(col(Video.duration))
SORTED_DURATION = func.substr(_PADDED, func.length(Video.duration) + 1)
"""By what videos are sorted by their duration: 9:30 comes before 12:45, and that before 1:02:03."""


class Videos(Repository[Video]):
    """The repository of videos."""

    table = Video
    label = "Video"
    ordering = (col(Video.display_order), col(Video.created_at).desc(), col(Video.id).desc())
    filters = VideoFilter.categories_by_filter()


videos = Videos()
