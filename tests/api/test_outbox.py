"""Sending the emails of the outbox: once, again after a failure, and after a crash."""

import asyncio
import logging
import os
import signal
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import ValidationError

from awards_site.core.database.sessions import reading, writing
from awards_site.core.mail import delivery, outbox
from awards_site.core.mail.delivery import purge_mailbox, run_mail_worker, send_due
from awards_site.core.mail.message import Button, Facts, Note, Paragraph, TemplatedEmail
from awards_site.core.mail.outbox import OutgoingEmail, status_lines
from awards_site.settings import Settings
from tests import forked
from tests.api.conftest import Configure, FrozenClock
from tests.smtp_server import SmtpServer, html_of, text_of

pytestmark = pytest.mark.usefixtures("frozen_clock")

RECIPIENT = "ada@example.org"
STAFF = "staff@example.org"
EMAIL = TemplatedEmail(
    "greeting",
    "A greeting",
    "Good morning",
    (
        Paragraph("Dear Ada <of Lagos>, the jury has read your nomination."),
        Facts((("Category", "Technology & science"),)),
        Button("Read it", "https://awards.example.org/read#token=a-b_c"),
        Note("The link works once."),
    ),
    "You receive this because you asked for it.",
)


def enqueue(email: TemplatedEmail = EMAIL, recipient: str = RECIPIENT) -> None:
    with writing() as session:
        outbox.add(session, email, recipient)


def send() -> int:
    return asyncio.run(send_due())


def stored(key: int = 1) -> OutgoingEmail | None:
    with reading() as session:
        return session.get(OutgoingEmail, key)


def test_an_email_is_sent_once_with_its_headers_and_both_parts(smtp: SmtpServer) -> None:
    enqueue()
    assert [send(), send()] == [1, 0]
    [message] = smtp.messages
    assert smtp.recipients == [RECIPIENT]
    assert message["From"] == "Women Entrepreneur Awards <no-reply@localhost>"
    assert (message["To"], message["Subject"]) == (RECIPIENT, "A greeting")
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Message-ID"].endswith("@localhost>")
    assert message["Date"].datetime.year == 2030
    assert message.get_content_type() == "multipart/alternative"
    text, html = text_of(message), html_of(message)
    assert "Read it:\nhttps://awards.example.org/read#token=a-b_c\n" in text
    assert "Category: Technology & science" in text
    assert 'href="https://awards.example.org/read#token=a-b_c"' in html
    assert "Dear Ada &lt;of Lagos&gt;, the jury" in html
    assert "Technology &amp; science" in html
    for part in (text, html):
        assert "You receive this because you asked for it." in part
        assert "localhost:3000" in part


def test_a_sent_email_keeps_no_content(smtp: SmtpServer, frozen_clock: FrozenClock) -> None:
    enqueue()
    send()
    email = stored()
    assert email is not None
    assert (email.content, email.due_at) == (None, None)
    assert email.sent_at == frozen_clock.now


def test_an_email_of_a_transaction_that_fails_is_not_sent(smtp: SmtpServer) -> None:
    with suppress(RuntimeError), writing() as session:
        outbox.add(session, EMAIL, RECIPIENT)
        session.flush()
        raise RuntimeError
    assert send() == 0
    assert smtp.messages == []


def test_parallel_senders_send_each_email_once(smtp: SmtpServer) -> None:
    for number in range(10):
        enqueue(recipient=f"reader-{number}@example.org")

    async def send_in_parallel() -> None:
        await asyncio.gather(*(send_due() for _ in range(4)))

    asyncio.run(send_in_parallel())
    assert sorted(smtp.recipients) == [f"reader-{number}@example.org" for number in range(10)]


def test_the_worker_sends_what_waits_and_digests_even_after_one_has_failed(
    smtp: SmtpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "POLL_SECONDS", 0.01)
    enqueue()
    steps: list[Callable[[], object]] = [lambda: enqueue(recipient=STAFF), lambda: 1 / 0]

    async def work() -> None:
        loop, finished = asyncio.get_running_loop(), asyncio.Event()

        def add_digests() -> None:
            if steps:
                steps.pop()()
            else:
                loop.call_soon_threadsafe(finished.set)

        task = asyncio.create_task(run_mail_worker(add_digests))
        await finished.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(asyncio.wait_for(work(), 30))
    assert smtp.recipients == [RECIPIENT, STAFF]


def test_a_temporary_refusal_is_retried_with_growing_waits(
    smtp: SmtpServer, frozen_clock: FrozenClock
) -> None:
    smtp.refusals = ["451 Try again later"] * 3
    enqueue()
    for wait in (30, 60, 120):
        assert send() == 1
        frozen_clock.advance(timedelta(seconds=wait - 1))
        assert send() == 0
        frozen_clock.advance(timedelta(seconds=1))
    assert smtp.messages == []
    send()
    assert len(smtp.messages) == 1


def test_a_permanent_refusal_is_given_up_and_stays_visible(
    smtp: SmtpServer, frozen_clock: FrozenClock, caplog: pytest.LogCaptureFixture
) -> None:
    smtp.refusals = [f"550 <{RECIPIENT}> is unknown"]
    enqueue()
    send()
    frozen_clock.advance(timedelta(days=1))
    assert send() == 0
    email = stored()
    assert email is not None
    assert (email.content, email.due_at) == (None, None)
    assert [RECIPIENT in line for line in status_lines()] == [False, False, True]
    assert "email failed permanently" in caplog.text
    assert RECIPIENT not in caplog.text


def test_an_email_is_given_up_after_the_last_attempt(
    smtp: SmtpServer, frozen_clock: FrozenClock
) -> None:
    smtp.refusals = ["451 Try again later"] * 100
    enqueue()
    attempts = 0
    for _ in range(outbox.MAX_ATTEMPTS + 2):
        attempts += send()
        frozen_clock.advance(outbox.MAX_RETRY)
    assert attempts == outbox.MAX_ATTEMPTS
    assert "given up" in list(status_lines())[-1]


def test_an_email_whose_sender_died_is_sent_after_the_lease(
    smtp: SmtpServer, frozen_clock: FrozenClock
) -> None:
    enqueue()
    with writing() as session:
        assert outbox.claim(session, 1)
    with writing() as session:
        assert outbox.claim(session, 1) is None
    assert send() == 0
    frozen_clock.advance(outbox.LEASE)
    send()
    assert len(smtp.messages) == 1


def test_a_line_break_in_a_value_adds_no_header(smtp: SmtpServer) -> None:
    evil = "Hello\r\nBcc: victim@example.org\r\n\r\nspam"
    enqueue(replace(EMAIL, subject=evil, heading=evil, headers={"List-Unsubscribe": evil}))
    send()
    [message] = smtp.messages
    assert smtp.recipients == [RECIPIENT]
    assert message["Bcc"] is None
    assert message["Subject"] == "Hello Bcc: victim@example.org spam"


@pytest.mark.parametrize(
    ("address", "sent"),
    [("zoë@example.org", "zoë@example.org"), ("ada@exämple.org", "ada@xn--exmple-cua.org")],
)
def test_international_addresses_are_sent_to(address: str, sent: str, smtp: SmtpServer) -> None:
    enqueue(recipient=address)
    send()
    assert smtp.recipients == [sent]


def test_credentials_are_percent_decoded_and_stay_out_of_logs(
    smtp: SmtpServer, configure: Configure, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    configure(AWARDS_SMTP_URL=smtp.url.replace("//", "//awards:p%40ss%2Fword@"))
    enqueue()
    send()
    assert smtp.credentials == [("awards", "p@ss/word")]
    assert len(smtp.messages) == 1
    assert "p@ss" not in caplog.text.replace("p%40ss", "p@ss")
    assert "p%40ss" not in "".join(status_lines())


def test_encryption_is_not_given_up_silently(smtp: SmtpServer, configure: Configure) -> None:
    configure(AWARDS_SMTP_URL=f"smtp://127.0.0.1:{smtp.port}")
    enqueue()
    send()
    assert smtp.messages == []
    assert "STARTTLS" in list(status_lines())[-1]


def test_without_a_server_emails_are_written_to_private_files(
    data_dir: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="awards_site")
    enqueue()
    send()
    [path] = (data_dir / "mailbox").iterdir()
    assert path.name.endswith("-1-greeting.eml")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert b"Subject: A greeting" in path.read_bytes()
    assert str(path) in caplog.text
    assert RECIPIENT not in caplog.text
    assert "nomination" not in caplog.text


def test_settled_emails_and_files_are_purged_after_the_retention(
    data_dir: Path, frozen_clock: FrozenClock
) -> None:
    enqueue()
    send()
    enqueue()
    [path] = (data_dir / "mailbox").iterdir()
    for days, remaining in ((29, [1, 2]), (2, [2])):
        frozen_clock.advance(timedelta(days=days))
        with writing() as session:
            outbox.purge_expired(session)
        purge_mailbox()
        assert [key for key in (1, 2) if stored(key)] == remaining
    # The file's modification time is from the system clock, long before the frozen time.
    assert not path.exists()


@pytest.mark.parametrize(
    "url",
    ["mail.example.org", "http://mail.example.org", "smtp://", "smtp://user:hunter2@host:port"],
)
def test_an_invalid_smtp_url_is_refused_without_showing_it(url: str) -> None:
    with pytest.raises(
        ValidationError, match=r"AWARDS_SMTP_URL\n  Value error, must be one of smtp://"
    ) as error:
        Settings.model_validate({"AWARDS_SMTP_URL": url})
    assert "hunter2" not in str(error.value)
    assert "mail.example.org" not in str(error.value)


@pytest.mark.parametrize("url", ["smtp://u:hunter2@mail.example.org", "smtps://10.0.0.1:465", ""])
def test_a_valid_smtp_url_is_not_shown(url: str) -> None:
    values = Settings.model_validate({"AWARDS_SMTP_URL": url})
    assert values.sends_email is bool(url)
    assert "hunter2" not in repr(values)


def test_the_sender_is_an_email_address_of_the_sites_host_by_default() -> None:
    values = Settings.model_validate({"AWARDS_PUBLIC_URL": "https://awards.example.org"})
    assert values.mail_sender == "no-reply@awards.example.org"
    with pytest.raises(
        ValidationError, match=r"AWARDS_MAIL_FROM\n  Value error, must have valid email addresses"
    ):
        Settings.model_validate({"AWARDS_MAIL_FROM": "nobody\nBcc: a@example.org"})


def test_an_unreachable_server_is_retried(
    smtp: SmtpServer, frozen_clock: FrozenClock, configure: Configure
) -> None:
    configure(AWARDS_SMTP_URL="smtp+unencrypted://127.0.0.1:1")
    enqueue()
    send()
    configure(AWARDS_SMTP_URL=smtp.url)
    frozen_clock.advance(outbox.FIRST_RETRY)
    send()
    assert len(smtp.messages) == 1


def enqueue_and_die() -> None:
    enqueue()
    os.kill(os.getpid(), signal.SIGKILL)


def test_an_email_survives_a_killed_process(smtp: SmtpServer) -> None:
    assert forked.call(enqueue_and_die) == -signal.SIGKILL
    # The other process uses the system clock, which is behind the frozen clock.
    send()
    assert len(smtp.messages) == 1
