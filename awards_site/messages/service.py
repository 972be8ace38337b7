"""Contact messages, newest first."""

from datetime import timedelta

from sqlmodel import Session, col, delete

from awards_site.core import clock
from awards_site.messages.models import Message
from awards_site.resources.inbox import Inbox
from awards_site.settings import settings


class Messages(Inbox[Message]):
    """The repository of messages."""

    table = Message
    label = "Message"
    ordering = (col(Message.created_at).desc(), col(Message.id).desc())
    full = "Our inbox is full. Please try again later, or write to us by email."

    def purge_expired(self, session: Session) -> None:
        """Delete the messages that are older than the retention period, if there is one."""
        days = settings().message_retention_days
        if days:
            old = col(Message.created_at) < clock.now() - timedelta(days=days)
            session.execute(delete(Message).where(old))


messages = Messages()
