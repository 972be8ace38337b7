"""What can be done with cover pages: read them, write them, and make one the active one."""

from collections.abc import Sequence
from typing import Any

from sqlmodel import Session, col, select, update

from awards_site.core import records
from awards_site.cover_pages.models import CoverPage, CoverPageCreate, CoverPageUpdate

NOUN = "Cover page"
ACTIVATED_MEANWHILE = "Another cover page was activated at the same moment. Please try again."


def read_active(session: Session) -> CoverPage | None:
    """Return the active cover page, or None."""
    # Written as in the index of the active page, so that the database recognises it.
    return session.exec(select(CoverPage).where(col(CoverPage.is_active))).first()


def list_all(session: Session) -> Sequence[CoverPage]:
    """Return all cover pages in display order, then newest first."""
    statement = select(CoverPage).order_by(
        col(CoverPage.display_order), col(CoverPage.created_at).desc(), col(CoverPage.id).desc()
    )
    return session.exec(statement).all()


def create(session: Session, fields: CoverPageCreate) -> CoverPage:
    """Store a new cover page; one that is active deactivates the others."""
    values = fields.model_dump()
    return _store(session, CoverPage(**values), values)


def change(session: Session, cover_page_id: int, fields: CoverPageUpdate) -> CoverPage:
    """Change the named fields; one that becomes active deactivates the others."""
    return _store(session, records.find(session, CoverPage, cover_page_id, NOUN), fields.given())


def activate(session: Session, cover_page_id: int) -> CoverPage:
    """Make a cover page the active one, and the only one (spec 2, section 4)."""
    cover_page = records.find(session, CoverPage, cover_page_id, NOUN)
    return _store(session, cover_page, {"is_active": True})


def delete(session: Session, cover_page_id: int) -> None:
    """Delete a cover page; when it was the active one, none is."""
    session.delete(records.find(session, CoverPage, cover_page_id, NOUN))


def _store(session: Session, cover_page: CoverPage, values: dict[str, Any]) -> CoverPage:
    if values.get("is_active"):
        session.execute(
            update(CoverPage)
            .where(col(CoverPage.is_active).is_(True), col(CoverPage.id) != cover_page.id)
            .values(is_active=False)
        )
    return records.change(session, cover_page, values, ACTIVATED_MEANWHILE)
