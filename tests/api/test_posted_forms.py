"""The contact and newsletter forms as a browser without scripts posts them."""

import re
from html import unescape
from typing import Any

import httpx
import pytest

from awards_site.settings import settings
from tests import factories

CONTACT, NEWSLETTER = "/forms/contact", "/forms/newsletter"
FOREIGN: list[dict[str, str]] = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost:3000"},
]


def stored(editor: httpx.Client, name: str) -> Any:
    """Return what staff see in a list."""
    return editor.get(f"/api/admin/{name}").json()


def control(page: str, name: str) -> str:
    """Return the tag of a form's control, and what is in it."""
    found = re.search(rf'<(input|select|textarea)[^>]* id="{name}".*?</div>', page, re.DOTALL)
    assert found, f"There is no control {name} in {page}"
    return unescape(found[0])


def test_a_posted_message_reaches_the_staff(nobody: httpx.Client, editor: httpx.Client) -> None:
    body = factories.message_body(subject="A question")
    sent = nobody.post(CONTACT, data=body)
    assert (sent.status_code, sent.headers["Location"]) == (303, "/contact/sent")
    [message] = stored(editor, "contact")
    assert message | body == message


@pytest.mark.parametrize("subject", [{}, {"subject": ""}])
def test_the_home_page_s_form_has_no_subject(
    subject: dict[str, str], nobody: httpx.Client, editor: httpx.Client
) -> None:
    assert nobody.post(CONTACT, data=factories.message_body() | subject).status_code == 303
    [message] = stored(editor, "contact")
    assert message["subject"] is None


def test_a_posted_address_subscribes_once(nobody: httpx.Client, editor: httpx.Client) -> None:
    for _ in range(2):
        sent = nobody.post(NEWSLETTER, data={"email": "ada@example.org"})
        assert (sent.status_code, sent.headers["Location"]) == (303, "/newsletter/subscribed")
    assert [each["email"] for each in stored(editor, "subscriptions")] == ["ada@example.org"]


def test_invalid_input_is_shown_again_with_what_is_wrong(
    nobody: httpx.Client, editor: httpx.Client
) -> None:
    body = factories.message_body(
        name="A", email='ada@"><script>', inquiryType="media", message="\nTwo <lines>\nof a text"
    )
    answer = nobody.post(CONTACT, data=body)
    assert answer.status_code == 422
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "<title>Contact | Women Entrepreneur Awards</title>" in answer.text
    assert '<a href="#name">Name</a>: Name must be at least 2 characters' in answer.text
    assert "Please enter a valid email address" in control(answer.text, "email")
    assert f'value="{body["email"]}"' in control(answer.text, "email")
    assert '<option value="media" selected>' in control(answer.text, "inquiryType")
    assert f">\n{body['message']}</textarea>" in control(answer.text, "message")
    assert "aria-invalid" not in control(answer.text, "message")
    assert "<script>" not in answer.text
    assert stored(editor, "contact") == []
    repaired = nobody.post(CONTACT, data=body | {"name": "Ada", "email": "ada@example.org"})
    assert repaired.status_code == 303


def test_an_empty_form_names_every_required_field(nobody: httpx.Client) -> None:
    answer = nobody.post(CONTACT)
    assert answer.status_code == 422
    problems = [unescape(each) for each in re.findall(r"<li>.*?: (.*?)</li>", answer.text)]
    assert problems == [
        "Name must be at least 2 characters",
        "Please enter a valid email address",
        "Please select an inquiry type",
        "Message must be at least 10 characters",
    ]
    assert '<option value="" selected>' in control(answer.text, "inquiryType")


@pytest.mark.parametrize("data", [{}, {"email": "nobody"}, {"email": "a@b.example", "more": "x"}])
def test_the_newsletter_form_is_shown_again(data: dict[str, str], nobody: httpx.Client) -> None:
    answer = nobody.post(NEWSLETTER, data=data)
    assert answer.status_code == 422
    assert f'value="{data.get("email", "")}"' in control(answer.text, "email")
    assert "<li>" in answer.text


@pytest.mark.parametrize("headers", [{"Content-Type": "application/json"}, {}])
def test_what_is_no_form_is_an_empty_one(headers: dict[str, str], nobody: httpx.Client) -> None:
    answer = nobody.post(NEWSLETTER, content=b'{"email": "ada@example.org"}', headers=headers)
    assert answer.status_code == 422
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


def test_a_posted_file_is_no_text(nobody: httpx.Client) -> None:
    answer = nobody.post(NEWSLETTER, files={"email": ("a.txt", b"ada@example.org")})
    assert answer.status_code == 422
    assert "<form" in answer.text


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_foreign_page_posts_no_form(
    headers: dict[str, str], nobody: httpx.Client, editor: httpx.Client
) -> None:
    for path, body in (
        (CONTACT, factories.message_body()),
        (NEWSLETTER, factories.subscriber_body()),
    ):
        assert nobody.post(path, data=body, headers=headers).status_code == 403
    assert stored(editor, "contact") == stored(editor, "subscriptions") == []


def test_the_site_s_own_page_posts_its_form(nobody: httpx.Client) -> None:
    own = {"Origin": "http://localhost:3000", "Sec-Fetch-Site": "same-origin"}
    assert nobody.post(CONTACT, data=factories.message_body(), headers=own).status_code == 303


def test_where_forms_are_not_stored_they_are_answered_the_same(
    nobody: httpx.Client, editor: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWARDS_STORE_FORMS", "0")
    settings.cache_clear()
    assert nobody.post(CONTACT, data=factories.message_body()).status_code == 303
    assert nobody.post(NEWSLETTER, data=factories.subscriber_body()).status_code == 303
    assert nobody.post(CONTACT, data=factories.message_body(name="A")).status_code == 422
    assert stored(editor, "contact") == stored(editor, "subscriptions") == []


def test_a_form_over_the_limit_is_refused(nobody: httpx.Client) -> None:
    body = factories.message_body(message="x" * 2_000_000)
    assert nobody.post(CONTACT, data=body).status_code == 413
