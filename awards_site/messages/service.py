"""Contact messages, newest first."""

from sqlmodel import col

from awards_site.messages.models import Message
from awards_site.resources.inbox import Inbox


class Messages(Inbox[Message]):
    """The repository of messages."""

    table = Message
    label = "Message"
    ordering = (col(Message.created_at).desc(), col(Message.id).desc())
    full = "Our inbox is full. Please try again later, or write to us by email."


messages = Messages()
