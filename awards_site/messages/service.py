"""What can be done with contact messages: receive them, read them, delete them."""

import logging

from sqlmodel import Session, col

from awards_site.core import records
from awards_site.core.listing import Listing
from awards_site.messages.models import Message, MessageCreate, MessagePublic, MessageUpdate
from awards_site.settings import settings

NOUN = "Message"

listing = Listing(Message, MessagePublic, (col(Message.created_at).desc(), col(Message.id).desc()))
"""The messages, newest first."""

log = logging.getLogger(__name__)


def receive(session: Session, fields: MessageCreate) -> Message | None:
    """Store a message; where forms are not stored, log that one came and return None."""
    if not settings().store_forms:
        log.info("A contact message came in and was not stored: AWARDS_STORE_FORMS is 0")
        return None
    return records.add(session, Message(**fields.model_dump()))


def find(session: Session, message_id: int) -> Message:
    """Return the message of an id; raise NotFound when there is none."""
    return records.find(session, Message, message_id, NOUN)


def update(session: Session, message_id: int, fields: MessageUpdate) -> Message:
    """Mark a message as read or unread."""
    return records.change(session, find(session, message_id), fields.given())


def delete(session: Session, message_id: int) -> Message:
    """Delete a message, and return it; for a while it can be brought back."""
    message = find(session, message_id)
    records.delete(session, message)
    return message


def restore(session: Session, message_id: int) -> Message:
    """Bring a deleted message back."""
    return records.restore(session, Message, message_id, NOUN)
