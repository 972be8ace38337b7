"""Cover pages, in display order, then newest first; at most one is active.

The active one has no schedule. Another one with a schedule takes its place meanwhile.
"""

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session, col, select

from awards_site.auth.permissions import Permission
from awards_site.core import clock
from awards_site.core.audit.models import Action
from awards_site.core.errors import Invalid
from awards_site.core.records.publishing import published
from awards_site.core.records.repository import Repository
from awards_site.core.records.schemas import Schema
from awards_site.cover_pages.models import CoverPage
from awards_site.resources.versions import record_write

ACTIVE_HAS_NO_SCHEDULE = "The active cover page has no schedule"
START_MISSING = "It must be published before it is unpublished"


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
        """Return the page that visitors see: by the schedule that started last, or the active one.

        None if there is neither.
        """
        latest = col(CoverPage.publish_at).desc().nulls_last(), col(CoverPage.id).desc()
        statement = select(CoverPage).where(published(CoverPage)).order_by(*latest)
        page = session.exec(statement.limit(1)).first()
        if page is not None:
            self.restrict(session, [page])
        return page

    def activate(self, session: Session, key: int) -> CoverPage:
        """Show a cover page now: deactivate all others, and end their schedules that are on."""
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
        """Withdraw the other pages if the page of this id, or a new one, becomes active.

        The active one is deactivated, and schedules that are on end now, so that visitors see the
        new one. Each of them gets its own version and audit log entry. They are written first,
        because the database permits one active page.
        """
        if not values.get("is_active"):
            return
        others = published(CoverPage), col(CoverPage.id) != key
        for page in session.exec(select(CoverPage).where(*others)).all():
            if page.is_active:
                page.is_active = False
            else:
                page.unpublish_at = clock.now()
            permission = Permission.MANAGE_PARTNERS
            record_write(session, Action.DEACTIVATED, self.record_type, page, permission)

    def prepare(self, session: Session, record: CoverPage, changes: Mapping[str, Any]) -> None:
        """Remove the schedule of a page that is activated. Raises Invalid."""
        if changes.get("is_active"):
            record.publish_at = record.unpublish_at = None
        elif record.is_active and record.publish_at:
            raise Invalid({"publish_at": ACTIVE_HAS_NO_SCHEDULE})
        elif record.unpublish_at and not record.publish_at:
            raise Invalid({"unpublish_at": START_MISSING})


cover_pages = CoverPages()
