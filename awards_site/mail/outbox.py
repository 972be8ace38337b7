"""The outbox: emails are stored in the transaction of their cause, and sent after its commit.

An email is sent at least once: a process that dies after the server has accepted a message, and
before it has recorded so, sends it again with the same Message-ID.
"""

from collections.abc import Collection, Sequence
from datetime import timedelta
from email.utils import make_msgid

from sqlmodel import Session, col, delete, func, or_, select, update

from awards_site.core import clock
from awards_site.mail.email import TemplatedEmail
from awards_site.mail.mime import smtp_address
from awards_site.mail.models import OutgoingEmail
from awards_site.settings import settings

LEASE = timedelta(minutes=5)
"""How long a process may take for an attempt before another one repeats it."""
FIRST_RETRY = timedelta(seconds=30)
"""The wait after the first failure; it doubles with each further one."""
MAX_RETRY = timedelta(hours=4)
"""The longest wait between two attempts."""
MAX_ATTEMPTS = 16
"""After these, within about 28 hours, an email is given up."""
RETENTION = timedelta(days=30)
"""For how long what was sent or given up is kept, and emails that were written to files."""
_MAX_ERROR_LENGTH = 500


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
    error = error[:_MAX_ERROR_LENGTH]
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
    """Return how many emails wait to be sent."""
    statement = select(func.count()).where(col(OutgoingEmail.due_at).is_not(None))
    return session.exec(statement).one()


def _settle(session: Session, key: int, **values: object) -> None:
    _update(session, key, due_at=None, content=None, **values)


def _update(session: Session, key: int, **values: object) -> None:
    session.execute(update(OutgoingEmail).where(col(OutgoingEmail.id) == key).values(**values))
