"""Cover pages, in display order, then newest first; at most one is active."""

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session, col, select

from awards_site.auth.permissions import Permission
from awards_site.core.audit.models import Action
from awards_site.core.records.repository import Repository
from awards_site.core.records.schemas import Schema
from awards_site.cover_pages.models import CoverPage
from awards_site.resources.versions import record_write


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

    def create(self, session: Session, fields: Schema) -> CoverPage:
        self._deactivate_others(session, fields.model_dump())
        return super().create(session, fields)

    def change(self, session: Session, record: CoverPage, values: Mapping[str, Any]) -> CoverPage:
        self._deactivate_others(session, values, record.id)
        return super().change(session, record, values)

    def _deactivate_others(
        self, session: Session, values: Mapping[str, Any], key: int | None = None
    ) -> None:
        """Deactivate the other pages if the page of this id, or a new one, becomes active.

        Each of them gets its own version and audit log entry. They are written first, because the
        database permits one active page.
        """
        if not values.get("is_active"):
            return
        others = col(CoverPage.is_active).is_(True), col(CoverPage.id) != key
        for page in session.exec(select(CoverPage).where(*others)).all():
            page.is_active = False
            permission = Permission.MANAGE_PARTNERS
            record_write(session, Action.DEACTIVATED, self.label, page, permission)


cover_pages = CoverPages()
