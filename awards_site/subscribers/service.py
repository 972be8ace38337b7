"""What can be done with subscribers: subscribe an address, list them, delete them."""

import logging
from collections.abc import Sequence

from sqlmodel import Session, col, select

from awards_site.core import records
from awards_site.core.errors import Conflict
from awards_site.settings import settings
from awards_site.subscribers.models import Subscriber, SubscriberCreate

NOUN = "Subscriber"

log = logging.getLogger(__name__)


def subscribe(session: Session, fields: SubscriberCreate) -> Subscriber | None:
    """Store an address once; where forms are not stored, log that one came and return None."""
    if not settings().store_forms:
        log.info("A newsletter subscription came in and was not stored: AWARDS_STORE_FORMS is 0")
        return None
    folded = fields.email.casefold()
    known = _find(session, folded)
    if known is not None:
        return known
    try:
        with session.begin_nested():
            return records.add(session, Subscriber(**fields.model_dump(), email_folded=folded))
    except Conflict:
        return _find(session, folded)


def list_all(session: Session) -> Sequence[Subscriber]:
    """Return all subscribers, newest first."""
    statement = select(Subscriber).order_by(
        col(Subscriber.created_at).desc(), col(Subscriber.id).desc()
    )
    return session.exec(statement).all()


def delete(session: Session, subscriber_id: int) -> None:
    """Delete a subscriber."""
    session.delete(records.find(session, Subscriber, subscriber_id, NOUN))


def _find(session: Session, folded: str) -> Subscriber | None:
    return session.exec(select(Subscriber).where(Subscriber.email_folded == folded)).first()
