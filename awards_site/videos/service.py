"""What can be done with videos: read them by category and year, write them."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from awards_site.core import records
from awards_site.core.publishing import published, visible
from awards_site.videos.models import FILTERED, Video, VideoCreate, VideoUpdate

NOUN = "Video"

_IN_ORDER = (col(Video.display_order), col(Video.created_at).desc(), col(Video.id).desc())


def list_published(
    session: Session, *, category: str | None = None, year: int | None = None
) -> Sequence[Video]:
    """Return the published videos in display order, then newest first.

    `category` is a stored category or the key of a public filter.
    """
    statement = select(Video).where(published(Video)).order_by(*_IN_ORDER)
    if category is not None:
        statement = statement.where(
            col(Video.category).in_([category, *FILTERED.get(category, ())])
        )
    if year is not None:
        statement = statement.where(Video.year == year)
    return session.exec(statement).all()


def list_all(session: Session) -> Sequence[Video]:
    """Return all videos, drafts included, in the same order."""
    return session.exec(select(Video).order_by(*_IN_ORDER)).all()


def read(session: Session, video_id: int, staff: bool) -> Video:
    """Return a video; raise NotFound where there is none for this caller."""
    return visible(records.find(session, Video, video_id, NOUN), staff, NOUN)


def create(session: Session, fields: VideoCreate) -> Video:
    """Store a new video."""
    return records.add(session, Video(**fields.model_dump()))


def update(session: Session, video_id: int, fields: VideoUpdate) -> Video:
    """Change the named fields."""
    video = records.find(session, Video, video_id, NOUN)
    return records.change(session, video, fields.given())


def delete(session: Session, video_id: int) -> None:
    """Delete a video."""
    session.delete(records.find(session, Video, video_id, NOUN))
