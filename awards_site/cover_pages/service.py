"""The cover pages, in display order, then newest first; one of them is the active one."""

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session, col, select, update

from awards_site.core.repository import Repository
from awards_site.cover_pages.models import CoverPage


class CoverPages(Repository[CoverPage]):
    """What the home page's hero can show."""

    table = CoverPage
    label = "Cover page"
    ordering = (
        col(CoverPage.display_order),
        col(CoverPage.created_at).desc(),
        col(CoverPage.id).desc(),
    )
    duplicate = "Another cover page was activated at the same moment. Please try again."

    def read_active(self, session: Session) -> CoverPage | None:
        # Written as in the index of the active page, so that the database recognises it.
        return session.exec(select(CoverPage).where(col(CoverPage.is_active))).first()

    def activate(self, session: Session, key: int) -> CoverPage:
        """Make a cover page the active one, and the only one (spec 2, section 4)."""
        return self.change(session, self.find(session, key), {"is_active": True})

    def prepare(self, session: Session, record: CoverPage, changes: Mapping[str, Any]) -> None:
        """Deactivate the others when a page becomes the active one."""
        if changes.get("is_active"):
            others = col(CoverPage.is_active).is_(True), col(CoverPage.id) != record.id
            session.execute(update(CoverPage).where(*others).values(is_active=False))


cover_pages = CoverPages()
