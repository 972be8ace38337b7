"""Pages that people reach by email: invitation, new password and newsletter."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from awards_site.accounts import emails
from awards_site.accounts.models import User
from awards_site.core.mail.message import html_body
from awards_site.features.messages.entity import Message, receipt
from awards_site.features.messages.service import staff_notice
from awards_site.features.subscribers.entity import confirmation
from tests.browser.portal.steps import choose, expect_to_fit
from tests.browser.portal.test_people import exported, read_rows
from tests.browser.problems import Problems
from tests.browser.site import Site, serve
from tests.browser.visits import (
    assert_accessible,
    assert_no_horizontal_scroll,
    expect_notice,
    open_form,
    visit,
    wait_until,
)
from tests.smtp_server import SmtpServer, text_of

PASSWORD = "seven quiet rivers"


@pytest.fixture(scope="module")
def site(built: None, smtp: SmtpServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site of its own, which sends email."""
    with serve(tmp_path_factory.mktemp("data"), AWARDS_SMTP_URL=smtp.url) as site:
        yield site


@pytest.fixture
def page(fresh_page: Page) -> Page:
    """Return a page where nobody is signed in."""
    return fresh_page


@pytest.fixture
def received(smtp: SmtpServer, page: Page, site: Site) -> Callable[[str, str], str]:
    """Return `received(recipient, subject)`, which waits for an email and returns its link."""

    def wait(recipient: str, subject: str) -> str:
        def matching() -> list[str]:
            return [text_of(each) for each in smtp.sent_to(recipient) if each["Subject"] == subject]

        wait_until(page, lambda: bool(matching()))
        link = re.search(r"^http://localhost:\d+(/\S+)$", matching()[-1], re.M)
        assert link, matching()[-1]
        return link[1]

    return wait


def choose_password(page: Page, link: str) -> None:
    visit(page, link)
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_label("Repeat password").fill(PASSWORD)
    page.get_by_role("button", name="Save password").click()


def sign_in(page: Page, username: str) -> None:
    """Sign in with the chosen password."""
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_test_id("dashboard")).to_be_visible()


def test_an_invited_person_chooses_a_password_and_signs_in(
    admin_page: Page, page: Page, received: Callable[[str, str], str]
) -> None:
    admin_page.goto("/admin/users")
    form = open_form(admin_page, "Invite by email", "Invite User")
    form.get_by_label("Name", exact=True).fill("Nadia Silva")
    form.get_by_label("Username").fill("nadia")
    email = form.get_by_label("Email")
    email.fill("nadia")
    assert_accessible(admin_page)
    send = form.get_by_role("button", name="Send Invitation")
    send.click()
    expect(email).to_have_accessible_description("Please enter a valid email address")
    email.fill("nadia@example.org")
    send.click()
    expect_notice(admin_page, "Invitation sent", "An email to Nadia Silva is on its way.")
    expect(form).to_be_hidden()
    expect(admin_page.get_by_test_id("record").filter(has_text="nadia")).to_be_visible()
    subject = "Your account at the Women Entrepreneur Awards"
    choose_password(page, received("nadia@example.org", subject))
    expect(page).to_have_url(re.compile(r"/auth/?$"))
    expect_notice(page, "Password saved", "Sign in as nadia.")
    sign_in(page, "nadia")


def test_a_forgotten_password_is_replaced(
    site: Site, page: Page, received: Callable[[str, str], str]
) -> None:
    site.account("editor")
    visit(page, "/auth")
    page.get_by_role("link", name="Forgot your password?").click()
    email = page.get_by_label("Email")
    email.fill("editor")
    page.get_by_role("button", name="Send link").click()
    expect(email).to_have_accessible_description("Please enter a valid email address")
    email.fill("editor@example.org")
    page.get_by_role("button", name="Send link").click()
    expect(page.get_by_role("status")).to_contain_text("If an account uses this email address")
    choose_password(page, received("editor@example.org", "Choose a new password"))
    expect_notice(page, "Password saved", "Sign in as editor.")
    sign_in(page, "editor")


def test_an_administrator_sends_a_link(
    site: Site, admin_page: Page, page: Page, received: Callable[[str, str], str]
) -> None:
    site.account("user")
    admin_page.goto("/admin/users")
    choose(admin_page, "Send a password link to Test User", "Test User")
    expect_notice(admin_page, "Password link sent", "An email to Test User is on its way.")
    assert "/auth/choose-password#" in received("user@example.org", "Choose a new password")


def test_the_token_leaves_the_address_bar_and_no_page_sends_it_on(page: Page) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(f"{request.url} {request.headers}"))
    visit(page, "/auth/choose-password#secret-token")
    expect(page).to_have_url(re.compile(r"/auth/choose-password$"))
    assert "secret-token" not in "".join(requests)
    expect(page.locator("meta[name=referrer]")).to_have_attribute("content", "no-referrer")
    expect(page.locator("meta[name=robots]")).to_have_attribute("content", "noindex")


def test_a_password_that_cannot_be_saved_is_explained(page: Page, problems: Problems) -> None:
    problems.expect("422")
    visit(page, "/auth/choose-password#made-up")
    expect_to_fit(page)
    new, repeated = page.get_by_label("New password"), page.get_by_label("Repeat password")
    save = page.get_by_role("button", name="Save password")
    new.fill(PASSWORD)
    repeated.fill("another")
    save.click()
    expect_notice(page, "The passwords do not match")
    expect(new).to_have_value(PASSWORD)
    new.fill("short")
    repeated.fill("short")
    save.click()
    expect_notice(page, "Error saving the password")
    expect(page.get_by_test_id("notice")).to_contain_text("Password must be at least")
    expect(new).to_have_value("short")
    new.fill(PASSWORD)
    repeated.fill(PASSWORD)
    save.click()
    expect(page.get_by_role("alert")).to_contain_text("This link has expired")
    expect(new).to_have_count(0)
    page.get_by_role("link", name="Request a new link").click()
    expect(page.get_by_role("button", name="Send link")).to_be_visible()
    expect_to_fit(page)
    visit(page, "/auth/choose-password")
    expect(page.get_by_role("alert")).to_contain_text("the whole link from your email")
    expect(new).to_have_count(0)


def test_a_subscription_is_confirmed_and_ended_by_links(
    site: Site, admin_page: Page, page: Page, received: Callable[[str, str], str]
) -> None:
    subscriber = "reader@example.org"
    visit(page, "/contact")
    signup = page.get_by_test_id("contact-newsletter")
    signup.get_by_role("textbox").fill(subscriber)
    signup.get_by_role("button").click()
    expect(page.get_by_test_id("newsletter-thanks")).to_be_visible()
    admin_page.goto("/admin/subscribers")
    row = admin_page.get_by_test_id("record").filter(has_text=subscriber)
    expect(row.get_by_text("Unconfirmed")).to_be_visible()
    assert read_rows(exported(admin_page)) == [["Email", "Date Subscribed"]]
    assert json.loads(exported(admin_page, "json")) == []

    confirm_path = received(subscriber, "Please confirm your subscription")
    requests: list[Request] = []
    for each in (page, admin_page):
        each.on("request", lambda request: requests.append(request))
    page.goto(confirm_path)
    assert_accessible(page)
    page.get_by_role("button", name="Confirm subscription").click()
    page.wait_for_url("**/newsletter/subscribed")
    admin_page.reload()
    expect(row).to_be_visible()
    expect(row.get_by_text("Unconfirmed")).to_have_count(0)
    heading, [email, _, link] = read_rows(exported(admin_page))
    assert (heading[2], email) == ("Unsubscribe URL", subscriber)

    # The mail program of a member of staff opens the link in a browser with a session.
    admin_page.goto(link)
    assert_accessible(admin_page)
    admin_page.get_by_role("button", name="Unsubscribe").click()
    expect(admin_page.get_by_role("heading", level=1)).to_have_text("You have been unsubscribed")
    assert site.api.get("/api/admin/subscriptions").json() == []
    admin_page.get_by_role("link", name="To the website").click()
    admin_page.wait_for_url(f"{site.url}/")
    # The paths of the pages have tokens, which no Referer has.
    referrers = [each.all_headers().get("referer", "") for each in requests]
    assert f"{site.url}/" in referrers
    tokens = [path.rpartition("/")[2] for path in (confirm_path, link)]
    assert not [each for each in referrers if any(token in each for token in tokens)]


USER = User(
    username="nadia",
    username_folded="nadia",
    name="Nadia Silva",
    email="nadia@example.org",
    email_folded="nadia@example.org",
    role="editor",
    password_hash="",
)
MESSAGE = Message(
    name="W" * 100, email="visitor@example.org", subject="w" * 200, inquiry_type="media", message=""
)
LONG_URL = "https://awards.example.org/auth/choose-password#" + "x" * 43
EMAILS = [
    emails.invitation(USER, LONG_URL, "Grace Hopper"),
    emails.password_reset(USER, LONG_URL, ""),
    emails.password_changed(USER),
    emails.role_changed(USER),
    emails.new_device(USER, "Firefox on Windows", "2001:db8::1", datetime(2030, 5, 15, tzinfo=UTC)),
    confirmation("x" * 43),
    receipt(),
    staff_notice([MESSAGE] * 21),
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_emails_are_legible_at_any_width(
    scheme: Literal["light", "dark"], browser: Browser
) -> None:
    with browser.new_context(color_scheme=scheme) as context:
        page = context.new_page()
        for email in EMAILS:
            page.set_content(html_body(email))
            for width in (375, 700):
                page.set_viewport_size({"width": width, "height": 900})
                assert_no_horizontal_scroll(page)
            assert_accessible(page)
