"""Contact messages, newest first."""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlmodel import Session, col, delete, select, update

from awards_site.accounts.models import User
from awards_site.accounts.permissions import Permission, has_permission
from awards_site.core import clock, paths
from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import Invalid
from awards_site.core.mail import outbox
from awards_site.core.mail.message import Button, Facts, Note, Paragraph, TemplatedEmail
from awards_site.core.schemas import Schema
from awards_site.features.messages.entity import (
    InquiryType,
    Message,
    MessagePublic,
    MessageStatus,
    MessageUpdate,
    ReplyCreate,
)
from awards_site.records.entity import Entity
from awards_site.records.public_form import Inbox
from awards_site.settings import settings

_MAX_LISTED = 20
STAFF_NOTICE = "contact-messages"
RECEIPT = "contact-receipt"
REPLY = "contact-reply"


def staff_notice(messages: Sequence[Message]) -> TemplatedEmail:
    """Return the notice of new messages: who wrote about what, without the messages' texts."""
    count = len(messages)
    title = "1 new contact message" if count == 1 else f"{count} new contact messages"
    rest = count - _MAX_LISTED
    return TemplatedEmail(
        STAFF_NOTICE,
        title,
        title,
        (
            Facts(
                tuple(
                    (each.name, topic(each.subject, each.inquiry_type))
                    for each in messages[:_MAX_LISTED]
                )
            ),
            *([Paragraph(f"And {rest} more.")] if rest > 0 else []),
            Button("Read in the portal", f"{settings().public_url}{paths.MESSAGES}"),
            Note("What senders write here is not checked. Do not follow links from strangers."),
        ),
        "You are receiving this because you are a recipient of contact message notifications.",
    )


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


def reply(message: Message, fields: ReplyCreate) -> TemplatedEmail:
    """Return a reply of staff; answers to it go to the recipients of contact messages, if any."""
    site = settings()
    recipients = ", ".join(site.contact_recipients)
    headers = {"Auto-Submitted": "no"} | ({"Reply-To": recipients} if recipients else {})
    hint = Note(f"To answer, please write to us again: {site.public_url}{paths.CONTACT}")
    sent_at = message.created_at.astimezone(site.zone)
    return TemplatedEmail(
        REPLY,
        fields.subject,
        fields.subject,
        (
            *(Paragraph(text) for text in re.split(r"\n\s*\n", fields.text)),
            *([] if recipients else [hint]),
        ),
        f"You are receiving this because you wrote to us on {sent_at:%B} {sent_at.day},"
        f" {sent_at.year}.",
        headers,
    )


def topic(subject: str | None, inquiry_type: str) -> str:
    return subject or InquiryType.labels().get(inquiry_type, inquiry_type)


def merge(text: str, name: str, subject: str) -> str:
    """Fill in the merge fields of a template, in one pass: a name may look like a field."""
    values = {"{name}": name, "{subject}": subject}
    return re.sub(r"\{(name|subject)\}", lambda field: values[field[0]], text)


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


NOTICE_INTERVAL = timedelta(minutes=15)
"""The shortest time between two emails."""


def notify_staff() -> None:
    """Tell staff of the new messages, unless they were sent an email a short while ago."""
    recipients = settings().contact_recipients
    if not recipients:
        return
    with reading() as session:
        if not _has_new(session) or outbox.was_added(session, STAFF_NOTICE, within=NOTICE_INTERVAL):
            return
    with writing() as session:
        statement = select(Message).where(col(Message.announced_at).is_(None))
        # Another process that does the same skips these rows.
        locked = statement.order_by(col(Message.id)).with_for_update(of=Message, skip_locked=True)
        messages = session.exec(locked).all()
        if not messages:
            return
        for recipient in recipients:
            outbox.add(session, staff_notice(messages), recipient)
        # A statement rather than the records, whose modification time would change.
        keys = [each.id for each in messages]
        announced = update(Message).where(col(Message.id).in_(keys))
        session.execute(announced.values(announced_at=clock.now()))


def _has_new(session: Session) -> bool:
    statement = select(Message.id).where(col(Message.announced_at).is_(None)).limit(1)
    return session.exec(statement).first() is not None
