"""What can be done with contact messages: receive them, read them, delete them."""

import logging
from collections.abc import Sequence

from sqlmodel import Session, col, select

from awards_site.core import records
from awards_site.messages.models import Message, MessageCreate, MessageUpdate
from awards_site.settings import settings

NOUN = "Message"

log = logging.getLogger(__name__)


def receive(session: Session, fields: MessageCreate) -> Message | None:
    """Store a message; where forms are not stored, log that one came and return None."""
    if not settings().store_forms:
        log.info("A contact message came in and was not stored: AWARDS_STORE_FORMS is 0")
        return None
    return records.add(session, Message(**fields.model_dump()))


def list_all(session: Session) -> Sequence[Message]:
    """Return all messages, newest first."""
    statement = select(Message).order_by(col(Message.created_at).desc(), col(Message.id).desc())
    return session.exec(statement).all()


def update(session: Session, message_id: int, fields: MessageUpdate) -> Message:
    """Mark a message as read or unread."""
    message = records.find(session, Message, message_id, NOUN)
    return records.change(session, message, fields.given())


def delete(session: Session, message_id: int) -> None:
    """Delete a message."""
    session.delete(records.find(session, Message, message_id, NOUN))
