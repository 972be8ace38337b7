"""The videos, in display order, then newest first."""

from sqlalchemy import ColumnElement
from sqlmodel import col

from awards_site.core.collection import Collection
from awards_site.videos.models import FILTERED, Video


class Videos(Collection[Video]):
    """The films of the library."""

    table = Video
    noun = "Video"
    in_order = (col(Video.display_order), col(Video.created_at).desc(), col(Video.id).desc())


videos = Videos()


def of_category(category: str) -> ColumnElement[bool]:
    """Return the condition that a video is of a stored category, or shown by a public filter."""
    return col(Video.category).in_([category, *FILTERED.get(category, ())])


def of_year(year: int) -> ColumnElement[bool]:
    """Return the condition that a video is of a year."""
    return col(Video.year) == year
