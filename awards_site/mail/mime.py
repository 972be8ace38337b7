"""The MIME message of an email: headers, a text part and an HTML part."""

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8, EmailPolicy
from email.utils import format_datetime

from email_validator import validate_email

from awards_site.mail.email import TemplatedEmail
from awards_site.mail.layout import html_body, text_body
from awards_site.mail.models import OutgoingEmail
from awards_site.settings import settings

_ASCII = SMTP.clone(cte_type="7bit")
"""Every server accepts these messages, also one without 8BITMIME."""


def smtp_address(email: str) -> str:
    """Return the form of an email address that SMTP servers take; its domain is in ASCII."""
    found = validate_email(email, check_deliverability=False, test_environment=True)
    return found.ascii_email or f"{found.local_part}@{found.ascii_domain}"


def policy_for(recipient: str) -> "EmailPolicy[EmailMessage]":
    """Return the format of a message: ASCII, unless the recipient's name needs SMTPUTF8."""
    return _ASCII if recipient.isascii() else SMTPUTF8


def to_bytes(outgoing: OutgoingEmail) -> bytes:
    """Return the message as it is sent; this takes some milliseconds.

    A line break in a header's value is replaced by a space, so that no value adds a header.
    """
    email, recipient = TemplatedEmail.from_json(outgoing.content or ""), outgoing.recipient
    message = EmailMessage(policy=policy_for(recipient))
    sender = settings().mail_sender
    name = _one_line(settings().mail_from_name or settings().programme)
    message["From"] = Address(display_name=name, addr_spec=sender)
    local_part, _, domain = recipient.rpartition("@")
    message["To"] = Address(username=local_part, domain=domain)
    message["Subject"] = _one_line(email.subject)
    message["Date"] = format_datetime(outgoing.created_at)
    message["Message-ID"] = outgoing.message_id
    # Out-of-office programs do not answer these (RFC 3834), unless a person wrote them.
    for header, value in ({"Auto-Submitted": "auto-generated"} | dict(email.headers)).items():
        message[header] = _one_line(value)
    message.set_content(text_body(email))
    message.add_alternative(html_body(email), subtype="html")
    return message.as_bytes()


def _one_line(value: str) -> str:
    return " ".join(value.split())
