"""Contact messages, newest first."""

from datetime import timedelta

from sqlmodel import Session, col, delete

from awards_site.core import clock
from awards_site.core.records.schemas import Schema
from awards_site.mail import outbox
from awards_site.messages.emails import RECEIPT, receipt
from awards_site.messages.models import Message
from awards_site.resources.inbox import Inbox
from awards_site.settings import settings

RECEIPT_INTERVAL = timedelta(days=1)
"""The shortest time between two receipts to an email address."""


class Messages(Inbox[Message]):
    """The repository of messages."""

    table = Message
    label = "Message"
    ordering = (col(Message.created_at).desc(), col(Message.id).desc())
    full_message = "Our inbox is full. Please try again later, or write to us by email."

    def add(self, session: Session, fields: Schema) -> Message:
        """Store a message, from which emails to staff and to the sender follow."""
        message = self.create(session, fields)
        if settings().contact_recipients:
            message.announced_at = None
        if settings().sends_email and settings().mail_contact_receipts:
            _send_receipt(session, message.email)
        return message

    def purge_expired(self, session: Session) -> None:
        """Delete the messages that are older than the retention period, if there is one."""
        days = settings().message_retention_days
        if days:
            old = col(Message.created_at) < clock.now() - timedelta(days=days)
            session.execute(delete(Message).where(old))


messages = Messages()


def _send_receipt(session: Session, email: str) -> None:
    """Send a receipt, but not several a day, so that nobody can fill the mailbox of another."""
    if not outbox.was_added(session, RECEIPT, within=RECEIPT_INTERVAL, recipient=email):
        outbox.add(session, receipt(), email)
