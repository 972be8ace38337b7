"""Photos, in display order, then newest first."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement
from sqlalchemy.orm import joinedload, with_loader_criteria
from sqlmodel import Session, col

from awards_site.core.records.publishing import published
from awards_site.core.records.repository import Repository
from awards_site.nominees.embargoes import DECIDING_COLUMNS, hide_results
from awards_site.nominees.models import Nominee
from awards_site.nominees.service import (
    hide_unpublished_nominees,
    refers_to_published,
    require_nominee,
)
from awards_site.photos.models import Photo, PhotoFilter


class Photos(Repository[Photo]):
    """The repository of photos."""

    table = Photo
    label = "Photo"
    ordering = (col(Photo.display_order), col(Photo.created_at).desc(), col(Photo.id).desc())
    filters = PhotoFilter.categories_by_filter()
    # Hides unpublished nominees from visitors.
    for_visitors = (
        joinedload(Photo.nominee).load_only(Nominee.name, Nominee.title, *DECIDING_COLUMNS),  # type: ignore[arg-type]
        with_loader_criteria(Nominee, published(Nominee)),
    )

    def restrict(self, session: Session, records: Sequence[Photo]) -> None:
        super().restrict(session, records)
        hide_unpublished_nominees(records)
        hide_results(session, [each.nominee for each in records if each.nominee])

    def prepare(self, session: Session, record: Photo, changes: Mapping[str, Any]) -> None:
        require_nominee(session, changes)

    def store(self, session: Session, record: Photo, changes: Mapping[str, Any]) -> Photo:
        """Store a photo and load its nominee, whose name and title are part of the response."""
        super().store(session, record, changes)
        session.refresh(record, ["nominee"])
        return record


photos = Photos()


def shows_nominee(nominee_id: int) -> ColumnElement[bool]:
    """Return the condition that a photo shows a nominee who is published."""
    return refers_to_published(Photo.nominee_id, nominee_id)
