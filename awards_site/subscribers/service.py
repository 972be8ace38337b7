"""Newsletter subscribers, newest first."""

import logging
from collections.abc import Mapping
from typing import Any

from sqlmodel import Session, col, select

from awards_site.core.errors import Conflict
from awards_site.core.repository import Repository
from awards_site.settings import settings
from awards_site.subscribers.models import Subscriber, SubscriberCreate

log = logging.getLogger(__name__)


class Subscribers(Repository[Subscriber]):
    """The repository of subscribers."""

    table = Subscriber
    label = "Subscriber"
    ordering = (col(Subscriber.created_at).desc(), col(Subscriber.id).desc())
    duplicate = "This address has subscribed again in the meantime"

    def subscribe(self, session: Session, fields: SubscriberCreate) -> Subscriber | None:
        """Store an address once; if `store_forms` is off, log without it and return None."""
        if not settings().store_forms:
            log.info("newsletter subscription not stored: AWARDS_STORE_FORMS is 0")
            return None
        existing = _find(session, fields.email)
        if existing is not None:
            return existing
        try:
            with session.begin_nested():
                return self.create(session, fields)
        except Conflict:
            return _find(session, fields.email)

    def prepare(self, session: Session, record: Subscriber, changes: Mapping[str, Any]) -> None:
        record.email_folded = record.email.casefold()


subscribers = Subscribers()


def _find(session: Session, email: str) -> Subscriber | None:
    is_same = Subscriber.email_folded == email.casefold()
    return session.exec(select(Subscriber).where(is_same)).first()
