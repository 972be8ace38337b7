"""Contact and newsletter: stored by default, and with AWARDS_STORE_FORMS=0 only noticed."""

import logging

import httpx
import pytest

from awards_site.settings import settings
from tests import factories


@pytest.fixture
def _not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWARDS_STORE_FORMS", "0")
    settings.cache_clear()


@pytest.mark.parametrize("subject", [{}, {"subject": None}, {"subject": "Five+"}, {"subject": ""}])
def test_a_message_reaches_the_staff(
    subject: dict[str, str | None], nobody: httpx.Client, editor: httpx.Client
) -> None:
    body = factories.message_body(**subject)
    sent = nobody.post("/api/contact", json=body)
    assert sent.status_code == 201
    (message,) = editor.get("/api/admin/contact").json()
    assert message == sent.json()
    assert message | body | {"subject": message["subject"]} == message
    assert message["subject"] == (subject.get("subject") or None)
    assert message["isRead"] is False


@pytest.mark.parametrize(
    "kind", ["nomination", "sponsorship", "media", "general", "feedback", "something else"]
)
def test_any_inquiry_type_is_taken(kind: str, nobody: httpx.Client) -> None:
    body = factories.message_body(inquiryType=kind)
    assert nobody.post("/api/contact", json=body).json()["inquiryType"] == kind


def test_a_message_is_marked_as_read_and_deleted(
    nobody: httpx.Client, editor: httpx.Client
) -> None:
    message = nobody.post("/api/contact", json=factories.message_body()).json()
    address = f"/api/admin/contact/{message['id']}"
    read = editor.patch(address, json={"isRead": True})
    assert (read.status_code, read.json()) == (200, message | {"isRead": True})
    assert editor.patch(address, json={"message": "Another text"}).status_code == 422
    assert editor.delete(address).status_code == 204
    assert editor.get("/api/admin/contact").json() == []


def test_an_address_subscribes_once(nobody: httpx.Client, editor: httpx.Client) -> None:
    for address in ("Reader@example.org", "Reader@example.org", "reader@EXAMPLE.ORG"):
        answer = nobody.post("/api/newsletter", json={"email": address})
        assert answer.status_code in {200, 201}
    (subscriber,) = editor.get("/api/admin/subscriptions").json()
    assert set(subscriber) == {"id", "email", "createdAt"}
    assert subscriber["email"] == "Reader@example.org"
    assert editor.delete(f"/api/admin/subscriptions/{subscriber['id']}").status_code == 204
    assert editor.get("/api/admin/subscriptions").json() == []
    assert nobody.post("/api/newsletter", json={"email": "reader@example.org"}).status_code == 201


@pytest.mark.usefixtures("_not_stored")
def test_where_forms_are_not_stored_a_log_line_is_all_there_is(
    nobody: httpx.Client, editor: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="awards_site")
    message, subscription = factories.message_body(), factories.subscriber_body()
    for path, body in (("/api/contact", message), ("/api/newsletter", subscription)):
        answer = nobody.post(path, json=body)
        assert (answer.status_code, answer.json()) == (202, None)
    assert editor.get("/api/admin/contact").json() == []
    assert editor.get("/api/admin/subscriptions").json() == []
    lines = [each.getMessage() for each in caplog.records if each.name.startswith("awards_site")]
    assert len(lines) == 2
    for text in (message["email"], message["message"], subscription["email"]):
        assert text not in caplog.text


@pytest.mark.usefixtures("_not_stored")
def test_where_forms_are_not_stored_the_rules_are_the_same(nobody: httpx.Client) -> None:
    answer = nobody.post("/api/contact", json=factories.message_body(name="A"))
    assert answer.json()["message"] == "Name must be at least 2 characters"
    assert nobody.post("/api/newsletter", json={"email": "nobody"}).status_code == 422
