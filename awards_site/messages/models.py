"""Contact messages: their fields with the rules, their schemas, and their table."""

from typing import Annotated

from sqlalchemy import Index
from sqlmodel import Field

from awards_site.core import rules
from awards_site.core.content_version import not_public
from awards_site.core.managed import Managed
from awards_site.core.rules import Email, Flag, Text
from awards_site.core.schemas import Fields, StoredFields, answer
from awards_site.core.vocabulary import Vocabulary


class InquiryType(Vocabulary):
    """The inquiry types that the forms offer."""

    GENERAL = "general", "General inquiry"
    NOMINATION = "nomination", "Nomination"
    SPONSORSHIP = "sponsorship", "Sponsorship"
    MEDIA = "media", "Media"
    FEEDBACK = "feedback", "Feedback"


class MessageFields(Fields):
    """What a visitor fills in, on either form."""

    name: Annotated[str, Text(2)]
    email: Annotated[str, Email()]
    subject: Annotated[str | None, Text(5)] = None
    inquiry_type: Annotated[str, Text(1, "Please select an inquiry type", maximum=100)]
    message: Annotated[str, Text(10, maximum=rules.PARAGRAPHS)]


class MessageCreate(MessageFields):
    """A message that is sent."""


class MessageUpdate(Fields):
    """Whether a member of staff has opened the message."""

    is_read: Annotated[bool, Flag()]


@answer
class MessagePublic(StoredFields, MessageFields):
    """A message as staff read it."""

    is_read: bool


@not_public
class Message(Managed, MessageFields, table=True):
    """A message from a visitor."""

    __tablename__ = "messages"
    called_by = "name"
    searched = ("name", "email", "subject", "inquiry_type", "message")
    __table_args__ = (Index("ix_messages_created_at", "created_at"),)

    is_read: bool = Field(default=False, index=True)
