"""Contact messages with their notes and replies: fields, rules, schemas and tables."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

from pydantic import Field as Described
from sqlalchemy import ColumnElement, ForeignKey, Index, text
from sqlmodel import Field, Relationship, Session, col, delete

from awards_site.accounts.models import User
from awards_site.accounts.permissions import Permission, has_permission
from awards_site.core import clock, paths
from awards_site.core.database.engine import UtcDateTime, sort_key_column
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.errors import Invalid
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.mail import outbox
from awards_site.core.mail.message import Note, Paragraph, TemplatedEmail
from awards_site.core.mail.outbox import OutgoingEmail
from awards_site.core.request_context import current_request
from awards_site.core.schemas import (
    Record,
    Schema,
    StoredSchema,
    SubmittedForm,
    optional_reference,
    partial,
    response_schema,
)
from awards_site.core.validation import (
    MAX_TEXT_LENGTH,
    Boolean,
    Choice,
    Email,
    LabeledEnum,
    Number,
    Text,
)
from awards_site.records.entity import Entity
from awards_site.records.public_form import Inbox
from awards_site.settings import settings

MAX_NOTE_LENGTH = 5_000
MAX_KEY_LENGTH = 100
MAX_BULK_REPLIES = 50


class InquiryType(LabeledEnum):
    """The inquiry types of the contact forms."""

    GENERAL = "general", "General inquiry"
    NOMINATION = "nomination", "Nomination"
    SPONSORSHIP = "sponsorship", "Sponsorship"
    MEDIA = "media", "Media"
    FEEDBACK = "feedback", "Feedback"


class MessageStatus(LabeledEnum):
    """The progress of staff with a message."""

    NEW = "new", "New"
    IN_PROGRESS = "in-progress", "In progress"
    ANSWERED = "answered", "Answered"
    SPAM = "spam", "Spam"


class MessageBase(Schema):
    """The fields of the contact forms."""

    name: Annotated[str, Text(2)]
    email: Annotated[str, Email()]
    subject: Annotated[str | None, Text(5)] = None
    inquiry_type: Annotated[str, Choice(InquiryType, message="Please select an inquiry type")]
    message: Annotated[str, Text(10, max_length=MAX_TEXT_LENGTH)]


class MessageCreate(SubmittedForm, MessageBase):
    """A new message."""


@partial
class MessageUpdate(Schema):
    """A partial update of a message: what staff do with it."""

    is_read: Annotated[bool, Boolean()]
    status: Annotated[str, Choice(MessageStatus)]
    assignee_id: Annotated[int | None, Number(1)]


@response_schema
class MessagePublic(StoredSchema, MessageBase):
    """A message as staff read it."""

    is_read: bool
    status: str
    assignee_id: int | None
    assignee_name: str | None
    reply_count: int


def _is_assigned(assignee: str) -> ColumnElement[bool]:
    """Return the condition that a message is the caller's ('me') or unassigned ('none')."""
    if assignee not in {"me", "none"}:
        raise Invalid({"assignee": "assignee must be me or none"})
    request = current_request()
    user_id = request and request.user_id
    assigned = col(Message.assignee_id)
    return assigned.is_(None) if assignee == "none" else assigned == user_id


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
        Index("ix_messages_status_created_at_id", "status", "created_at", "id"),
        Index("ix_messages_assignee_id_created_at_id", "assignee_id", "created_at", "id"),
    )
    sort_fields = ("name", "email")
    query_filters = {"assignee": _is_assigned}

    is_read: bool = False
    status: Annotated[str, Choice(MessageStatus)] = Field(
        default=MessageStatus.NEW.value,
        sa_column_kwargs={"server_default": text(f"'{MessageStatus.NEW}'")},
    )
    assignee_id: int | None = Field(
        default=None, sa_column_args=[ForeignKey("users.id", ondelete="SET NULL")]
    )
    assignee: User | None = Relationship(sa_relationship_kwargs={"lazy": "joined"})
    reply_count: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    """Changes the ETag with each reply, so that two people do not both answer."""
    name_sort_key: str = sort_key_column()
    email_sort_key: str = sort_key_column()
    announced_at: datetime | None = Field(
        default_factory=lambda: clock.now(), sa_type=UtcDateTime, index=True
    )
    """When staff were told of it by email; None if that is still to be done."""

    @property
    def assignee_name(self) -> str | None:
        return self.assignee.name if self.assignee else None


class SubmittedOnce(Schema):
    """A body that is stored once, however often it is sent with the same `key` of the client."""

    key: Annotated[str | None, Text(1, max_length=MAX_KEY_LENGTH)] = None


class NoteBase(Schema):
    """The fields of a note."""

    text: Annotated[str, Text(1, max_length=MAX_NOTE_LENGTH)]


class NoteCreate(SubmittedOnce, NoteBase):
    """A new note."""


@response_schema
class NotePublic(StoredSchema, NoteBase):
    """A note as staff read it; `author_name` is null if the account was deleted."""

    author_id: int | None
    author_name: str | None


class ReplyBase(Schema):
    """The fields of a reply."""

    subject: Annotated[str, Text(1)]
    text: Annotated[str, Text(1, max_length=MAX_TEXT_LENGTH)]


class ReplyCreate(SubmittedOnce, ReplyBase):
    """A new reply."""


class BulkReply(ReplyBase):
    """A reply to several messages; its texts may have merge fields.

    What is repeated with the same `key` is sent once. `recipients` has the ids of the messages, and
    how many replies each had when it was chosen.
    """

    key: Annotated[str, Text(1, max_length=MAX_KEY_LENGTH // 2)]
    recipients: Annotated[
        dict[Annotated[int, Number(1, label="id")], Annotated[int, Number(label="replies")]],
        Described(min_length=1, max_length=MAX_BULK_REPLIES),
    ]


Delivery = Literal["waiting", "sent", "failed"]


@response_schema
class ReplyPublic(StoredSchema, ReplyBase):
    """A reply as staff read it; `delivery_error` is the mail server's reason for a failure."""

    message_id: int
    author_name: str | None
    delivery: Delivery
    delivery_error: str


@response_schema
class Thread(Schema):
    """A message's notes, replies, and the other messages of its sender.

    `notes` are its own, oldest first. `messages` are the others of its email address, and
    `replies` all to that address, newest first; with `has_more`, there are further ones.
    """

    notes: list[NotePublic]
    messages: list[MessagePublic]
    replies: list[ReplyPublic]
    has_more: bool


@response_schema
class Assignee(Schema):
    """A member of staff to whom messages may be assigned."""

    id: int
    name: str


def _message_reference() -> int:
    """Return the foreign key of what is deleted with its message."""
    key = ForeignKey("messages.id", ondelete="CASCADE")
    field: int = Field(sa_column_args=[key], index=True)
    return field


@not_public
class MessageNote(Record, NoteBase, table=True):
    """A note of staff about a message, which nobody else sees."""

    __tablename__ = "message_notes"

    message_id: int = _message_reference()
    author_id: int | None = optional_reference("users.id")
    author: User | None = Relationship(sa_relationship_kwargs={"lazy": "joined"})
    key: str | None = Field(default=None, unique=True)

    @property
    def author_name(self) -> str | None:
        return self.author.name if self.author else None


@not_public
class MessageReply(Record, ReplyBase, table=True):
    """A reply that was sent from the portal."""

    __tablename__ = "message_replies"

    message_id: int = _message_reference()
    author_id: int | None = optional_reference("users.id")
    author: User | None = Relationship(sa_relationship_kwargs={"lazy": "joined"})
    key: str | None = Field(default=None, unique=True)
    email_message_id: str
    """The Message-ID of its email. Not a foreign key, because the outbox deletes old emails."""
    failure: str = ""
    """Why it was not delivered, once its email is no longer in the outbox."""
    email: OutgoingEmail | None = Relationship(
        sa_relationship_kwargs={
            "lazy": "joined",
            "viewonly": True,
            "primaryjoin": "foreign(MessageReply.email_message_id) == OutgoingEmail.message_id",
        }
    )

    @property
    def author_name(self) -> str | None:
        return self.author.name if self.author else None

    @property
    def delivery(self) -> Delivery:
        if self.delivery_error:
            return "failed"
        return "waiting" if self.email and self.email.sent_at is None else "sent"

    @property
    def delivery_error(self) -> str:
        """Why it was given up; an attempt that will be repeated is not a failure."""
        return self.email.error if self.email and self.email.failed_at else self.failure


RECEIPT = "contact-receipt"


def receipt() -> TemplatedEmail:
    """Return the receipt to a sender.

    It has nothing of the message, not even the name, so that nobody can send texts to others.
    """
    programme = settings().programme
    return TemplatedEmail(
        RECEIPT,
        "We have received your message",
        "Thank you for your message",
        (
            Paragraph(f"The {programme} have received your message and will get back to you soon."),
            Note("If you did not write to us, someone entered your email address by mistake."),
        ),
        "You are receiving this because this email address was entered in our contact form.",
    )


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


MESSAGE = Entity(
    repository=messages,
    view=MessagePublic,
    path="/admin/contact",
    screen_path=paths.MESSAGES,
    managed_by=Permission.READ_INBOX,
    reads_are_audited=True,
    bulk_fields=("status", "assigneeId", "isRead"),
    bulk_update=MessageUpdate,
    search_details=("email", "subject"),
)


def _assignee(session: Session, key: int | None) -> User | None:
    user = session.get(User, key) if key else None
    if key and not (user and has_permission(user.role, Permission.READ_INBOX)):
        raise Invalid({"assigneeId": "Please choose an administrator or editor"})
    return user


def _send_receipt(session: Session, email: str) -> None:
    """Send a receipt, but not several a day, so that nobody can fill the mailbox of another."""
    if not outbox.was_added(session, RECEIPT, within=RECEIPT_INTERVAL, recipient=email):
        outbox.add(session, receipt(), email)
