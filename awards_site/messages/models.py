"""Contact messages: fields with validation rules, schemas and table."""

from datetime import datetime
from typing import Annotated

from sqlalchemy import Index
from sqlmodel import Field

from awards_site.core import clock
from awards_site.core.database.column_types import UtcDateTime
from awards_site.core.database.sorting import sort_key_column
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.schemas import Schema, StoredSchema, SubmittedForm, response_schema
from awards_site.core.validation.choices import LabeledEnum
from awards_site.core.validation.text_validators import MAX_TEXT_LENGTH, Email, Text
from awards_site.core.validation.value_validators import Boolean, Choice


class InquiryType(LabeledEnum):
    """The inquiry types of the contact forms."""

    GENERAL = "general", "General inquiry"
    NOMINATION = "nomination", "Nomination"
    SPONSORSHIP = "sponsorship", "Sponsorship"
    MEDIA = "media", "Media"
    FEEDBACK = "feedback", "Feedback"


class MessageBase(Schema):
    """The fields of the contact forms."""

    name: Annotated[str, Text(2)]
    email: Annotated[str, Email()]
    subject: Annotated[str | None, Text(5)] = None
    inquiry_type: Annotated[str, Choice(InquiryType, message="Please select an inquiry type")]
    message: Annotated[str, Text(10, max_length=MAX_TEXT_LENGTH)]


class MessageCreate(SubmittedForm, MessageBase):
    """A new message."""


class MessageUpdate(Schema):
    """A partial update of a message: whether it has been read."""

    is_read: Annotated[bool, Boolean()]


@response_schema
class MessagePublic(StoredSchema, MessageBase):
    """A message as staff read it."""

    is_read: bool


@not_public
class Message(ManagedRecord, MessageBase, table=True):
    """A message from a visitor."""

    __tablename__ = "messages"
    title_field = "name"
    is_personal = True
    has_versions = False
    search_fields = ("name", "email", "subject", "inquiry_type", "message")
    __table_args__ = (
        Index("ix_messages_created_at", "created_at"),
        # With the id, the unread ones are counted and sorted in the index alone.
        Index("ix_messages_is_read_created_at_id", "is_read", "created_at", "id"),
        Index("ix_messages_name_sort_key_created_at_id", "name_sort_key", "created_at", "id"),
        Index("ix_messages_email_sort_key_created_at_id", "email_sort_key", "created_at", "id"),
        # The order of the types is not that of their values, but found in the index alone.
        Index("ix_messages_inquiry_type_created_at_id", "inquiry_type", "created_at", "id"),
    )
    sort_fields = ("name", "email")

    is_read: bool = False
    name_sort_key: str = sort_key_column()
    email_sort_key: str = sort_key_column()
    announced_at: datetime | None = Field(
        default_factory=lambda: clock.now(), sa_type=UtcDateTime, index=True
    )
    """When staff were told of it by email; None if that is still to be done."""
