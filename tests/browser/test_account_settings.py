"""The dialog 'Settings' of the account menu: changing the password."""

import re
from collections.abc import Callable
from itertools import count

import httpx
import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.problems import Problems
from tests.browser.site import PASSWORD, Account, Site
from tests.browser.visits import (
    assert_accessible,
    assert_no_horizontal_scroll,
    expect_notice,
    sign_in_as,
    visit_and_load,
)

NEW = "a new password, long enough"
HELP = "At least 12 characters, and hard to guess."
SIZES: list[ViewportSize] = [
    {"width": 375, "height": 667},
    {"width": 768, "height": 1024},
    {"width": 1280, "height": 800},
]


_numbers = count(1)


@pytest.fixture
def person(site: Site) -> Account:
    """Return a user of this test alone, so that the rate limit affects no other test."""
    person = Account(f"grace{next(_numbers)}", PASSWORD, "Grace Mensah", "editor")
    site.create(
        "/api/auth/register",
        username=person.username,
        password=person.password,
        email=f"{person.username}@example.org",
        name=person.name,
        role=person.role,
    )
    return person


def can_sign_in(site: Site, person: Account, password: str) -> bool:
    """Return whether a client of its own can sign in, so that the page keeps its session."""
    body = {"username": person.username, "password": password}
    return httpx.post(f"{site.url}/api/auth/login", json=body).is_success


@pytest.fixture
def settings(page: Page, person: Account) -> Locator:
    """Return the dialog, opened on the dashboard."""
    sign_in_as(page.context, person)
    visit_and_load(page, "/admin")
    return open_settings(page)


def open_settings(page: Page) -> Locator:
    page.get_by_test_id("account-menu-button").press("Enter")
    page.get_by_role("menuitem", name="Website").press("ArrowDown")
    page.get_by_role("menuitem", name="Settings").press("Enter")
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog).to_be_visible()
    return dialog


def fill_in(settings: Locator, current: str, new: str, repeated: str) -> None:
    settings.get_by_label("Current password").fill(current)
    settings.get_by_label("New password").fill(new)
    settings.get_by_label("Repeat password").fill(repeated)
    settings.get_by_role("button", name="Change password").click()


def test_the_password_is_changed_by_the_keyboard(
    settings: Locator, page: Page, person: Account, site: Site
) -> None:
    current = settings.get_by_label("Current password")
    expect(current).to_be_focused()
    page.keyboard.type(PASSWORD)
    for _ in range(2):
        page.keyboard.press("Tab")
        page.keyboard.type(NEW)
    page.keyboard.press("Enter")
    expect_notice(page, "Password changed", "Your sessions in other browsers have ended.")
    expect(current).to_have_value("")
    assert page.context.request.get("/api/auth/me").ok
    expect(settings).to_be_focused()
    settings.get_by_role("button", name="Close").press("Enter")
    expect(settings).to_be_hidden()
    expect(page.get_by_test_id("account-menu-button")).to_be_focused()
    assert not can_sign_in(site, person, PASSWORD)
    assert can_sign_in(site, person, NEW)


def test_a_wrong_current_password_is_reported_beside_its_field(
    settings: Locator, page: Page
) -> None:
    fill_in(settings, "wrong password", NEW, NEW)
    current = settings.get_by_label("Current password")
    expect(current).to_have_accessible_description("The current password is incorrect")
    expect(current).to_have_attribute("aria-invalid", "true")
    expect(current).to_be_focused()
    expect(current).to_have_value("wrong password")
    expect(settings.get_by_label("New password")).to_have_value(NEW)
    expect(settings.get_by_label("Repeat password")).to_have_value(NEW)
    assert_accessible(page)
    current.fill(PASSWORD)
    current.press("Enter")
    expect_notice(page, "Password changed")


def test_each_field_shows_its_error(settings: Locator, person: Account, site: Site) -> None:
    settings.get_by_role("button", name="Change password").click()
    current = settings.get_by_label("Current password")
    new = settings.get_by_label("New password")
    repeated = settings.get_by_label("Repeat password")
    expect(current).to_have_accessible_description("Current password is required")
    expect(new).to_have_accessible_description(f"{HELP} New password is required")
    fill_in(settings, PASSWORD, "short", "short")
    expect(new).to_have_accessible_description(f"{HELP} Password must be at least 12 characters")
    fill_in(settings, PASSWORD, "password1234", "password1234")
    expect(new).to_have_accessible_description(re.compile("This password is easy to guess."))
    expect(new).to_be_focused()
    fill_in(settings, PASSWORD, NEW, f"{NEW}!")
    expect(repeated).to_have_accessible_description("The passwords do not match")
    expect(repeated).to_be_focused()
    assert can_sign_in(site, person, PASSWORD)


def test_the_strength_of_a_new_password_is_shown(settings: Locator, person: Account) -> None:
    new = settings.get_by_label("New password")
    strength = settings.get_by_role("status")
    new.fill("qwertyuiop12")
    expect(strength).to_contain_text("Strength: weak.")
    new.fill(NEW)
    expect(strength).to_have_text("Strength: strong.")
    new.fill(person.username)
    expect(strength).to_contain_text("Strength: very weak.")


def test_password_managers_recognise_the_fields_and_closing_clears_them(
    settings: Locator, page: Page, person: Account
) -> None:
    expected = {
        "Current password": "current-password",
        "New password": "new-password",
        "Repeat password": "new-password",
    }
    for label, purpose in expected.items():
        field = settings.get_by_label(label)
        expect(field).to_have_attribute("type", "password")
        expect(field).to_have_attribute("autocomplete", purpose)
    username = settings.locator("input[autocomplete=username]")
    expect(username).to_have_value(person.username)
    fill_in(settings, "something", NEW, f"{NEW}!")
    expect(settings.get_by_text("The passwords do not match")).to_be_visible()
    page.keyboard.press("Escape")
    expect(settings).to_be_hidden()
    open_settings(page)
    expect(settings.get_by_label("Current password")).to_have_value("")
    expect(settings.get_by_text("The passwords do not match")).to_be_hidden()
    expect(page.get_by_test_id("notice")).to_have_count(0)


def test_no_input_is_lost_when_the_session_ends(
    settings: Locator, page: Page, person: Account, problems: Problems, site: Site
) -> None:
    problems.expect("401")
    page.context.request.post("/api/auth/logout")
    fill_in(settings, PASSWORD, NEW, NEW)
    gate = page.get_by_role("dialog", name="Your session has ended")
    gate.get_by_label("Password").fill(PASSWORD)
    gate.get_by_role("button", name="Sign in").click()
    expect_notice(page, "Password changed")
    assert can_sign_in(site, person, NEW)


def test_account_menu_and_settings_fit_any_screen(open_page: Callable[[str], Page]) -> None:
    page = open_page("editor")
    for size in SIZES:
        page.set_viewport_size(size)
        visit_and_load(page, "/admin")
        opener = page.get_by_role("button", name="Open menu")
        if opener.is_visible():
            opener.press("Enter")
            expect(page.get_by_role("dialog", name="Admin menu")).to_be_visible()
        account = page.get_by_test_id("account-menu-button").locator("visible=true")
        expect(account).to_have_text(re.compile("^TE.*Test Editor.*Editor"))
        expect(account).to_be_in_viewport(ratio=1)
        account.press("Enter")
        entries = page.get_by_role("menuitem")
        expect(entries).to_have_text(["Website", "Settings", "Logout"])
        expect(entries.first).to_be_focused()
        for entry in entries.all():
            expect(entry).to_be_in_viewport(ratio=1)
        assert_accessible(page)
        page.keyboard.press("ArrowDown")
        expect(entries.nth(1)).to_be_focused()
        page.keyboard.press("Enter")
        settings = page.get_by_role("dialog", name="Settings")
        expect(settings).to_contain_text("editor@example.org")
        submit = settings.get_by_role("button", name="Change password")
        submit.scroll_into_view_if_needed()
        expect(submit).to_be_in_viewport(ratio=1)
        assert_accessible(page)
        assert_no_horizontal_scroll(page)
        page.keyboard.press("Escape")
        expect(settings).to_be_hidden()
        expect(account).to_be_focused()
