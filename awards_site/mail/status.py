"""The state of the outbox, as the operator reads it."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from awards_site.core.database.sessions import reading
from awards_site.mail import outbox
from awards_site.settings import SMTP_PORTS, settings


def status_lines() -> Iterator[str]:
    """Yield how emails are sent, how many wait, and which attempts have failed."""
    if settings().sends_email:
        url = urlsplit(settings().smtp_url.get_secret_value())
        port = url.port or SMTP_PORTS[url.scheme]
        yield f"Emails are sent by {url.scheme} to {url.hostname}:{port}"
    else:
        yield f"AWARDS_SMTP_URL is not set; emails are written to {settings().mailbox_dir}"
    with reading() as session:
        yield f"{outbox.waiting_count(session)} waiting"
        for email in outbox.failures(session):
            state = "given up" if email.failed_at else f"next attempt {email.due_at:%Y-%m-%d %H:%M}"
            yield (
                f"#{email.id} {email.kind} to {email.recipient}, {email.created_at:%Y-%m-%d %H:%M}"
                f" UTC: {email.error} ({email.attempts} attempts, {state})"
            )
