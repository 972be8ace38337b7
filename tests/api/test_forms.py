"""Contact and newsletter: with and without scripts, stored or only logged, and their limits."""

import logging
import re
import shutil
from html import unescape
from typing import Any, NamedTuple

import pytest
from httpx import Client, Response
from sqlmodel import update

from awards_site.core.database.sessions import writing
from awards_site.features.messages.entity import Message
from tests.api.conftest import Configure
from tests.api.entities import MESSAGE, SUBSCRIBER, Entity


@pytest.fixture
def _not_stored(configure: Configure) -> None:
    configure(AWARDS_STORE_FORMS="0")


@pytest.mark.parametrize("subject", [{}, {"subject": None}, {"subject": "Five+"}, {"subject": ""}])
def test_a_message_is_stored(
    subject: dict[str, str | None], anonymous: Client, editor: Client
) -> None:
    body = MESSAGE.body(**subject)
    sent = anonymous.post("/api/contact", json=body)
    assert sent.status_code == 201
    assert sent.json().keys() == {"name", "email", "subject", "inquiryType", "message"}
    (message,) = MESSAGE.records(editor)
    assert message | sent.json() == message
    assert message | body | {"subject": message["subject"]} == message
    assert message["subject"] == (subject.get("subject") or None)
    assert message["isRead"] is False


def test_another_inquiry_type_is_refused_and_stays_readable(
    anonymous: Client, editor: Client
) -> None:
    message = MESSAGE.create(editor)
    for kind in ("something else", "Media", "x" * 101, 5):
        refused = anonymous.post("/api/contact", json=MESSAGE.body(inquiryType=kind))
        assert refused.status_code == 422
        assert refused.json()["message"] == "Please select an inquiry type"
    with writing() as session:
        session.execute(update(Message).values(inquiry_type="something else"))
    assert [each["inquiryType"] for each in MESSAGE.records(editor)] == ["something else"]
    assert MESSAGE.change(editor, message, isRead=True)["inquiryType"] == "something else"


def test_only_the_read_flag_of_a_message_changes(editor: Client) -> None:
    message = MESSAGE.create(editor)
    assert MESSAGE.change(editor, message, isRead=True) == message | {"isRead": True}
    text = {"message": "Another text"}
    assert editor.patch(MESSAGE.path(message["id"]), json=text).status_code == 422


def test_an_address_subscribes_once(anonymous: Client, editor: Client) -> None:
    for email in ("Reader@example.org", "Reader@example.org", "reader@EXAMPLE.ORG"):
        response = anonymous.post("/api/newsletter", json={"email": email})
        # The response is the same for a known address, and repeats only what was sent.
        assert (response.status_code, response.json()["email"].lower()) == (201, email.lower())
        assert set(response.json()) == {"email"}
    (subscriber,) = SUBSCRIBER.records(editor)
    assert set(subscriber) == {"id", "email", "createdAt", "isConfirmed", "unsubscribeUrl"}
    assert (subscriber["isConfirmed"], subscriber["unsubscribeUrl"]) == (True, None)
    assert subscriber["email"] == "Reader@example.org"
    SUBSCRIBER.delete(editor, subscriber)
    SUBSCRIBER.create(anonymous, email="reader@example.org")


@pytest.mark.usefixtures("_not_stored")
def test_forms_that_are_not_stored_are_only_logged(
    anonymous: Client, editor: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="awards_site")
    message, subscription = MESSAGE.body(), SUBSCRIBER.body()
    for path, body in (("/api/contact", message), ("/api/newsletter", subscription)):
        response = anonymous.post(path, json=body)
        assert (response.status_code, response.json()) == (202, None)
    assert MESSAGE.records(editor) == []
    assert SUBSCRIBER.records(editor) == []
    lines = [each.getMessage() for each in caplog.records if each.name.startswith("awards_site")]
    assert len(lines) == 2
    for text in (message["email"], message["message"], subscription["email"]):
        assert text not in caplog.text


@pytest.mark.usefixtures("_not_stored")
def test_forms_that_are_not_stored_are_validated_the_same(anonymous: Client) -> None:
    response = anonymous.post("/api/contact", json=MESSAGE.body(name="A"))
    assert response.json()["message"] == "Name must be at least 2 characters"
    assert anonymous.post("/api/newsletter", json={"email": "nobody"}).status_code == 422


CONTACT, NEWSLETTER = "/forms/contact", "/forms/newsletter"
FOREIGN: list[dict[str, str]] = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost:3000"},
]


def control(page: str, name: str) -> str:
    found = re.search(rf'<(input|select|textarea)[^>]* id="{name}".*?</div>', page, re.DOTALL)
    assert found, f"There is no control {name} in {page}"
    return unescape(found[0])


@pytest.mark.parametrize("subject", [{"subject": "A question"}, {"subject": ""}, {}])
def test_a_posted_message_is_stored(
    subject: dict[str, str], anonymous: Client, editor: Client
) -> None:
    body = MESSAGE.body(**subject)
    sent = anonymous.post(CONTACT, data=body)
    assert (sent.status_code, sent.headers["Location"]) == (303, "/contact/sent")
    [message] = MESSAGE.records(editor)
    assert message | body | {"subject": subject.get("subject") or None} == message


def test_a_posted_email_address_subscribes_once(anonymous: Client, editor: Client) -> None:
    for _ in range(2):
        sent = anonymous.post(NEWSLETTER, data={"email": "ada@example.org"})
        assert (sent.status_code, sent.headers["Location"]) == (303, "/newsletter/subscribed")
    assert [each["email"] for each in SUBSCRIBER.records(editor)] == ["ada@example.org"]


def test_invalid_input_is_shown_again_with_its_errors(anonymous: Client, editor: Client) -> None:
    body = MESSAGE.body(
        name="A", email='ada@"><script>', inquiryType="media", message="\nTwo <lines>\nof a text"
    )
    response = anonymous.post(CONTACT, data=body)
    assert response.status_code == 422
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-store"
    assert "<title>Contact | Women Entrepreneur Awards</title>" in response.text
    assert '<a href="#name">Name</a>: Name must be at least 2 characters' in response.text
    assert "Please enter a valid email address" in control(response.text, "email")
    assert f'value="{body["email"]}"' in control(response.text, "email")
    assert '<option value="media" selected>' in control(response.text, "inquiryType")
    assert f">\n{body['message']}</textarea>" in control(response.text, "message")
    assert "aria-invalid" not in control(response.text, "message")
    assert "<script>" not in response.text
    assert MESSAGE.records(editor) == []
    repaired = anonymous.post(CONTACT, data=body | {"name": "Ada", "email": "ada@example.org"})
    assert repaired.status_code == 303


def test_an_empty_form_names_every_required_field(anonymous: Client) -> None:
    response = anonymous.post(CONTACT)
    assert response.status_code == 422
    problems = [unescape(each) for each in re.findall(r"<li>.*?: (.*?)</li>", response.text)]
    assert problems == [
        "Name must be at least 2 characters",
        "Please enter a valid email address",
        "Please select an inquiry type",
        "Message must be at least 10 characters",
    ]
    assert '<option value="" selected>' in control(response.text, "inquiryType")


@pytest.mark.parametrize("data", [{}, {"email": "nobody"}, {"email": "a@b.example", "more": "x"}])
def test_the_newsletter_form_is_shown_again(data: dict[str, str], anonymous: Client) -> None:
    response = anonymous.post(NEWSLETTER, data=data)
    assert response.status_code == 422
    assert f'value="{data.get("email", "")}"' in control(response.text, "email")
    assert "<li>" in response.text


@pytest.mark.parametrize(
    "sent",
    [
        {"content": b'{"email": "ada@example.org"}'},
        {"json": {"email": "ada@example.org"}},
        {"files": {"email": ("a.txt", b"ada@example.org")}},
    ],
    ids=str,
)
def test_an_unreadable_form_returns_422(sent: dict[str, Any], anonymous: Client) -> None:
    response = anonymous.post(NEWSLETTER, **sent)
    assert response.status_code == 422
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "<form" in response.text


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_form_from_a_foreign_origin_is_refused(
    headers: dict[str, str], anonymous: Client, editor: Client
) -> None:
    for path, body in ((CONTACT, MESSAGE.body()), (NEWSLETTER, SUBSCRIBER.body())):
        assert anonymous.post(path, data=body, headers=headers).status_code == 403
    assert MESSAGE.records(editor) == SUBSCRIBER.records(editor) == []


def test_a_form_over_the_limit_is_refused(anonymous: Client) -> None:
    body = MESSAGE.body(message="x" * 2_000_000)
    assert anonymous.post(CONTACT, data=body).status_code == 413


HEADER = "X-Form-Fill-Seconds"
FORMS = [(MESSAGE, "/forms/contact"), (SUBSCRIBER, "/forms/newsletter")]


class Disk(NamedTuple):
    """The result of shutil.disk_usage."""

    total: int
    used: int
    free: int


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk with 99 MB of free space."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Disk(10**9, 10**9, 99 * 1024 * 1024))


def send(client: Client, entity: Entity, headers: dict[str, str], **fields: Any) -> Response:
    return client.post(entity.created, json=entity.body(**fields), headers=headers)


@pytest.mark.parametrize(("entity", "posted"), FORMS, ids=str)
def test_a_filled_honeypot_is_refused(
    entity: Entity, posted: str, anonymous: Client, editor: Client
) -> None:
    trapped = entity.body(website="https://spam.example")
    refused = anonymous.post(entity.created, json=trapped)
    assert refused.status_code == 422
    assert refused.json()["message"] == "Please leave the field Website empty"
    page = anonymous.post(posted, data=trapped)
    assert page.status_code == 422
    assert "Please leave the field Website empty" in page.text
    assert "spam.example" not in page.text
    assert entity.records(editor) == []


@pytest.mark.parametrize(("entity", "posted"), FORMS, ids=str)
def test_an_empty_honeypot_is_not_stored(
    entity: Entity, posted: str, anonymous: Client, editor: Client
) -> None:
    assert "website" not in entity.create(anonymous, website="")
    assert anonymous.post(posted, data=entity.body(website="")).status_code == 303
    assert len(entity.records(editor)) == 2


@pytest.mark.parametrize("entity", [MESSAGE, SUBSCRIBER], ids=str)
@pytest.mark.parametrize("seconds", ["0", "0.999", "-1", "nan", "", "soon"])
def test_input_that_was_typed_too_quickly_is_refused(
    entity: Entity, seconds: str, anonymous: Client, editor: Client
) -> None:
    refused = send(anonymous, entity, {HEADER: seconds})
    assert refused.status_code == 422
    assert "too quickly" in refused.json()["message"]
    assert entity.records(editor) == []


@pytest.mark.parametrize("headers", [{}, {HEADER: "1"}, {HEADER: "86400.5"}], ids=str)
def test_input_is_accepted_after_the_fill_time_or_without_one(
    headers: dict[str, str], anonymous: Client, configure: Configure
) -> None:
    assert send(anonymous, MESSAGE, headers).status_code == 201
    configure(AWARDS_FORM_FILL_SECONDS="2.5")
    assert send(anonymous, MESSAGE, {HEADER: "2.4"}).status_code == 422


@pytest.mark.parametrize(("entity", "posted"), FORMS, ids=str)
def test_a_full_inbox_refuses_with_a_message(
    entity: Entity, posted: str, anonymous: Client, editor: Client, configure: Configure
) -> None:
    configure(AWARDS_INBOX_QUOTA="2")
    records = [entity.create(editor) for _ in range(2)]
    refused = anonymous.post(entity.created, json=entity.body())
    assert refused.status_code == 507
    assert int(refused.headers["Retry-After"]) > 0
    assert "Please try again later" in refused.json()["message"]
    body = entity.body()
    page = anonymous.post(posted, data=body)
    assert page.status_code == 507
    assert int(page.headers["Retry-After"]) > 0
    assert "Please try again later" in page.text
    assert body["email"] in page.text
    assert len(entity.records(editor)) == 2
    entity.delete(editor, records[0])
    entity.create(anonymous)


def test_a_full_newsletter_does_not_tell_which_addresses_it_has(
    anonymous: Client, configure: Configure
) -> None:
    configure(AWARDS_INBOX_QUOTA="1")
    known = SUBSCRIBER.create(anonymous)["email"]
    for email in (known, "unknown@example.org"):
        assert anonymous.post("/api/newsletter", json={"email": email}).status_code == 507


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize("entity", [MESSAGE, SUBSCRIBER], ids=str)
def test_a_full_disk_refuses_with_a_message(
    entity: Entity, anonymous: Client, editor: Client
) -> None:
    refused = anonymous.post(entity.created, json=entity.body())
    assert refused.status_code == 507
    assert "no space left" in refused.json()["message"]
    assert entity.records(editor) == []


def test_a_posted_form_over_the_rate_limit_is_shown_again(
    anonymous: Client, configure: Configure
) -> None:
    configure(AWARDS_FORM_RATE_LIMIT="1/year")
    body = MESSAGE.body(message="A message that must not get lost")
    assert anonymous.post("/forms/contact", data=body).status_code == 303
    page = anonymous.post("/forms/contact", data=body)
    assert page.status_code == 429
    assert int(page.headers["Retry-After"]) > 0
    assert page.headers["Cache-Control"] == "no-store"
    assert "Too many requests. Please try again in" in page.text
    assert body["message"] in page.text


def test_the_response_is_the_same_if_forms_are_not_stored(
    anonymous: Client, editor: Client, configure: Configure
) -> None:
    configure(AWARDS_STORE_FORMS="0")
    assert anonymous.post(CONTACT, data=MESSAGE.body()).status_code == 303
    assert anonymous.post(NEWSLETTER, data=SUBSCRIBER.body()).status_code == 303
    assert anonymous.post(CONTACT, data=MESSAGE.body(name="A")).status_code == 422
    assert MESSAGE.records(editor) == SUBSCRIBER.records(editor) == []
