"""The contact and newsletter forms, posted by a browser without scripts."""

import re
from html import unescape
from typing import Any

import pytest
from httpx import Client

from tests.api.conftest import Configure
from tests.api.entities import MESSAGE, SUBSCRIBER

CONTACT, NEWSLETTER = "/forms/contact", "/forms/newsletter"
FOREIGN: list[dict[str, str]] = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost:3000"},
]


def control(page: str, name: str) -> str:
    """Return the tag and the content of a form control."""
    found = re.search(rf'<(input|select|textarea)[^>]* id="{name}".*?</div>', page, re.DOTALL)
    assert found, f"There is no control {name} in {page}"
    return unescape(found[0])


def test_a_posted_message_is_stored(anonymous: Client, editor: Client) -> None:
    body = MESSAGE.body(subject="A question")
    sent = anonymous.post(CONTACT, data=body)
    assert (sent.status_code, sent.headers["Location"]) == (303, "/contact/sent")
    [message] = MESSAGE.records(editor)
    assert message | body == message


@pytest.mark.parametrize("subject", [{}, {"subject": ""}])
def test_the_home_page_form_has_no_subject(
    subject: dict[str, str], anonymous: Client, editor: Client
) -> None:
    assert anonymous.post(CONTACT, data=MESSAGE.body() | subject).status_code == 303
    [message] = MESSAGE.records(editor)
    assert message["subject"] is None


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


def test_a_form_from_the_own_origin_is_accepted(anonymous: Client) -> None:
    own = {"Origin": "http://localhost:3000", "Sec-Fetch-Site": "same-origin"}
    assert anonymous.post(CONTACT, data=MESSAGE.body(), headers=own).status_code == 303


def test_the_response_is_the_same_if_forms_are_not_stored(
    anonymous: Client, editor: Client, configure: Configure
) -> None:
    configure(AWARDS_STORE_FORMS="0")
    assert anonymous.post(CONTACT, data=MESSAGE.body()).status_code == 303
    assert anonymous.post(NEWSLETTER, data=SUBSCRIBER.body()).status_code == 303
    assert anonymous.post(CONTACT, data=MESSAGE.body(name="A")).status_code == 422
    assert MESSAGE.records(editor) == SUBSCRIBER.records(editor) == []


def test_a_form_over_the_limit_is_refused(anonymous: Client) -> None:
    body = MESSAGE.body(message="x" * 2_000_000)
    assert anonymous.post(CONTACT, data=body).status_code == 413
