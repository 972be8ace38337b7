"""The newsletter's double opt-in and its unsubscribe links, if the site sends email."""

import re
from datetime import timedelta

from httpx import Client
from sqlmodel import select

from awards_site.core.database.sessions import reading
from awards_site.features.subscribers.entity import Subscriber
from tests.api.audit_log import entries
from tests.api.client import body_of, without_request_id
from tests.api.conftest import Configure, FrozenClock, NewClient
from tests.api.entities import SUBSCRIBER
from tests.factories import Body
from tests.smtp_server import SmtpServer, deliver, html_of, text_of

ADDRESS = "reader@example.org"
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


def subscribe(client: Client, email: str = ADDRESS) -> Body:
    return body_of(client.post("/api/newsletter", json={"email": email}), 201)


def links(smtp: SmtpServer, recipient: str = ADDRESS) -> list[str]:
    """Deliver the outbox and return the paths of the links that a recipient has received."""
    deliver()
    link = re.compile(r"http://localhost:3000(/newsletter/confirm/[\w-]{43})\n")
    found = [link.search(text_of(message)) for message in smtp.sent_to(recipient)]
    return [each[1] for each in found if each]


def is_confirmed(editor: Client) -> list[bool]:
    return [each["isConfirmed"] for each in SUBSCRIBER.records(editor)]


def unsubscribe_path(editor: Client) -> str:
    [subscriber] = SUBSCRIBER.records(editor)
    assert subscriber["unsubscribeUrl"].startswith("http://localhost:3000/newsletter/unsubscribe/")
    return str(subscriber["unsubscribeUrl"]).removeprefix("http://localhost:3000")


def test_a_subscription_begins_when_it_is_confirmed(
    smtp: SmtpServer, anonymous: Client, editor: Client
) -> None:
    assert subscribe(anonymous) == {"email": ADDRESS}
    assert is_confirmed(editor) == [False]
    [link] = links(smtp)
    assert link in html_of(smtp.messages[0])
    confirmed = anonymous.post(link)
    assert (confirmed.status_code, confirmed.headers["Location"]) == (303, "/newsletter/subscribed")
    assert is_confirmed(editor) == [True]


def test_a_link_confirms_once_and_only_by_its_form(
    smtp: SmtpServer, anonymous: Client, editor: Client
) -> None:
    subscribe(anonymous)
    [link] = links(smtp)
    for method in ("GET", "HEAD", "GET"):
        assert anonymous.request(method, link).status_code in {200, 405}
    page = anonymous.get(link)
    assert '<form method="post">' in page.text
    assert "Confirm subscription" in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["Referrer-Policy"] == "strict-origin"
    assert is_confirmed(editor) == [False]
    anonymous.post(link)
    assert anonymous.post(link).status_code == 410
    used = anonymous.get(link)
    assert used.status_code == 410
    assert "This link no longer works" in used.text


def test_an_address_that_is_not_confirmed_is_deleted(
    frozen_clock: FrozenClock, smtp: SmtpServer, new_client: NewClient
) -> None:
    visitor = new_client()
    subscribe(visitor)
    [link] = links(smtp)
    frozen_clock.advance(timedelta(days=7))
    assert visitor.post(link).status_code == 410
    subscribe(visitor, "other@example.org")
    with reading() as session:
        assert session.exec(select(Subscriber.email)).all() == ["other@example.org"]


def test_the_response_does_not_tell_whether_an_address_is_known(
    smtp: SmtpServer, anonymous: Client
) -> None:
    sent = [
        anonymous.post("/api/newsletter", json={"email": ADDRESS}),
        anonymous.post("/api/newsletter", json={"email": ADDRESS}),
    ]
    [link] = links(smtp)
    anonymous.post(link)
    sent.append(anonymous.post("/api/newsletter", json={"email": ADDRESS}))
    assert len({(each.status_code, each.content) for each in sent}) == 1
    assert len({tuple(without_request_id(each.headers)) for each in sent}) == 1


def test_a_confirmed_address_gets_no_further_email(
    frozen_clock: FrozenClock, smtp: SmtpServer, new_client: NewClient, editor: Client
) -> None:
    visitor = new_client()
    subscribe(visitor)
    [link] = links(smtp)
    visitor.post(link)
    frozen_clock.advance(timedelta(days=30))
    subscribe(visitor, ADDRESS.upper())
    assert len(links(smtp)) == 1


def test_an_unconfirmed_address_gets_one_email_an_hour(
    frozen_clock: FrozenClock, smtp: SmtpServer, new_client: NewClient, editor: Client
) -> None:
    visitor = new_client()
    for _ in range(3):
        subscribe(visitor)
    assert len(links(smtp)) == 1
    frozen_clock.advance(timedelta(hours=1))
    subscribe(visitor)
    first, second = links(smtp)
    assert visitor.post(first).status_code == 410
    assert visitor.post(second).status_code == 303


def test_a_pending_subscription_begins_if_the_mail_server_is_removed(
    smtp: SmtpServer, anonymous: Client, editor: Client, configure: Configure
) -> None:
    subscribe(anonymous)
    configure(AWARDS_SMTP_URL="")
    subscribe(anonymous)
    assert is_confirmed(editor) == [True]


def test_a_mail_program_unsubscribes_with_one_click_and_people_by_a_form_until_they_return(
    smtp: SmtpServer, anonymous: Client, editor: Client
) -> None:
    subscribe(anonymous)
    page = anonymous.get(unsubscribe_path(editor))
    assert page.status_code == 200
    assert '<form method="post">' in page.text
    assert len(SUBSCRIBER.records(editor)) == 1
    path = unsubscribe_path(editor)
    done = anonymous.post(path, data=ONE_CLICK)
    assert done.status_code == 200
    assert "You have been unsubscribed" in done.text
    assert SUBSCRIBER.records(editor) == []
    assert anonymous.post(path, data=ONE_CLICK).status_code == 200
    subscribe(anonymous)
    assert is_confirmed(editor) == [False]
    assert len(links(smtp)) == 2


def test_a_refused_request_leaves_no_token_in_the_audit_log(
    smtp: SmtpServer, anonymous: Client, admin: Client
) -> None:
    subscribe(anonymous)
    [confirm_path] = links(smtp)
    for path in (confirm_path, unsubscribe_path(admin)):
        refused = anonymous.post(path, headers={"Origin": "https://evil.example"})
        assert refused.status_code == 403
    assert {each["subject"] for each in entries(admin, action="forbidden")} == {
        "POST /newsletter/confirm/[redacted]",
        "POST /newsletter/unsubscribe/[redacted]",
    }


def test_without_a_mail_server_a_subscription_begins_at_once(
    anonymous: Client, editor: Client
) -> None:
    subscribe(anonymous)
    [subscriber] = SUBSCRIBER.records(editor)
    assert (subscriber["isConfirmed"], subscriber["unsubscribeUrl"]) == (True, None)
