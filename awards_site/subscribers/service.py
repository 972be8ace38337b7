"""Newsletter subscribers, newest first, and how they confirm and end their subscription."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlmodel import Session, col, delete, select

from awards_site.core import clock
from awards_site.core.crypto.tokens import hash_token, new_token
from awards_site.core.errors import Conflict
from awards_site.core.records.schemas import Schema
from awards_site.mail import outbox
from awards_site.resources.inbox import Inbox
from awards_site.settings import settings
from awards_site.subscribers.emails import CONFIRMATION, confirmation
from awards_site.subscribers.models import Subscriber

CONFIRMATION_LIFETIME = timedelta(days=7)
"""How long a subscription can be confirmed; after that the email address is deleted."""
RESEND_INTERVAL = timedelta(hours=1)
"""The shortest time between two confirmation emails to one email address."""


class Subscribers(Inbox[Subscriber]):
    """The repository of subscribers."""

    table = Subscriber
    label = "Subscriber"
    ordering = (col(Subscriber.created_at).desc(), col(Subscriber.id).desc())
    full_message = (
        "The newsletter cannot accept more subscriptions at the moment. Please try again later."
    )
    duplicate_message = "This address has subscribed again in the meantime"

    def add(self, session: Session, fields: Schema) -> Subscriber:
        """Store an email address once; return the subscriber who has it.

        If emails are sent, the subscription begins when it is confirmed.
        """
        purge_unconfirmed(session)
        subscriber, is_new = self._create_once(session, fields)
        if not settings().sends_email:
            subscriber.confirm_token_hash = None
        elif is_new or _may_resend(subscriber):
            _ask_to_confirm(session, subscriber)
        return subscriber

    def prepare(self, session: Session, record: Subscriber, changes: Mapping[str, Any]) -> None:
        record.email_folded = record.email.casefold()

    def create_imported(self, session: Session, records: Sequence[Subscriber]) -> None:
        """Store imported email addresses, whose owners are asked to confirm as after the form."""
        if not settings().store_forms:
            raise Conflict("This site stores no subscriptions")
        self.check_room(session, len(records))
        if settings().sends_email:
            for record in records:
                _ask_to_confirm(session, record)
        super().create_imported(session, records)

    def undo_import(self, session: Session, records: Sequence[Subscriber], editor_id: int) -> None:
        """Also withdraw the emails that have not been sent yet."""
        super().undo_import(session, records, editor_id)
        outbox.withdraw(session, CONFIRMATION, [each.email for each in records])

    def _create_once(self, session: Session, fields: Schema) -> tuple[Subscriber, bool]:
        """Create a subscriber, or find the existing one; return whether it is new.

        It is always inserted first, so that a known address takes no less time than a new one.
        """
        try:
            with session.begin_nested():
                return self.create(session, fields), True
        except Conflict:
            return _find(session, fields.provided_fields()["email"]), False


subscribers = Subscribers()


def import_consent() -> str:
    """Return what somebody who imports subscribers has to confirm."""
    asked = "Everyone in this file has asked for the newsletter."
    if not settings().sends_email:
        return asked
    return f"{asked} Each of them gets an email, and is subscribed after following its link."


def can_confirm(session: Session, token: str) -> bool:
    return _find_unconfirmed(session, token) is not None


def confirm(session: Session, token: str) -> bool:
    """Begin the subscription of a token; return False if the token is unknown or expired."""
    subscriber = _find_unconfirmed(session, token)
    if subscriber is None:
        return False
    subscriber.confirm_token_hash = None
    subscriber.confirmed_at = clock.now()
    return True


def unsubscribe(session: Session, token: str) -> None:
    """Delete the subscriber with a token for good; an unknown token has no effect."""
    session.execute(delete(Subscriber).where(col(Subscriber.unsubscribe_token) == token))


def purge_unconfirmed(session: Session) -> None:
    """Delete the email addresses that were not confirmed in time."""
    session.execute(
        delete(Subscriber).where(
            col(Subscriber.confirm_token_hash).is_not(None),
            col(Subscriber.confirm_sent_at) <= clock.now() - CONFIRMATION_LIFETIME,
        )
    )


def add_missing_tokens(session: Session) -> None:
    """Give subscribers from before unsubscribe links their token."""
    statement = select(Subscriber).where(col(Subscriber.unsubscribe_token).is_(None))
    for subscriber in session.exec(statement):
        subscriber.unsubscribe_token = new_token()


def _ask_to_confirm(session: Session, subscriber: Subscriber) -> None:
    token = new_token()
    subscriber.confirm_token_hash = hash_token(token)
    subscriber.confirm_sent_at = clock.now()
    outbox.add(session, confirmation(token), subscriber.email)


def _may_resend(subscriber: Subscriber) -> bool:
    if subscriber.is_confirmed or subscriber.confirm_sent_at is None:
        return False
    return clock.now() - subscriber.confirm_sent_at >= RESEND_INTERVAL


def _find(session: Session, email: str) -> Subscriber:
    is_same = Subscriber.email_folded == email.casefold()
    return session.exec(select(Subscriber).where(is_same)).one()


def _find_unconfirmed(session: Session, token: str) -> Subscriber | None:
    statement = select(Subscriber).where(
        Subscriber.confirm_token_hash == hash_token(token),
        col(Subscriber.confirm_sent_at) > clock.now() - CONFIRMATION_LIFETIME,
    )
    return session.exec(statement).first()
