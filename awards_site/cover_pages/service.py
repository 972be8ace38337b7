"""Cover pages, in display order, then newest first; at most one is active."""

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session, col, select, update

from awards_site.core.records.repository import Repository
from awards_site.cover_pages.models import CoverPage


class CoverPages(Repository[CoverPage]):
    """The repository of cover pages."""

    table = CoverPage
    label = "Cover page"
    ordering = (
        col(CoverPage.display_order),
        col(CoverPage.created_at).desc(),
        col(CoverPage.id).desc(),
    )
    duplicate_message = "Another cover page was activated at the same moment. Please try again."

    def read_active(self, session: Session) -> CoverPage | None:
        # Has the same condition as the partial index, so that the database uses it.
        return session.exec(select(CoverPage).where(col(CoverPage.is_active))).first()

    def activate(self, session: Session, key: int) -> CoverPage:
        """Activate a cover page, and deactivate all others."""
        return self.change(session, self.find(session, key), {"is_active": True})

    def prepare(self, session: Session, record: CoverPage, changes: Mapping[str, Any]) -> None:
        """Deactivate the other pages if this one becomes active."""
        if changes.get("is_active"):
            others = col(CoverPage.is_active).is_(True), col(CoverPage.id) != record.id
            session.execute(update(CoverPage).where(*others).values(is_active=False))


cover_pages = CoverPages()
