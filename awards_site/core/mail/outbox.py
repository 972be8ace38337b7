"""The table of outgoing emails.

An email is sent at least once: a process that dies after the server has accepted a message, and
before it has recorded so, sends it again with the same Message-ID.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8, EmailPolicy
from email.utils import format_datetime, make_msgid
from urllib.parse import urlsplit

from email_validator import validate_email
from sqlmodel import Field, Session, col, delete, func, or_, select, update

from awards_site.core import clock
from awards_site.core.database.engine import UtcDateTime
from awards_site.core.database.sessions import reading
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.mail.message import TemplatedEmail, html_body, text_body
from awards_site.core.schemas import Record
from awards_site.settings import SMTP_PORTS, settings


@not_public
class OutgoingEmail(Record, table=True):
    """An email in the outbox: waiting while `due_at` is set, afterwards sent or given up.

    A process that sends it moves `due_at` into the future first. If the process dies, the email
    becomes due again. The content is deleted when it is no longer needed, because links in it may
    be secret.
    """

    __tablename__ = "outgoing_emails"

    kind: str
    recipient: str = Field(index=True)
    message_id: str = Field(index=True)
    """The Message-ID, by which a message that is sent twice is recognised as the same."""
    content: str | None = None
    """A TemplatedEmail as JSON."""
    due_at: datetime | None = Field(
        default_factory=lambda: clock.now(), sa_type=UtcDateTime, index=True
    )
    attempts: int = 0
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    failed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    error: str = ""
    """Why the last attempt failed, in the server's words."""


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


LEASE = timedelta(minutes=5)
"""The time for an attempt, before another process repeats it."""
FIRST_RETRY = timedelta(seconds=30)
"""The wait after the first failure; it doubles with each further one."""
MAX_RETRY = timedelta(hours=4)
"""The longest wait between two attempts."""
MAX_ATTEMPTS = 16
"""After these, within about 28 hours, an email is given up."""
RETENTION = timedelta(days=30)
"""For how long what was sent or given up is kept, and emails that were written to files."""


def add(session: Session, email: TemplatedEmail, recipient: str) -> OutgoingEmail:
    """Add an email to the transaction; it is rendered and sent once that is committed."""
    domain = settings().mail_sender.rpartition("@")[2]
    outgoing = OutgoingEmail(
        kind=email.kind,
        recipient=smtp_address(recipient),
        message_id=make_msgid(domain=domain),
        content=email.to_json(),
    )
    session.add(outgoing)
    return outgoing


def withdraw(session: Session, kind: str, recipients: Collection[str]) -> None:
    """Delete the emails of a kind to some recipients that have not been sent yet."""
    is_waiting = col(OutgoingEmail.due_at).is_not(None)
    addresses = [smtp_address(each) for each in recipients]
    of_kind = col(OutgoingEmail.kind) == kind, col(OutgoingEmail.recipient).in_(addresses)
    session.execute(delete(OutgoingEmail).where(*of_kind, is_waiting))


def was_added(
    session: Session, kind: str, *, within: timedelta, recipient: str | None = None
) -> bool:
    """Return whether an email of a kind was added lately, to anybody or to a recipient."""
    conditions = [
        col(OutgoingEmail.kind) == kind,
        col(OutgoingEmail.created_at) > clock.now() - within,
    ]
    if recipient is not None:
        # Nearly all servers ignore the case of an email address.
        column = func.lower(OutgoingEmail.recipient)
        conditions.append(column == smtp_address(recipient).lower())
    return session.exec(select(OutgoingEmail.id).where(*conditions).limit(1)).first() is not None


def due(session: Session, limit: int) -> Sequence[int]:
    """Return the ids of emails that are due, the longest waiting first."""
    due_at = col(OutgoingEmail.due_at)
    statement = select(OutgoingEmail.id).where(due_at <= clock.now()).order_by(due_at)
    return session.exec(statement.limit(limit)).all()


def claim(session: Session, key: int) -> OutgoingEmail | None:
    """Reserve an email for LEASE and return it; None if another process has claimed it."""
    now = clock.now()
    claimed = session.execute(
        update(OutgoingEmail)
        .where(col(OutgoingEmail.id) == key, col(OutgoingEmail.due_at) <= now)
        .values(due_at=now + LEASE, attempts=col(OutgoingEmail.attempts) + 1)
        .returning(col(OutgoingEmail.id))
    )
    return session.get(OutgoingEmail, key) if claimed.first() else None


def record_sent(session: Session, key: int) -> None:
    """Record that an email has been sent, and delete its content."""
    _settle(session, key, sent_at=clock.now(), error="")


def record_failure(
    session: Session, email: OutgoingEmail, error: str, *, is_permanent: bool
) -> timedelta | None:
    """Record a failed attempt; return the wait until the next one, or None if it was the last."""
    error = error[:500]
    if is_permanent or email.attempts >= MAX_ATTEMPTS:
        _settle(session, email.id, failed_at=clock.now(), error=error)
        return None
    wait = min(FIRST_RETRY * 2 ** (email.attempts - 1), MAX_RETRY)
    _update(session, email.id, due_at=clock.now() + wait, error=error)
    return wait


def purge_expired(session: Session) -> None:
    """Delete what was sent or given up longer ago than RETENTION."""
    cutoff = clock.now() - RETENTION
    is_old = or_(col(OutgoingEmail.sent_at) < cutoff, col(OutgoingEmail.failed_at) < cutoff)
    session.execute(delete(OutgoingEmail).where(is_old))


def failures(session: Session) -> Sequence[OutgoingEmail]:
    """Return the emails that were given up or whose last attempt failed, newest first."""
    statement = select(OutgoingEmail).where(OutgoingEmail.error != "")
    return session.exec(statement.order_by(col(OutgoingEmail.id).desc())).all()


def waiting_count(session: Session) -> int:
    statement = select(func.count()).where(col(OutgoingEmail.due_at).is_not(None))
    return session.exec(statement).one()


def _settle(session: Session, key: int, **values: object) -> None:
    _update(session, key, due_at=None, content=None, **values)


def _update(session: Session, key: int, **values: object) -> None:
    session.execute(update(OutgoingEmail).where(col(OutgoingEmail.id) == key).values(**values))


def status_lines() -> Iterator[str]:
    """Yield how emails are sent, how many wait, and which attempts have failed."""
    if settings().sends_email:
        url = urlsplit(settings().smtp_url.get_secret_value())
        port = url.port or SMTP_PORTS[url.scheme]
        yield f"Emails are sent by {url.scheme} to {url.hostname}:{port}"
    else:
        yield f"AWARDS_SMTP_URL is not set; emails are written to {settings().mailbox_dir}"
    with reading() as session:
        yield f"{waiting_count(session)} waiting"
        for email in failures(session):
            state = "given up" if email.failed_at else f"next attempt {email.due_at:%Y-%m-%d %H:%M}"
            yield (
                f"#{email.id} {email.kind} to {email.recipient}, {email.created_at:%Y-%m-%d %H:%M}"
                f" UTC: {email.error} ({email.attempts} attempts, {state})"
            )
