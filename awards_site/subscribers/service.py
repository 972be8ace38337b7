"""What can be done with subscribers: subscribe an address, list them, delete them."""

import logging

from sqlmodel import Session, col, select

from awards_site.core import records
from awards_site.core.errors import Conflict
from awards_site.core.listing import Listing
from awards_site.settings import settings
from awards_site.subscribers.models import Subscriber, SubscriberCreate, SubscriberPublic

NOUN = "Subscriber"
SUBSCRIBED_ANEW = "This address has subscribed again in the meantime"

listing = Listing(
    Subscriber,
    SubscriberPublic,
    (col(Subscriber.created_at).desc(), col(Subscriber.id).desc()),
)
"""The subscribers, newest first."""

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


def delete(session: Session, subscriber_id: int) -> Subscriber:
    """Delete a subscriber, and return it; for a while it can be brought back."""
    subscriber = records.find(session, Subscriber, subscriber_id, NOUN)
    records.delete(session, subscriber)
    return subscriber


def restore(session: Session, subscriber_id: int) -> Subscriber:
    """Bring a deleted subscriber back; raise Conflict when the address has subscribed anew."""
    return records.restore(session, Subscriber, subscriber_id, NOUN, SUBSCRIBED_ANEW)


def _find(session: Session, folded: str) -> Subscriber | None:
    return session.exec(select(Subscriber).where(Subscriber.email_folded == folded)).first()
