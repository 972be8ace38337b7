"""Tests of the contact page: both forms, the office, the questions, and unstored forms."""

import re
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, Request, Route, expect

from tests.browser.content import unreadable
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import (
    PHONE,
    assert_accessible,
    expect_notice,
    visit,
)

MESSAGE = {
    "Name": "Ada Okafor",
    "Email": "ada@example.org",
    "Subject": "A nomination",
    "Message": "Whom do I write to about a friend?",
}
PAGE_HEIGHT = "document.documentElement.scrollHeight"
"""The expression of a page's height, in px."""


def form(page: Page) -> Locator:
    return page.get_by_test_id("contact-form")


def fill(page: Page, **changes: str) -> None:
    for label, text in (MESSAGE | changes).items():
        form(page).get_by_label(label, exact=True).fill(text)


def send(page: Page) -> None:
    form(page).get_by_role("button", name="Send Message").click()


def list_records(api: httpx.Client, path: str) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = api.get(path).json()
    return records


def test_links_prefill_the_message(page: Page, site: Site) -> None:
    prefilled = {
        "/contact/sponsorship": ("sponsorship", "We would like to become a sponsor."),
        "/contact/proposal": ("sponsorship", "Please send us a proposal."),
        "/contact/nomination": ("nomination", "I would like to nominate:"),
    }
    for path, (kind, prefix) in prefilled.items():
        html = site.read_rendered(path)
        assert prefix in html
        assert re.search(rf'<option value="{kind}" selected', html)
    visit(page, "/contact/nomination?message=Words+of+a+stranger")
    expect(form(page).get_by_label("Inquiry type")).to_have_value("nomination")
    message = form(page).get_by_label("Message")
    expect(message).to_have_value(re.compile("^I would like to nominate:\n"))
    fill(page)
    expect(message).to_have_value(MESSAGE["Message"])


def test_a_message_is_sent_after_a_second_and_stored(page: Page, site: Site) -> None:
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    visit(page, "/contact")
    kind = form(page).get_by_label("Inquiry type")
    expect(kind).to_have_value("general")
    values = kind.get_by_role("option").evaluate_all("options => options.map(o => o.value)")
    assert values == ["general", "nomination", "sponsorship", "media", "feedback"]
    fill(page)
    kind.select_option("feedback")
    page.evaluate(
        """() => {
            const button = document.querySelector("[data-testid=contact-form] [type=submit]");
            window.buttonStates = [];
            new MutationObserver(() => window.buttonStates.push(
                [button.textContent, button.disabled, performance.now()]
            )).observe(button, {attributes: true, childList: true, characterData: true,
                subtree: true});
        }"""
    )
    send(page)
    button = form(page).locator("[type=submit]")
    expect(button).to_have_text("Processing...")
    expect(button).to_be_disabled()
    expect_notice(page, "Message sent successfully!", "We'll get back to you as soon as possible.")
    expect(button).to_have_text("Send Message")
    expect(button).to_be_enabled()
    button_states = page.evaluate("window.buttonStates")
    assert button_states[-1][2] - button_states[0][2] >= 1000
    expect(form(page).get_by_label("Subject")).to_have_value("")
    expect(form(page).get_by_label("Inquiry type")).to_have_value("general")
    [request] = sent
    assert float(request.headers["x-form-fill-seconds"]) >= 1
    assert set(request.post_data_json or {}) == {
        "name",
        "email",
        "subject",
        "inquiryType",
        "message",
    }
    [message] = list_records(site.api, "/api/admin/contact")
    assert {key: message[key] for key in ("name", "email", "subject", "message")} == {
        label.lower(): text for label, text in MESSAGE.items()
    }
    assert message["inquiryType"] == "feedback"


def test_an_invalid_field_shows_its_error(page: Page) -> None:
    visit(page, "/contact")
    fill(page)
    for label, value, error in (
        ("Name", "A", "Name must be at least 2 characters"),
        ("Email", "ada@example", "Please enter a valid email address"),
        ("Subject", "Hey ", "Subject must be at least 5 characters"),
        ("Subject", "", "Subject must be at least 5 characters"),
        ("Message", "Too short", "Message must be at least 10 characters"),
    ):
        control = form(page).get_by_label(label, exact=True)
        control.fill(value)
        send(page)
        expect(control).to_have_accessible_description(error)
        expect(control).to_be_focused()
        expect(form(page).get_by_role("alert")).to_have_count(1)
        expect(page.get_by_test_id("notice")).to_have_count(0)
        if value == "Too short":
            assert_accessible(page)
        control.fill(MESSAGE[label])
        expect(form(page).get_by_role("alert")).to_have_count(0)


def test_errors_cause_no_layout_shift(page: Page) -> None:
    for width in (PHONE, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        visit(page, "/contact")
        page.evaluate("document.fonts.ready")
        before = page.evaluate(PAGE_HEIGHT)
        send(page)
        expect(form(page).get_by_role("alert")).to_have_count(4)
        assert page.evaluate(PAGE_HEIGHT) == before


def test_a_failure_says_why_and_keeps_the_input(page: Page, problems: Problems, site: Site) -> None:
    problems.expect("503|422|429")
    visit(page, "/contact")
    fill(page)
    with unreadable(site, "messages"):
        send(page)
        expect_notice(page, "Error sending message", "Please try again later.")
        expect(page.get_by_test_id("notice")).to_have_attribute("data-variant", "destructive")
    fill(page, Name="A" * 2_000)
    send(page)
    expect(page.get_by_test_id("notice")).to_contain_text("Name must be at most")
    sent: list[str | None] = []
    text = "Too many requests. Please try again in 40 seconds."

    def refuse(route: Route) -> None:
        sent.append(route.request.post_data)
        route.fulfill(status=429, headers={"Retry-After": "40"}, json={"message": text})

    page.route("**/api/contact", refuse)
    fill(page)
    send(page)
    expect_notice(page, "Error sending message", text)
    assert len(sent) == 1
    for label, typed in MESSAGE.items():
        expect(form(page).get_by_label(label, exact=True)).to_have_value(typed)
    expect(form(page).get_by_role("button", name="Send Message")).to_be_enabled()


def test_people_do_not_reach_the_honeypots(page: Page) -> None:
    visit(page, "/contact")
    for testid in ("contact-form", "contact-newsletter", "footer-newsletter"):
        honeypot = page.get_by_test_id(testid).locator("[name=website]")
        expect(honeypot).to_have_attribute("tabindex", "-1")
        expect(honeypot).to_have_attribute("autocomplete", "off")
        box = honeypot.locator("xpath=ancestor::*[@aria-hidden='true']").bounding_box()
        assert box is not None
        assert max(box["width"], box["height"]) <= 1


def test_the_newsletter_form_is_replaced_by_thanks(page: Page, site: Site) -> None:
    visit(page, "/contact")
    signup = page.get_by_test_id("contact-newsletter")
    email = signup.get_by_label("Your email")
    expect(email).to_have_attribute("type", "email")
    expect(email).to_have_js_property("required", True)
    signup.get_by_role("button", name="Subscribe").click()
    expect(email).to_be_focused()
    assert email.evaluate("input => input.validationMessage")
    expect(page.get_by_test_id("notice")).to_have_count(0)
    expect(page.get_by_test_id("newsletter-thanks")).to_have_count(0)
    email.fill("ada@example.org")
    signup.get_by_role("button", name="Subscribe").click()
    thanks = page.get_by_test_id("newsletter-thanks")
    expect(thanks.get_by_role("heading", name="Thank you for subscribing!")).to_be_visible()
    expect(signup).to_have_count(0)
    expect_notice(
        page,
        "Subscribed to newsletter!",
        "You'll receive updates about the programme's events and announcements.",
    )
    assert_accessible(page)
    assert [each["email"] for each in list_records(site.api, "/api/admin/subscriptions")] == [
        "ada@example.org"
    ]


def test_four_questions_open_one_by_one(page: Page) -> None:
    visit(page, "/contact")
    questions = page.get_by_test_id("questions").locator("details")
    expect(questions).to_have_count(4)
    answer = questions.first.get_by_text("Choose Nomination")
    expect(answer).to_be_hidden()
    questions.first.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(answer).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Enter")
    expect(answer).to_be_hidden()
