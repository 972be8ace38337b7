"""Delivery of emails from the outbox."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit

import aiosmtplib

from awards_site.core import clock
from awards_site.core.database.sessions import in_transaction, reading, writing
from awards_site.core.logs import get_logger
from awards_site.core.mail import outbox
from awards_site.core.mail.outbox import RETENTION, OutgoingEmail, to_bytes
from awards_site.settings import SMTP_PORTS, settings

TIMEOUT_SECONDS = 30
"""The time for each step of the server."""
CHECK_TIMEOUT_SECONDS = 5


class DeliveryFailed(Exception):
    """A message could not be delivered.

    `summary` may be logged: it has neither the recipient nor the server's own words. `is_permanent`
    is whether another attempt is useless.
    """

    def __init__(self, summary: str, detail: str, *, is_permanent: bool) -> None:
        super().__init__(detail)
        self.summary = summary
        self.is_permanent = is_permanent


async def send_by_smtp(email: OutgoingEmail, message: bytes) -> None:
    """Send a message to the server of `smtp_url`. Raises DeliveryFailed."""
    async with _connected(TIMEOUT_SECONDS) as server:
        await server.sendmail(
            settings().mail_sender,
            [email.recipient],
            message,
            mail_options=[] if email.recipient.isascii() else ["SMTPUTF8", "BODY=8BITMIME"],
        )


async def check_server() -> None:
    """Connect to the server of `smtp_url` and sign in, as for a message. Raises DeliveryFailed."""
    async with _connected(CHECK_TIMEOUT_SECONDS):
        pass


@asynccontextmanager
async def _connected(timeout_seconds: float) -> AsyncIterator[aiosmtplib.SMTP]:
    url = urlsplit(settings().smtp_url.get_secret_value())
    server = aiosmtplib.SMTP(
        hostname=url.hostname,
        port=url.port or SMTP_PORTS[url.scheme],
        username=unquote(url.username) if url.username else None,
        password=unquote(url.password) if url.password else None,
        use_tls=url.scheme == "smtps",
        start_tls=url.scheme == "smtp",
        # The library's default asks the name server, which blocks the event loop.
        local_hostname=urlsplit(settings().public_url).hostname,
        timeout=timeout_seconds,
    )
    try:
        async with server:
            yield server
    except (aiosmtplib.SMTPException, OSError) as error:
        raise _failure(error) from error


def _failure(error: Exception) -> DeliveryFailed:
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused) and error.recipients:
        error = error.recipients[0]
    name = type(error).__name__
    if not isinstance(error, aiosmtplib.SMTPResponseException):
        return DeliveryFailed(name, str(error) or name, is_permanent=False)
    # Only a refused recipient or content is the message's fault; the others can be repaired.
    refused = aiosmtplib.SMTPRecipientRefused | aiosmtplib.SMTPDataError
    is_permanent = error.code >= 500 and isinstance(error, refused)
    detail = f"{error.code} {error.message}"
    return DeliveryFailed(f"{name} {error.code}", detail, is_permanent=is_permanent)


def write_to_mailbox(email: OutgoingEmail, message: bytes) -> Path:
    """Write a message to a file that only the site's user can read, and return its path."""
    folder = settings().mailbox_dir
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{clock.now():%Y%m%d-%H%M%S}-{email.id}-{email.kind}.eml"
    # The mode is set when the file is created, so that it is never readable by others.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(message)
    return path


def delete_from_mailbox(endings: Iterable[str]) -> None:
    """Delete the files whose names end with an email's id and kind, or with a kind."""
    for ending in endings:
        for path in settings().mailbox_dir.glob(f"*-{ending}.eml"):
            path.unlink(missing_ok=True)


def purge_mailbox() -> None:
    """Delete files that are older than RETENTION."""
    oldest = (clock.now() - RETENTION).timestamp()
    for path in settings().mailbox_dir.glob("*.eml"):
        if path.stat().st_mtime < oldest:
            path.unlink(missing_ok=True)


POLL_SECONDS = 1.0
"""The interval at which the outbox is checked."""
BATCH = 20
"""The number of emails that are read from the outbox at a time."""
CONCURRENT = 4
"""The number of emails that are sent at the same time."""

log = get_logger(__name__)


async def run_mail_worker(add_digests: Callable[[], None]) -> None:
    """Send emails as they become due, until cancelled; a lifespan task.

    `add_digests` adds the emails to the outbox that gather what has happened since the last one.
    """
    while True:
        try:
            sent = await send_due()
            # Last, so that what waits is sent even if this fails.
            await asyncio.to_thread(add_digests)
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
    email = await asyncio.to_thread(in_transaction, outbox.claim, key)
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
        await asyncio.to_thread(in_transaction, outbox.record_sent, email.id)


def _due() -> Sequence[int]:
    with reading() as session:
        return outbox.due(session, BATCH)


def _record_failure(email: OutgoingEmail, error: Exception) -> None:
    is_permanent = isinstance(error, DeliveryFailed) and error.is_permanent
    with writing() as session:
        wait = outbox.record_failure(session, email, str(error), is_permanent=is_permanent)
    summary = error.summary if isinstance(error, DeliveryFailed) else type(error).__name__
    event = "email not sent" if wait else "email failed permanently; see mail-status"
    log.warning(event, email_id=email.id, kind=email.kind, error=summary, retry_in=wait)
