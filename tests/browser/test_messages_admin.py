"""Contact Messages."""

import re
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import empty
from tests.browser.site import Site
from tests.browser.visits import (
    assert_accessible,
    expect_notice,
    visit,
)

SCREEN = "/admin/messages"
API = "/api/admin/contact"


@pytest.fixture(autouse=True)
def start_empty(site: Site) -> None:
    empty(site, API, API)


def send(site: Site, name: str, **fields: str) -> str:
    body = {
        "name": name,
        "email": "ada@example.org",
        "inquiryType": "media",
        "message": "May I write about the ceremony?",
    }
    site.create("/api/contact", **(body | fields))
    return f"{API}/{stored(site)[0]['id']}"


def stored(site: Site) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = site.api.get(API).json()
    return messages


def open_message(page: Page, name: str) -> Locator:
    page.goto(SCREEN)
    page.get_by_role("button", name=f"View message from {name}").click()
    return page.get_by_role("dialog", name="Message Details")


def test_a_message_of_a_visitor_is_listed(editor_page: Page) -> None:
    visit(editor_page, "/contact")
    form = editor_page.get_by_test_id("contact-form")
    form.get_by_label("Name", exact=True).fill("Ada Okafor")
    form.get_by_label("Email", exact=True).fill("ada@example.org")
    form.get_by_label("Subject", exact=True).fill("A nomination & more")
    form.get_by_label("Inquiry type").select_option("nomination")
    form.get_by_label("Message", exact=True).fill("First line of it.\nSecond line of it.")
    form.get_by_role("button", name="Send Message").click()
    expect(editor_page.get_by_test_id("notice")).to_be_visible()
    details = open_message(editor_page, "Ada Okafor")
    for fact in ("Ada Okafor", "ada@example.org", "Nomination", "A nomination & more"):
        expect(details.get_by_text(fact, exact=True)).to_be_visible()
    expect(details.get_by_text(re.compile(r"\d{4}, \d+:\d\d [AP]M UTC$"))).to_be_visible()
    text = details.get_by_text("First line of it.")
    assert text.inner_text() == "First line of it.\nSecond line of it."
    assert_accessible(editor_page)


def test_a_tab_shows_the_unread_messages(editor_page: Page, site: Site) -> None:
    site.api.patch(send(site, "Ada Okafor"), json={"isRead": True})
    send(site, "Bisi Laurent")
    editor_page.goto(SCREEN)
    rows = editor_page.get_by_test_id("record")
    expect(rows).to_have_count(2)
    newest, oldest = rows.all()
    expect(newest.get_by_text("Bisi Laurent", exact=True)).to_have_css("font-weight", "600")
    expect(newest.get_by_text("Unread", exact=True)).to_be_visible()
    expect(oldest.get_by_text("Ada Okafor", exact=True)).to_have_css("font-weight", "400")
    expect(oldest.get_by_text("Unread", exact=True)).to_have_count(0)
    editor_page.get_by_role("tab", name="Unread").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Bisi Laurent")


def reply_address(editor_page: Page, name: str) -> SplitResult:
    """Press 'Reply via Email' in a message and return the URL that this opens."""
    editor_page.route(re.compile("^mailto:"), lambda route: route.abort())
    button = open_message(editor_page, name).get_by_role("button", name="Reply via Email")
    with editor_page.expect_request(re.compile("^mailto:")) as opened:
        button.press("Enter")
    return urlsplit(opened.value.url)


def test_the_reply_is_an_email_with_a_subject(editor_page: Page, site: Site) -> None:
    send(site, "Ada Okafor", email="ada+press@example.org", subject="Tickets & seats?")
    send(site, "Bisi Laurent")
    opened = reply_address(editor_page, "Ada Okafor")
    assert (opened.scheme, opened.path) == ("mailto", "ada%2Bpress@example.org")
    assert parse_qs(opened.query) == {"subject": ["Re: Tickets & seats?"]}
    assert parse_qs(reply_address(editor_page, "Bisi Laurent").query) == {"subject": ["Re: Media"]}


def test_opening_a_message_marks_it_as_read(editor_page: Page, site: Site) -> None:
    send(site, "Ada Okafor")
    details = open_message(editor_page, "Ada Okafor")
    expect(details).to_be_visible()
    expect(editor_page.get_by_test_id("record").get_by_text("Unread")).to_have_count(0)
    assert [each["isRead"] for each in stored(site)] == [True]
    editor_page.keyboard.press("Escape")
    expect(details).to_be_hidden()
    expect(editor_page.get_by_role("button", name="View message from Ada Okafor")).to_be_focused()
    editor_page.goto("/admin")
    card = editor_page.get_by_test_id("dashboard-counts").get_by_role(
        "link", name="Contact Messages"
    )
    expect(card).to_contain_text("0")


def test_a_message_that_cannot_be_marked_as_read_is_still_shown(
    editor_page: Page, site: Site
) -> None:
    address = send(site, "Ada Okafor")
    editor_page.goto(SCREEN)
    expect(editor_page.get_by_test_id("record")).to_have_count(1)
    site.api.delete(address)
    editor_page.get_by_test_id("record").get_by_text("Ada Okafor", exact=True).click()
    expect(editor_page.get_by_role("dialog", name="Message Details")).to_be_visible()
    expect_notice(editor_page, "Error updating message", "Message not found")
