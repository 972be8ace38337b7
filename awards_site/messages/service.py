"""Contact messages, newest first."""

import logging

from sqlmodel import Session, col

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


messages = Messages()
