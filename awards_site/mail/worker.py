"""Background task that sends the emails of the outbox."""

import asyncio
from collections.abc import Sequence

from awards_site.core.database.sessions import reading, writing
from awards_site.core.logs.logger import get_logger
from awards_site.mail import outbox
from awards_site.mail.mime import to_bytes
from awards_site.mail.models import OutgoingEmail
from awards_site.mail.transport import DeliveryFailed, send_by_smtp, write_to_mailbox
from awards_site.settings import settings

POLL_SECONDS = 1.0
"""How often the outbox is checked."""
BATCH = 20
"""How many emails are read from the outbox at a time."""
CONCURRENT = 4
"""How many emails are sent at the same time."""

log = get_logger(__name__)


async def run_mail_worker() -> None:
    """Send emails as they become due, until cancelled; a lifespan task."""
    while True:
        try:
            sent = await send_due()
        except Exception:
            log.exception("outbox failed", retry_seconds=POLL_SECONDS)
            sent = 0
        if sent < BATCH:
            await asyncio.sleep(POLL_SECONDS)


async def send_due() -> int:
    """Try to send the emails that are due, BATCH at most; return how many were due."""
    keys = await asyncio.to_thread(_due)
    slots = asyncio.Semaphore(CONCURRENT)

    async def attempt(key: int) -> None:
        async with slots:
            await _attempt(key)

    await asyncio.gather(*(attempt(key) for key in keys))
    return len(keys)


async def _attempt(key: int) -> None:
    email = await asyncio.to_thread(_claim, key)
    if email is None:
        return
    try:
        message = await asyncio.to_thread(to_bytes, email)
        if settings().sends_email:
            await send_by_smtp(email, message)
            log.info("email sent", email_id=email.id, kind=email.kind)
        else:
            path = await asyncio.to_thread(write_to_mailbox, email, message)
            log.info(
                "email written to a file: AWARDS_SMTP_URL is not set",
                email_id=email.id,
                kind=email.kind,
                path=path,
            )
    except Exception as error:
        await asyncio.to_thread(_record_failure, email, error)
    else:
        await asyncio.to_thread(_record_sent, email.id)


def _due() -> Sequence[int]:
    with reading() as session:
        return outbox.due(session, BATCH)


def _claim(key: int) -> OutgoingEmail | None:
    with writing() as session:
        return outbox.claim(session, key)


def _record_sent(key: int) -> None:
    with writing() as session:
        outbox.record_sent(session, key)


def _record_failure(email: OutgoingEmail, error: Exception) -> None:
    is_permanent = isinstance(error, DeliveryFailed) and error.is_permanent
    with writing() as session:
        wait = outbox.record_failure(session, email, str(error), is_permanent=is_permanent)
    summary = error.summary if isinstance(error, DeliveryFailed) else type(error).__name__
    event = "email not sent" if wait else "email failed permanently; see mail-status"
    log.warning(event, email_id=email.id, kind=email.kind, error=summary, retry_in=wait)
