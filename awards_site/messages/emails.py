"""The emails about contact messages: to staff, and the receipt and replies to the sender."""

import re
from collections.abc import Sequence

from awards_site.core import paths
from awards_site.mail.email import Button, Facts, Note, Paragraph, TemplatedEmail
from awards_site.messages.models import InquiryType, Message, ReplyCreate
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
            Facts(tuple((each.name, _topic(each)) for each in messages[:_MAX_LISTED])),
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


def _topic(message: Message) -> str:
    labels = InquiryType.labels()
    return message.subject or labels.get(message.inquiry_type, message.inquiry_type)
