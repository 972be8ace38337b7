"""The MIME message of an e-mail: headers, a text part and an HTML part."""

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8, EmailPolicy
from email.utils import format_datetime, make_msgid

from email_validator import validate_email

from awards_site.core import clock
from awards_site.mail.email import TemplatedEmail
from awards_site.mail.layout import html_body, text_body
from awards_site.settings import settings

_ASCII = SMTP.clone(cte_type="7bit")
"""Every server accepts these messages, also one without 8BITMIME."""


def smtp_address(address: str) -> str:
    """Return the form of an address that SMTP servers take; its domain is in ASCII."""
    found = validate_email(address, check_deliverability=False, test_environment=True)
    return found.ascii_email or f"{found.local_part}@{found.ascii_domain}"


def policy_for(recipient: str) -> "EmailPolicy[EmailMessage]":
    """Return the format of a message: ASCII, unless the recipient's name needs SMTPUTF8."""
    return _ASCII if recipient.isascii() else SMTPUTF8


def to_bytes(email: TemplatedEmail, recipient: str) -> bytes:
    """Return the message to a recipient as it is sent.

    A line break in a header's value is replaced by a space, so that no value adds a header. The
    Message-ID is part of the message, so that one that is sent twice is recognised as the same.
    """
    message = EmailMessage(policy=policy_for(recipient))
    sender = settings().mail_sender
    name = _one_line(settings().mail_from_name or settings().programme)
    message["From"] = Address(display_name=name, addr_spec=sender)
    local_part, _, domain = recipient.rpartition("@")
    message["To"] = Address(username=local_part, domain=domain)
    message["Subject"] = _one_line(email.subject)
    message["Date"] = format_datetime(clock.now())
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    # Out-of-office programs do not answer these (RFC 3834).
    message["Auto-Submitted"] = "auto-generated"
    for header, value in email.headers.items():
        message[header] = _one_line(value)
    message.set_content(text_body(email))
    message.add_alternative(html_body(email), subtype="html")
    return message.as_bytes()


def _one_line(value: str) -> str:
    return " ".join(value.split())
