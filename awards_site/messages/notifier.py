"""Background task that tells staff of new contact messages, in one email for several."""

import asyncio
from datetime import timedelta

from sqlmodel import Session, col, select, update

from awards_site.core import clock
from awards_site.core.database.sessions import reading, writing
from awards_site.core.logs.logger import get_logger
from awards_site.mail import outbox
from awards_site.messages.emails import STAFF_NOTICE, staff_notice
from awards_site.messages.models import Message
from awards_site.settings import settings

POLL_SECONDS = 5.0
"""How often the task looks for messages that staff have not been told of."""
NOTICE_INTERVAL = timedelta(minutes=15)
"""The shortest time between two emails."""

log = get_logger(__name__)


async def run_message_notifier() -> None:
    """Tell staff of new messages until cancelled; a lifespan task."""
    while settings().contact_recipients:
        try:
            await asyncio.to_thread(notify_staff)
        except Exception:
            log.exception("notices of contact messages not sent", retry_seconds=POLL_SECONDS)
        await asyncio.sleep(POLL_SECONDS)


def notify_staff() -> None:
    """Tell staff of the new messages, unless they were sent an email a short while ago."""
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
        for recipient in settings().contact_recipients:
            outbox.add(session, staff_notice(messages), recipient)
        # A statement rather than the records, whose modification time would change.
        keys = [each.id for each in messages]
        announced = update(Message).where(col(Message.id).in_(keys))
        session.execute(announced.values(announced_at=clock.now()))


def _has_new(session: Session) -> bool:
    statement = select(Message.id).where(col(Message.announced_at).is_(None)).limit(1)
    return session.exec(statement).first() is not None
