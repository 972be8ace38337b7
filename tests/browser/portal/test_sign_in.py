"""The sign-in page."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.problems import Problems
from tests.browser.site import ADMIN
from tests.browser.visits import assert_accessible, expect_notice, visit, wait_until


@pytest.fixture
def page(fresh_page: Page) -> Page:
    """Return a page where nobody is signed in."""
    return fresh_page


def fill_in(page: Page, username: str, password: str) -> None:
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_signing_in_opens_the_dashboard_and_shows_a_welcome_once(page: Page) -> None:
    visit(page, "/auth")
    fill_in(page, ADMIN.username, ADMIN.password)
    expect(page).to_have_url(re.compile(r"/admin/?$"))
    expect_notice(page, "Login successful", f"Welcome back, {ADMIN.name}!")
    expect(page.get_by_test_id("dashboard")).to_be_visible()
    page.reload()
    expect(page.get_by_test_id("dashboard")).to_be_visible()
    expect(page.get_by_test_id("notice")).to_have_count(0)


def test_the_page_says_that_it_needs_cookies(page: Page, problems: Problems) -> None:
    problems.expect(r"401 \(Unauthorized\)")
    needed = page.get_by_role("alert").filter(has_text="Signing in needs cookies")
    visit(page, "/auth")
    page.route("**/api/auth/login", lambda route: route.fulfill(json={"name": ADMIN.name}))
    expect(needed).to_have_count(0)
    fill_in(page, ADMIN.username, ADMIN.password)
    expect(needed).to_be_visible()
    expect(page.get_by_label("Username")).to_have_value(ADMIN.username)
    page.add_init_script("Object.defineProperty(navigator, 'cookieEnabled', { value: false })")
    visit(page, "/auth")
    expect(needed).to_be_visible()
    assert_accessible(page)


def test_the_scripts_of_the_dashboard_load_while_the_user_signs_in(page: Page) -> None:
    visit(page, "/auth")
    links = page.locator("link[rel=prefetch]")
    expect(links).not_to_have_count(0)
    files = links.evaluate_all("links => links.map(({ href }) => href)")
    page.wait_for_function(
        "files => files.every((file) => performance.getEntriesByName(file)[0]?.responseEnd)",
        arg=files,
    )
    fill_in(page, ADMIN.username, ADMIN.password)
    expect(page.get_by_test_id("dashboard")).to_be_visible()
    loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert set(files) <= set(loaded), "The dashboard has no use for these"


def test_empty_fields_are_refused_without_a_request(page: Page) -> None:
    visit(page, "/auth")
    expect(page).to_have_title("Sign in | WEA Admin")
    expect(page.locator("meta[name=robots]")).to_have_attribute("content", "noindex")
    expect(page.get_by_label("Password")).to_have_attribute("autocomplete", "current-password")
    calls: list[str] = []
    page.on("request", lambda request: calls.append(request.url))
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Username is required")).to_be_visible()
    expect(page.get_by_text("Password is required")).to_be_visible()
    username = page.get_by_label("Username")
    expect(username).to_be_focused()
    expect(username).to_have_attribute("aria-invalid", "true")
    expect(username).to_have_accessible_description("Username is required")
    assert not [call for call in calls if "/api/" in call]
    assert_accessible(page)


def test_failures_are_reported_and_the_input_stays(page: Page, problems: Problems) -> None:
    problems.expect("401|429|50[02]")
    visit(page, "/auth")
    fill_in(page, ADMIN.username, "wrong")
    expect_notice(page, "Login failed", "Invalid username or password")
    expect(page.get_by_label("Username")).to_have_value(ADMIN.username)
    waiting: list[Route] = []
    page.route("**/api/auth/login", lambda route: waiting.append(route))
    for status, body, message in (
        (500, "boom", "Server error: 500 - boom"),
        (429, '{"message": "Wait a minute"}', "Server error: 429 - Wait a minute"),
        (502, "", "Server error: 502 - Bad Gateway"),
    ):
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page.get_by_role("button", name="Signing in...")).to_be_disabled()
        wait_until(page, lambda: bool(waiting))
        waiting.pop().fulfill(status=status, body=body)
        expect_notice(page, "Login failed", message)
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_enabled()
    assert waiting == []
