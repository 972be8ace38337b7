"""The photos, in display order, then newest first."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement
from sqlalchemy.orm import joinedload, with_loader_criteria
from sqlmodel import Session, col

from awards_site.core.publishing import published
from awards_site.core.repository import Repository
from awards_site.nominees.models import Nominee
from awards_site.nominees.service import refuse_unknown_nominee
from awards_site.photos.models import FILTERED, Photo


class Photos(Repository[Photo]):
    """The pictures of the gallery."""

    table = Photo
    label = "Photo"
    ordering = (col(Photo.display_order), col(Photo.created_at).desc(), col(Photo.id).desc())
    filters = FILTERED
    # The name and the title of a nominee who is not published yet reach no visitor by a photo.
    for_visitors = (
        joinedload(Photo.nominee).load_only(Nominee.name, Nominee.title),  # type: ignore[arg-type]
        with_loader_criteria(Nominee, published(Nominee)),
    )

    def prepare(self, session: Session, record: Photo, changes: Mapping[str, Any]) -> None:
        refuse_unknown_nominee(session, changes)

    def store(self, session: Session, record: Photo, changes: Mapping[str, Any]) -> Photo:
        """Store a photo and read its nominee, whose name and title belong to the answer."""
        super().store(session, record, changes)
        session.refresh(record, ["nominee"])
        return record


photos = Photos()


def of_nominee(nominee_id: int) -> ColumnElement[bool]:
    return col(Photo.nominee_id) == nominee_id
