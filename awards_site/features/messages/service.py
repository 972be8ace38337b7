"""Emails about contact messages: notices to staff, and replies."""

import re
from collections.abc import Sequence
from datetime import timedelta

from sqlmodel import Session, col, select, update

from awards_site.core import clock, paths
from awards_site.core.database.sessions import reading, writing
from awards_site.core.mail import outbox
from awards_site.core.mail.message import Button, Facts, Note, Paragraph, TemplatedEmail
from awards_site.features.messages.entity import InquiryType, Message, ReplyCreate
from awards_site.settings import settings

_MAX_LISTED = 20
STAFF_NOTICE = "contact-messages"
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
