"""Contact messages, newest first."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from sqlmodel import Session, col, delete

from awards_site.auth.models import User
from awards_site.auth.permissions import Permission, has_permission
from awards_site.core import clock
from awards_site.core.errors import Invalid
from awards_site.core.records.schemas import Schema
from awards_site.mail import outbox
from awards_site.messages.emails import RECEIPT, receipt
from awards_site.messages.models import Message, MessageStatus
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

    def prepare(self, session: Session, record: Message, changes: Mapping[str, Any]) -> None:
        """Find the assignee. Spam never counts as unread."""
        if changes.get("status") == MessageStatus.SPAM:
            record.is_read = True
        elif record.status == MessageStatus.SPAM and changes.get("is_read") is False:
            raise Invalid({"isRead": "Spam does not count as unread"})
        if "assignee_id" in changes:
            record.assignee = _assignee(session, changes["assignee_id"])

    def purge_expired(self, session: Session) -> None:
        """Delete the messages that are older than the retention period, if there is one."""
        days = settings().message_retention_days
        if days:
            old = col(Message.created_at) < clock.now() - timedelta(days=days)
            session.execute(delete(Message).where(old))


messages = Messages()


def _assignee(session: Session, key: int | None) -> User | None:
    user = session.get(User, key) if key else None
    if key and not (user and has_permission(user.role, Permission.READ_INBOX)):
        raise Invalid({"assigneeId": "Please choose an administrator or editor"})
    return user


def _send_receipt(session: Session, email: str) -> None:
    """Send a receipt, but not several a day, so that nobody can fill the mailbox of another."""
    if not outbox.was_added(session, RECEIPT, within=RECEIPT_INTERVAL, recipient=email):
        outbox.add(session, receipt(), email)
