"""Use cases of cover pages that other records do not have."""

from awards_site.accounts.callers import Caller, use_case
from awards_site.core.audit.models import Action
from awards_site.core.database.sessions import reading, writing
from awards_site.features.cover_pages.entity import COVER_PAGE, CoverPageView, cover_pages


@use_case(COVER_PAGE.managed_by)
def find_shown(_caller: Caller) -> int | None:
    """Return the id of the cover page that visitors see, if any."""
    with reading() as session:
        page = cover_pages.read_active(session)
        return page.id if page else None


@use_case(COVER_PAGE.managed_by)
def activate(_caller: Caller, page_id: int) -> CoverPageView:
    """Activate a cover page, deactivate all others, and end their schedules that are on."""
    with writing() as session:
        page = cover_pages.activate(session, page_id)
        COVER_PAGE.audit(session, Action.ACTIVATED, page)
        return CoverPageView.model_validate(page)
