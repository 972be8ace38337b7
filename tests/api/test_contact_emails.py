"""The emails about contact messages: to staff, in one for several, and the receipt."""

from datetime import timedelta
from pathlib import Path

import pytest
from httpx import Client

from awards_site.features.messages.service import notify_staff
from tests.api.conftest import Configure, FrozenClock, NewClient
from tests.api.entities import MESSAGE
from tests.smtp_server import SmtpServer, deliver, html_of, text_of

STAFF = "staff@example.org"
EVIL = "Cheap pills at https://evil.example now"


@pytest.fixture
def _recipients(configure: Configure) -> None:
    configure(AWARDS_MAIL_CONTACT_RECIPIENTS=f"{STAFF}, second@example.org")


@pytest.fixture
def _no_receipts(configure: Configure) -> None:
    configure(AWARDS_MAIL_CONTACT_RECEIPTS="0")


def subjects(smtp: SmtpServer, recipient: str = STAFF) -> list[str]:
    """Tell staff, deliver the outbox, and return the subjects that a recipient has received."""
    notify_staff()
    deliver()
    return [message["Subject"] for message in smtp.sent_to(recipient)]


@pytest.mark.usefixtures("_recipients", "_no_receipts")
def test_staff_are_told_of_new_messages_without_their_text(
    smtp: SmtpServer, anonymous: Client
) -> None:
    MESSAGE.create(anonymous, name="Ada", subject="A question", message="The whole secret text")
    MESSAGE.create(anonymous, name="Bisi", inquiryType="media")
    assert subjects(smtp) == subjects(smtp, "second@example.org") == ["2 new contact messages"]
    text, html = text_of(smtp.messages[0]), html_of(smtp.messages[0])
    assert "Ada: A question\nBisi: Media" in text
    assert "http://localhost:3000/admin/messages" in text
    for part in (text, html):
        assert "secret" not in part


@pytest.mark.usefixtures("_recipients", "_no_receipts")
def test_staff_get_one_email_an_interval(
    frozen_clock: FrozenClock, smtp: SmtpServer, new_client: NewClient
) -> None:
    visitor = new_client()
    MESSAGE.create(visitor)
    assert subjects(smtp) == ["1 new contact message"]
    for _ in range(3):
        MESSAGE.create(visitor)
        frozen_clock.advance(timedelta(minutes=4))
        assert len(subjects(smtp)) == 1
    frozen_clock.advance(timedelta(minutes=3))
    assert subjects(smtp) == ["1 new contact message", "3 new contact messages"]
    frozen_clock.advance(timedelta(days=1))
    assert len(subjects(smtp)) == 2


def test_staff_are_not_told_unless_recipients_are_set(
    smtp: SmtpServer, anonymous: Client, configure: Configure
) -> None:
    MESSAGE.create(anonymous)
    configure(AWARDS_MAIL_CONTACT_RECIPIENTS=STAFF)
    assert subjects(smtp) == []


def test_the_receipt_repeats_nothing_of_the_message(smtp: SmtpServer, anonymous: Client) -> None:
    victim = "victim@example.org"
    MESSAGE.create(anonymous, name=EVIL, email=victim, subject=EVIL, message=EVIL)
    deliver()
    [message] = smtp.sent_to(victim)
    assert message["Subject"] == "We have received your message"
    assert "evil" not in text_of(message) + html_of(message) + str(message["From"])


def test_an_address_gets_one_receipt_a_day(
    frozen_clock: FrozenClock, smtp: SmtpServer, new_client: NewClient
) -> None:
    visitor = new_client()
    for address in ("ada@example.org", "Ada@example.org", "ADA@EXAMPLE.ORG", "ada@Example.org"):
        MESSAGE.create(visitor, email=address)
    deliver()
    assert smtp.recipients == ["ada@example.org"]
    frozen_clock.advance(timedelta(days=1))
    MESSAGE.create(visitor, email="ada@example.org")
    deliver()
    assert len(smtp.messages) == 2


@pytest.mark.usefixtures("_no_receipts")
def test_receipts_can_be_switched_off(smtp: SmtpServer, anonymous: Client) -> None:
    MESSAGE.create(anonymous)
    deliver()
    assert smtp.messages == []


def test_nothing_is_written_for_a_message_without_a_mail_server(
    anonymous: Client, data_path: Path
) -> None:
    MESSAGE.create(anonymous)
    deliver()
    assert not (data_path / "mailbox").exists()


@pytest.mark.parametrize("path", ["/api/contact", "/api/newsletter"])
def test_a_form_that_is_not_stored_sends_no_email(
    path: str, smtp: SmtpServer, anonymous: Client, configure: Configure
) -> None:
    configure(AWARDS_STORE_FORMS="0", AWARDS_MAIL_CONTACT_RECIPIENTS=STAFF)
    body = MESSAGE.body() if path == "/api/contact" else {"email": "reader@example.org"}
    assert anonymous.post(path, json=body).status_code == 202
    assert subjects(smtp) == []
    assert smtp.messages == []
