"""Tests of the forms in a browser without scripts."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_fits_any_width


@pytest.fixture
def plain_page(browser: Browser, site: Site) -> Iterator[Page]:
    """Return a page on which no script runs."""
    with browser.new_context(base_url=site.url, java_script_enabled=False) as context:
        yield context.new_page()


def stored(site: Site, name: str) -> list[dict[str, Any]]:
    """Return the records of a staff list, newest first."""
    listed: list[dict[str, Any]] = site.api.get(f"/api/admin/{name}").json()
    return listed


def test_a_message_is_sent_once_its_fields_are_valid(plain_page: Page, site: Site) -> None:
    plain_page.goto("/contact/sponsorship")
    form = plain_page.get_by_test_id("contact-form")
    texts = {"Name": "A", "Email": "ada@example.org", "Message": "Line one\nand <two>"}
    for label, text in texts.items():
        form.get_by_label(label).fill(text)
    form.get_by_role("button", name="Send Message").click()
    expect(plain_page).to_have_title(re.compile("^Contact"))
    problem = "Name must be at least 2 characters"
    expect(plain_page.get_by_role("alert")).to_have_text(f"Name: {problem}")
    name = plain_page.get_by_label("Name")
    expect(name).to_have_accessible_description(problem)
    expect(plain_page.get_by_label("Email")).to_have_value(texts["Email"])
    expect(plain_page.get_by_label("Inquiry type")).to_have_value("sponsorship")
    expect(plain_page.get_by_label("Message")).to_have_value(texts["Message"])
    name.fill("Ada Okafor")
    plain_page.get_by_role("button", name="Send Message").click()
    plain_page.wait_for_url("**/contact/sent")
    expect(plain_page.get_by_role("heading", level=1)).to_have_text("Message sent successfully!")
    [message] = stored(site, "contact")
    assert (message["name"], message["email"]) == ("Ada Okafor", texts["Email"])
    assert (message["subject"], message["inquiryType"]) == ("Becoming a sponsor", "sponsorship")
    assert message["message"].splitlines() == texts["Message"].splitlines()


def test_the_form_that_is_shown_again_is_accessible(page: Page, problems: Problems) -> None:
    problems.expect("422")
    page.goto("/contact")
    # The form is posted in a browser with scripts, which axe needs.
    page.evaluate("document.querySelector('[data-testid=contact-form]').submit()")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your message was not sent")
    assert_fits_any_width(page)
