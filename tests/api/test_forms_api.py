"""Contact and newsletter: stored by default, and with AWARDS_STORE_FORMS=0 only logged."""

import logging

import pytest
from httpx import Client
from sqlmodel import update

from awards_site.core.database.sessions import writing
from awards_site.features.messages.entity import Message
from tests.api.conftest import Configure
from tests.api.entities import MESSAGE, SUBSCRIBER


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


@pytest.mark.parametrize("kind", ["nomination", "sponsorship", "media", "general", "feedback"])
def test_the_offered_inquiry_types_are_accepted(kind: str, anonymous: Client) -> None:
    assert MESSAGE.create(anonymous, inquiryType=kind)["inquiryType"] == kind


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
