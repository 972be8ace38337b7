"""Contact messages, newest first."""

import logging
from datetime import timedelta

from sqlmodel import Session, col

from awards_site.core.repository import Repository
from awards_site.mail import outbox
from awards_site.messages.emails import RECEIPT, receipt
from awards_site.messages.models import Message, MessageCreate
from awards_site.settings import settings

RECEIPT_INTERVAL = timedelta(days=1)
"""The shortest time between two receipts to an address."""

log = logging.getLogger(__name__)


class Messages(Repository[Message]):
    """The repository of messages."""

    table = Message
    label = "Message"
    ordering = (col(Message.created_at).desc(), col(Message.id).desc())

    def receive(self, session: Session, fields: MessageCreate) -> MessageCreate | None:
        """Store a message, and return its fields.

        If `store_forms` is off, log it without its content and return None.
        """
        if not settings().store_forms:
            log.info("contact message not stored: AWARDS_STORE_FORMS is 0")
            return None
        message = self.create(session, fields)
        if settings().contact_recipients:
            message.announced_at = None
        if settings().sends_email and settings().mail_contact_receipts:
            _send_receipt(session, message.email)
        return fields


messages = Messages()


def _send_receipt(session: Session, address: str) -> None:
    """Send a receipt, but not several a day, so that nobody can fill the mailbox of another."""
    if not outbox.was_added(session, RECEIPT, within=RECEIPT_INTERVAL, recipient=address):
        outbox.add(session, receipt(), address)
