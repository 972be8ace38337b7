"""Answers to messages, and their templates."""

from collections.abc import Sequence
from typing import Annotated, TypeVar

from pydantic import Field
from sqlalchemy import ColumnElement
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select, update

from awards_site.accounts.models import User
from awards_site.core.database.engine import sort_key_of
from awards_site.core.errors import ApiError, Conflict
from awards_site.core.mail import outbox
from awards_site.core.mail.outbox import OutgoingEmail
from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    Line,
    Paragraph,
    default_texts,
)
from awards_site.core.validation import MAX_LINE_LENGTH
from awards_site.features.messages.entity import (
    BulkReply,
    Message,
    MessageNote,
    MessageReply,
    MessageStatus,
    NoteCreate,
    NotePublic,
    ReplyCreate,
    ReplyPublic,
    Thread,
    messages,
)
from awards_site.features.messages.entity import MessagePublic as Public
from awards_site.features.messages.service import merge, reply, topic
from awards_site.records.undo import SkippedRecord
from awards_site.records.versions import validated
from awards_site.settings import settings

ANSWERED_SINCE = "Someone else has answered it in the meantime"


class ReplyTemplate(BlockSchema):
    """A text to begin a reply with."""

    title: Line
    text: Paragraph


class ReplyTemplates(BlockSchema):
    """The templates for replies to contact messages; `{name}` becomes the sender's name."""

    templates: Annotated[list[ReplyTemplate], Field(max_length=20)]


REPLY_TEMPLATES = ContentBlock(
    "mail.replies",
    "Replies to contact messages",
    default_texts(ReplyTemplates, __file__),
    is_public=False,
)
"""The default templates; the content section `mail.replies` overrides them."""


T = TypeVar("T", MessageNote, MessageReply)

MAX_THREAD = 20
"""The most messages, and the most replies, of an email address that a thread has."""


def find_repeated(
    session: Session,
    table: type[T],
    message_id: int,
    fields: NoteCreate | ReplyCreate,
    author: User,
) -> T | None:
    """Return what the author has stored with the same key, or None.

    Raises Conflict if it has other fields, or belongs to another author or message.
    """
    if fields.key is None:
        return None
    stored = session.exec(select(table).where(col(table.key) == fields.key)).first()
    if stored is None:
        return None
    expected = {"message_id": message_id, "author_id": author.id, **fields.model_dump()}
    if any(getattr(stored, name) != value for name, value in expected.items()):
        raise Conflict("Something else has been stored with this key already")
    return stored


def send_reply(
    session: Session, message: Message, fields: ReplyCreate, author: User
) -> MessageReply:
    """Store a reply and its email, and mark the message as answered.

    Raises Conflict if no mail server is configured.
    """
    if not settings().sends_email:
        raise Conflict("No mail server is configured, so the site cannot send replies")
    email = outbox.add(session, reply(message, fields), message.email)
    sent = MessageReply(
        message_id=message.id,
        author_id=author.id,
        email_message_id=email.message_id,
        **fields.model_dump(),
    )
    session.add(sent)
    answered = {
        "status": MessageStatus.ANSWERED.value,
        "is_read": True,
        "reply_count": message.reply_count + 1,
    }
    messages.change(session, message, answered)
    return sent


def send_replies(
    session: Session, fields: BulkReply, author: User
) -> tuple[list[Message], list[SkippedRecord]]:
    """Send a reply to each message; return those that it has answered, and the failures."""
    answered, failed = [], []
    # In the same order for all callers, who would wait for each other's locks otherwise.
    for key, reply_count in sorted(fields.recipients.items()):
        message = None
        try:
            with session.begin_nested():
                message = messages.find(session, key, for_update=True)
                merged = _merged(fields, message)
                if find_repeated(session, MessageReply, message.id, merged, author):
                    continue
                if message.reply_count != reply_count:
                    raise Conflict(ANSWERED_SINCE)
                send_reply(session, message, merged, author)
        except ApiError as error:
            name = message.name if message else ""
            failed.append(SkippedRecord(id=key, name=name, reason=error.message))
        else:
            answered.append(message)
    return answered, failed


def _merged(fields: BulkReply, message: Message) -> ReplyCreate:
    """Return the reply to one message. Raises Invalid if it is too long."""
    values = message.name, topic(message.subject, message.inquiry_type)
    reply = {
        "subject": merge(fields.subject, *values)[:MAX_LINE_LENGTH],
        "text": merge(fields.text, *values),
        "key": f"{fields.key}:{message.id}",
    }
    return validated(reply, ReplyCreate)


def read_thread(session: Session, message: Message) -> Thread:
    """Return the notes of a message, and the other messages and replies of its email address."""
    newest = MAX_THREAD + 1
    is_other = col(Message.id) != message.id
    found = session.exec(
        select(Message)
        .where(_of_same_address(message), is_other)
        .order_by(col(Message.created_at).desc(), col(Message.id).desc())
        .limit(newest)
    ).all()
    sent = session.exec(
        select(MessageReply, Message.email)
        .join(Message, col(Message.id) == MessageReply.message_id)
        .where(_of_same_address(message))
        .order_by(col(MessageReply.id).desc())
        .limit(newest)
    ).all()
    # The sort key ignores accents, too.
    address = message.email.casefold()
    return Thread(
        notes=[NotePublic.model_validate(each) for each in notes_of(session, [message.id])],
        messages=[
            Public.model_validate(each)
            for each in found[:MAX_THREAD]
            if each.email.casefold() == address
        ],
        replies=[
            ReplyPublic.model_validate(each)
            for each, email in sent[:MAX_THREAD]
            if email.casefold() == address
        ],
        has_more=max(len(found), len(sent)) > MAX_THREAD,
    )


def notes_of(session: Session, message_ids: Sequence[int]) -> Sequence[MessageNote]:
    """Return the notes of messages, oldest first."""
    statement = select(MessageNote).where(col(MessageNote.message_id).in_(message_ids))
    return session.exec(statement.order_by(col(MessageNote.id))).all()


def replies_to(session: Session, message_ids: Sequence[int]) -> Sequence[MessageReply]:
    """Return the replies to messages, oldest first."""
    statement = select(MessageReply).where(col(MessageReply.message_id).in_(message_ids))
    return session.exec(statement.order_by(col(MessageReply.id))).all()


def keep_failures(session: Session) -> None:
    """Store with the replies why their emails were given up.

    A message whose last reply is among them is in progress and unread again.
    """
    failed = (
        col(OutgoingEmail.message_id) == MessageReply.email_message_id,
        col(OutgoingEmail.failed_at).is_not(None),
    )
    error = select(OutgoingEmail.error).where(*failed).scalar_subquery()
    is_new = (col(MessageReply.failure) == "") & select(OutgoingEmail.id).where(*failed).exists()
    later = aliased(MessageReply)
    is_followed = (
        select(later.id)
        .where(col(later.message_id) == MessageReply.message_id, col(later.id) > MessageReply.id)
        .exists()
    )
    unanswered = select(MessageReply.message_id).where(is_new, ~is_followed)
    is_answered = col(Message.status) == MessageStatus.ANSWERED
    session.execute(
        update(Message)
        .where(col(Message.id).in_(unanswered), is_answered)
        .values(status=MessageStatus.IN_PROGRESS, is_read=False)
    )
    session.execute(update(MessageReply).where(is_new).values(failure=error))


def _of_same_address(message: Message) -> ColumnElement[bool]:
    return col(Message.email_sort_key) == sort_key_of(message.email)
