"""Contact messages, newest first."""

import logging
from datetime import timedelta

from sqlmodel import Session, col, delete

from awards_site.core import clock
from awards_site.core.repository import Repository
from awards_site.messages.models import Message, MessageCreate
from awards_site.settings import settings

log = logging.getLogger(__name__)


class Messages(Repository[Message]):
    """The repository of messages."""

    table = Message
    label = "Message"
    ordering = (col(Message.created_at).desc(), col(Message.id).desc())

    def receive(self, session: Session, fields: MessageCreate) -> Message | None:
        """Store a message; if `store_forms` is off, log it without its content and return None."""
        if not settings().store_forms:
            log.info("contact message not stored: AWARDS_STORE_FORMS is 0")
            return None
        return self.create(session, fields)

    def purge_expired(self, session: Session) -> None:
        """Delete the messages that are older than the retention period, if there is one."""
        days = settings().message_retention_days
        if days:
            old = col(Message.created_at) < clock.now() - timedelta(days=days)
            session.execute(delete(Message).where(old))


messages = Messages()
