"""What can be done with photos: read them by category and year, write them."""

from collections.abc import Sequence

from sqlalchemy.orm import with_loader_criteria
from sqlmodel import Session, col, select

from awards_site.core import records
from awards_site.core.publishing import published, visible
from awards_site.nominees.models import Nominee
from awards_site.nominees.references import refuse_unknown_nominee
from awards_site.photos.models import FILTERED, Photo, PhotoCreate, PhotoUpdate

NOUN = "Photo"

# The name and the title of a nominee who is not published yet do not reach a visitor by a photo.
_NOMINEE_IF_PUBLISHED = with_loader_criteria(Nominee, published(Nominee))

_IN_ORDER = (col(Photo.display_order), col(Photo.created_at).desc(), col(Photo.id).desc())


def list_published(
    session: Session, *, category: str | None = None, year: int | None = None
) -> Sequence[Photo]:
    """Return the published photos in display order, then newest first.

    `category` is a stored category or the key of a public filter.
    """
    statement = (
        select(Photo).where(published(Photo)).order_by(*_IN_ORDER).options(_NOMINEE_IF_PUBLISHED)
    )
    if category is not None:
        statement = statement.where(
            col(Photo.category).in_([category, *FILTERED.get(category, ())])
        )
    if year is not None:
        statement = statement.where(Photo.year == year)
    return session.exec(statement).all()


def list_all(session: Session) -> Sequence[Photo]:
    """Return all photos, drafts included, in the same order."""
    return session.exec(select(Photo).order_by(*_IN_ORDER)).all()


def read(session: Session, photo_id: int, staff: bool) -> Photo:
    """Return a photo; raise NotFound where there is none for this caller."""
    options = () if staff else (_NOMINEE_IF_PUBLISHED,)
    return visible(records.find(session, Photo, photo_id, NOUN, options=options), staff, NOUN)


def create(session: Session, fields: PhotoCreate) -> Photo:
    """Store a new photo; raise Invalid when its nominee does not exist."""
    values = fields.model_dump()
    refuse_unknown_nominee(session, values)
    return _with_nominee(session, records.add(session, Photo(**values)))


def update(session: Session, photo_id: int, fields: PhotoUpdate) -> Photo:
    """Change the named fields; raise Invalid when the nominee does not exist."""
    photo = records.find(session, Photo, photo_id, NOUN)
    changes = fields.given()
    refuse_unknown_nominee(session, changes)
    return _with_nominee(session, records.change(session, photo, changes))


def delete(session: Session, photo_id: int) -> None:
    """Delete a photo."""
    session.delete(records.find(session, Photo, photo_id, NOUN))


def _with_nominee(session: Session, photo: Photo) -> Photo:
    session.refresh(photo, ["nominee"])
    return photo
