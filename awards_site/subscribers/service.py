"""Newsletter subscribers, newest first."""

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session, col, select

from awards_site.core.errors import Conflict
from awards_site.core.schemas import Schema
from awards_site.resources.inbox import Inbox
from awards_site.subscribers.models import Subscriber


class Subscribers(Inbox[Subscriber]):
    """The repository of subscribers."""

    table = Subscriber
    label = "Subscriber"
    ordering = (col(Subscriber.created_at).desc(), col(Subscriber.id).desc())
    full = "The newsletter takes no more subscriptions at the moment. Please try again later."
    duplicate = "This address has subscribed again in the meantime"

    def add(self, session: Session, fields: Schema) -> Subscriber | None:
        """Store an address once; return the subscriber who has it."""
        email: str = fields.provided_fields()["email"]
        existing = _find(session, email)
        if existing is not None:
            return existing
        try:
            with session.begin_nested():
                return self.create(session, fields)
        except Conflict:
            return _find(session, email)

    def prepare(self, session: Session, record: Subscriber, changes: Mapping[str, Any]) -> None:
        record.email_folded = record.email.casefold()


subscribers = Subscribers()


def _find(session: Session, email: str) -> Subscriber | None:
    is_same = Subscriber.email_folded == email.casefold()
    return session.exec(select(Subscriber).where(is_same)).first()
