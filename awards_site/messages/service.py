"""The messages, newest first."""

import logging

from sqlmodel import Session, col

from awards_site.core.repository import Repository
from awards_site.messages.models import Message, MessageCreate
from awards_site.settings import settings

log = logging.getLogger(__name__)


class Messages(Repository[Message]):
    """What visitors have written to the organisers."""

    table = Message
    label = "Message"
    ordering = (col(Message.created_at).desc(), col(Message.id).desc())

    def receive(self, session: Session, fields: MessageCreate) -> Message | None:
        """Store a message; where forms are not stored, log that one came and return None."""
        if not settings().store_forms:
            log.info("A contact message came in and was not stored: AWARDS_STORE_FORMS is 0")
            return None
        return self.create(session, fields)


messages = Messages()
