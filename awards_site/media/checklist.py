"""What staff should do about files in the media library: renew the consents that expire."""

from collections.abc import Sequence
from datetime import date

from sqlmodel import Session, select

from awards_site.auth.permissions import Permission
from awards_site.core import clock
from awards_site.media.models import MediaItem
from awards_site.media.service import consent_filter, media_items
from awards_site.resources.checklist import Checklist


def _expiring_consent(item: MediaItem) -> str:
    if item.consent_expires_on is None:
        return ""
    last = date.fromisoformat(item.consent_expires_on)
    verb = "expired" if last < clock.today() else "expires"
    return f"The consent to use it {verb} on {last:%b} {last.day}, {last.year}"


class MediaChecklist(Checklist):
    """Lists the files whose consent has expired or soon will, whoever shows them."""

    def published(self, session: Session, limit: int | None = None) -> Sequence[MediaItem]:
        statement = select(MediaItem).where(consent_filter(session, "due"))
        return session.exec(statement.order_by(*media_items.ordering).limit(limit)).all()


CHECKLIST = MediaChecklist(
    media_items, Permission.MANAGE_SHOWCASE, "/admin/media", checks=(_expiring_consent,)
)
