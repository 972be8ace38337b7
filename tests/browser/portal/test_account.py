"""One's own account: sessions, password and second factors."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import httpx
import pyotp
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.portal.steps import OpenPage, choose
from tests.browser.portal.test_session_ended import age_sessions, sign_in_there
from tests.browser.problems import Problems
from tests.browser.site import ADMIN, PASSWORD, Account, Site, serve
from tests.browser.visits import (
    PHONE,
    assert_accessible,
    assert_no_horizontal_scroll,
    expect_notice,
    sign_in_as,
    visit,
    visit_and_load,
)

SCREEN = "/admin/account"
NEW = "a new password, long enough"
HELP = "At least 12 characters, and hard to guess."
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"

_numbers = count(1)


@pytest.fixture
def page(fresh_page: Page) -> Page:
    """Return a page where nobody is signed in."""
    return fresh_page


@pytest.fixture
def grace(site: Site) -> Account:
    """Return an editor of this test alone, so that the rate limit affects no other test."""
    grace = Account(f"grace{next(_numbers)}", PASSWORD, "Grace Hopper", "editor")
    site.create(
        "/api/auth/register",
        username=grace.username,
        password=grace.password,
        email=f"{grace.username}@example.org",
        name=grace.name,
        role=grace.role,
    )
    return grace


@pytest.fixture
def elsewhere(site: Site, grace: Account) -> Iterator[list[httpx.Client]]:
    """Return two other browsers in which Grace is signed in."""
    body = {"username": grace.username, "password": grace.password}
    headers = {"User-Agent": FIREFOX}
    with ExitStack() as stack:
        clients = [
            stack.enter_context(httpx.Client(base_url=site.url, headers=headers, timeout=30))
            for _ in range(2)
        ]
        for client in clients:
            assert client.post("/api/auth/login", json=body).is_success
        yield clients


def is_signed_in(client: httpx.Client) -> bool:
    return client.get("/api/auth/me").is_success


def can_sign_in(site: Site, account: Account, password: str) -> bool:
    """Return whether a client of its own can sign in, so that the page keeps its session."""
    body = {"username": account.username, "password": password}
    return httpx.post(f"{site.url}/api/auth/login", json=body, timeout=30).is_success


def open_settings(page: Page) -> Locator:
    page.get_by_test_id("account-menu-button").press("Enter")
    page.get_by_role("menuitem", name="Website").press("ArrowDown")
    page.get_by_role("menuitem", name="Settings").press("Enter")
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog).to_be_visible()
    return dialog


def test_sessions_are_listed_and_signed_out(
    page: Page, grace: Account, elsewhere: list[httpx.Client]
) -> None:
    sign_in_as(page.context, grace)
    visit_and_load(page, "/admin")
    settings = open_settings(page)
    settings.get_by_role("link", name="Manage your sessions").click()
    expect(page).to_have_url(re.compile(rf"{SCREEN}/?$"))
    expect(settings).to_be_hidden()
    expect(page.get_by_role("heading", name="Your Account")).to_be_visible()
    sessions = page.get_by_test_id("session")
    expect(sessions).to_have_count(3)
    expect(sessions.first).to_contain_text("This session")
    expect(sessions.first.get_by_role("button")).to_have_count(0)
    for term in ("Firefox on Windows", "IP address:", "Signed in:", "Last use:"):
        expect(sessions.last).to_contain_text(term)
    sessions.last.get_by_role("button", name="Sign out Firefox on Windows").click()
    expect_notice(page, "Signed out", "Firefox on Windows is signed out.")
    expect(sessions).to_have_count(2)
    assert [is_signed_in(each) for each in elsewhere].count(True) == 1
    everywhere = page.get_by_role("button", name="Sign out everywhere else")
    everywhere.click()
    expect_notice(page, "Signed out", "Your other sessions have ended.")
    expect(sessions).to_have_count(1)
    expect(everywhere).to_be_hidden()
    assert not any(is_signed_in(each) for each in elsewhere)
    assert page.context.request.get("/api/auth/me").ok
    page.get_by_role("button", name="Change password").click()
    expect(settings.get_by_label("Current password")).to_be_focused()


@pytest.fixture
def settings(page: Page, grace: Account) -> Locator:
    """Return the dialog of the settings, opened on the dashboard."""
    sign_in_as(page.context, grace)
    visit_and_load(page, "/admin")
    return open_settings(page)


def type_passwords(settings: Locator, current: str, new: str, repeated: str) -> None:
    settings.get_by_label("Current password").fill(current)
    settings.get_by_label("New password").fill(new)
    settings.get_by_label("Repeat password").fill(repeated)
    settings.get_by_role("button", name="Change password").click()


def test_the_password_is_changed_by_the_keyboard(
    settings: Locator, page: Page, grace: Account, site: Site
) -> None:
    current = settings.get_by_label("Current password")
    expect(current).to_be_focused()
    page.keyboard.type(PASSWORD)
    for _ in range(2):
        page.keyboard.press("Tab")
        page.keyboard.type(NEW)
    with page.expect_response("**/api/auth/me") as remembered:
        page.keyboard.press("Enter")
    expect_notice(page, "Password changed", "Your sessions in other browsers have ended.")
    assert "awards_device=" in (remembered.value.header_value("set-cookie") or "")
    expect(current).to_have_value("")
    assert page.context.request.get("/api/auth/me").ok
    expect(settings).to_be_focused()
    settings.get_by_role("button", name="Close").press("Enter")
    expect(settings).to_be_hidden()
    expect(page.get_by_test_id("account-menu-button")).to_be_focused()
    assert not can_sign_in(site, grace, PASSWORD)
    assert can_sign_in(site, grace, NEW)


def test_the_form_of_the_password_shows_errors_and_strength_and_keeps_its_input(
    settings: Locator, page: Page, grace: Account, problems: Problems
) -> None:
    problems.expect("401")
    current = settings.get_by_label("Current password")
    new = settings.get_by_label("New password")
    repeated = settings.get_by_label("Repeat password")
    for field, purpose in ((current, "current"), (new, "new"), (repeated, "new")):
        expect(field).to_have_attribute("type", "password")
        expect(field).to_have_attribute("autocomplete", f"{purpose}-password")
    username = settings.locator("input[autocomplete=username]")
    expect(username).to_have_value(grace.username)
    settings.get_by_role("button", name="Change password").click()
    expect(current).to_have_accessible_description("Current password is required")
    expect(new).to_have_accessible_description(f"{HELP} New password is required")
    type_passwords(settings, PASSWORD, "password1234", "password1234")
    expect(new).to_have_accessible_description(re.compile("This password is easy to guess."))
    expect(new).to_be_focused()
    strength = settings.get_by_role("status")
    expect(strength).to_contain_text("Strength: weak.")
    type_passwords(settings, PASSWORD, NEW, f"{NEW}!")
    expect(strength).to_have_text("Strength: strong.")
    expect(repeated).to_have_accessible_description("The passwords do not match")
    expect(repeated).to_be_focused()
    page.keyboard.press("Escape")
    expect(settings).to_be_hidden()
    open_settings(page)
    expect(current).to_have_value("")
    expect(settings.get_by_text("The passwords do not match")).to_be_hidden()
    expect(page.get_by_test_id("notice")).to_have_count(0)
    type_passwords(settings, "wrong password", NEW, NEW)
    expect(current).to_have_accessible_description("The current password is incorrect")
    expect(current).to_have_attribute("aria-invalid", "true")
    expect(current).to_be_focused()
    for field, text in ((current, "wrong password"), (new, NEW), (repeated, NEW)):
        expect(field).to_have_value(text)
    assert_accessible(page)
    # Nothing is lost when the session ends.
    page.context.request.post("/api/auth/logout")
    current.fill(PASSWORD)
    current.press("Enter")
    sign_in_there(page)
    expect_notice(page, "Password changed")


@pytest.mark.parametrize("width", [PHONE, 1280])
def test_account_menu_and_settings_fit_any_screen(open_page: OpenPage, width: int) -> None:
    page = open_page("editor")
    page.set_viewport_size({"width": width, "height": 667})
    visit_and_load(page, "/admin")
    if width == PHONE:
        page.get_by_role("button", name="Open menu").press("Enter")
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


# Second factors.


@pytest.fixture
def account_page(page: Page, grace: Account, problems: Problems) -> Page:
    """Grace's account page, in a browser that can make passkeys."""
    problems.expect("401")
    problems.expect("422")
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    authenticator = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": authenticator})
    sign_in_as(page.context, grace)
    visit_and_load(page, SCREEN)
    return page


def factors(page: Page) -> Locator:
    return page.get_by_test_id("second-factor")


def confirm(page: Page, title: str, button: str, password: str = PASSWORD) -> None:
    """Enter the current password in the dialog with this title, and send it."""
    dialog = page.get_by_role("dialog", name=title)
    dialog.get_by_label("Current password").fill(password)
    dialog.get_by_role("button", name=button).click()


def start_app(page: Page, password: str = PASSWORD) -> tuple[Locator, str]:
    """Return the dialog that adds an authenticator app, behind the password, and the secret."""
    page.get_by_role("button", name="Add an authenticator app").click()
    confirm(page, "Add an authenticator app", "Continue", password)
    dialog = page.get_by_role("dialog", name="Add an authenticator app")
    return dialog, dialog.get_by_role("code").inner_text().replace(" ", "")


def save_codes(page: Page) -> list[str]:
    dialog = page.get_by_role("dialog", name="Your recovery codes")
    # Ten codes are hashed one after the other, each in a third of a second of a free processor.
    expect(dialog.get_by_role("listitem")).to_have_count(10, timeout=60_000)
    codes = dialog.get_by_role("listitem").all_inner_texts()
    dialog.get_by_role("button", name="I have saved them").click()
    expect(dialog).to_be_hidden()
    return codes


def add_passkey(page: Page, name: str) -> None:
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("dialog", name="Add a passkey").get_by_label("Name").fill(name)
    confirm(page, "Add a passkey", "Continue")


def sign_in(page: Page, account: Account) -> None:
    """Sign out, and in again by the password."""
    page.context.request.post("/api/auth/logout")
    visit(page, "/auth")
    page.get_by_label("Username").fill(account.username)
    page.get_by_label("Password").fill(account.password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_a_passkey_signs_in_and_is_removed_after_a_question(
    account_page: Page, grace: Account
) -> None:
    page = account_page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    add_passkey(page, "Work laptop")
    former = save_codes(page)
    expect(factors(page).first).to_contain_text("Work laptop")
    add_passkey(page, "The same laptop")
    expect_notice(
        page, "Error adding passkey", "This device already has a passkey of your account."
    )
    sign_in(page, grace)
    page.get_by_role("button", name="Use your passkey").click()
    expect(page).to_have_url(re.compile(r"/admin/?$"))
    expect_notice(page, "Login successful", "Welcome back, Grace Hopper!")

    visit_and_load(page, SCREEN)
    page.get_by_role("button", name="New codes").click()
    confirm(page, "Get new recovery codes", "Show new codes")
    page.get_by_role("button", name="Copy").click()
    expect_notice(page, "Recovery codes copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    page.evaluate("delete Navigator.prototype.clipboard")
    page.get_by_role("button", name="Copy").click()
    expect_notice(page, "The codes could not be copied")
    renewed = save_codes(page)
    assert copied.splitlines() == renewed
    assert not set(former) & set(renewed)

    page.get_by_role("button", name="Remove Work laptop").click()
    confirm(page, "Remove this second factor?", "Remove", "a wrong password")
    expect(page.get_by_label("Current password")).to_have_accessible_description(
        "The current password is incorrect"
    )
    confirm(page, "Remove this second factor?", "Remove")
    expect_notice(page, "Second factor removed", "Work laptop")
    expect(factors(page)).to_have_count(0)


def test_an_app_and_recovery_codes_sign_in_until_an_administrator_removes_them(
    account_page: Page, site: Site, grace: Account
) -> None:
    page = account_page
    page.set_viewport_size({"width": PHONE, "height": 800})
    dialog, secret = start_app(page)
    expect(dialog.get_by_role("img", name="QR code of the key")).to_be_visible()
    code = dialog.get_by_label("Code from the app")
    code.fill("000000")
    page.keyboard.press("Enter")
    expect(code).to_have_accessible_description(re.compile("incorrect"))
    expect(dialog.get_by_role("button", name="Add app")).to_be_in_viewport()
    assert_accessible(page)
    code.fill(pyotp.TOTP(secret).now())
    page.keyboard.press("Enter")
    codes = save_codes(page)
    expect(page.get_by_role("button", name="Replace the authenticator app")).to_be_visible()
    assert_no_horizontal_scroll(page)
    assert_accessible(page)

    sign_in(page, grace)
    code = page.get_by_label("Code from your authenticator app")
    expect(code).to_be_focused()
    expect(page.get_by_role("button", name="Continue")).to_be_in_viewport()
    assert_accessible(page)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Please enter the code")).to_be_visible()
    code.fill("000000")
    page.keyboard.press("Enter")
    expect_notice(page, "Confirmation failed", "This code is incorrect or has already been used")
    # The form for a recovery code can be sent as soon as it is there.
    can_be_sent = page.get_by_role("button", name="Use a recovery code").evaluate(
        """async (button) => {
            button.click();
            while (button.isConnected) await null;
            return !document.querySelector("form [type=submit]").disabled;
        }"""
    )
    assert can_be_sent
    page.get_by_label("Recovery code").fill(codes[0])
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/admin/?$"))
    visit_and_load(page, SCREEN)
    expect(factors(page).last).to_contain_text("9 left")

    # Sensitive actions ask for both factors.
    visit_and_load(page, "/admin/subscribers")
    age_sessions(site)
    page.get_by_role("button", name="Export CSV").click()
    dialog = page.get_by_role("dialog", name="Confirm your identity")
    dialog.get_by_label("Password").fill(grace.password)
    dialog.get_by_role("button", name="Confirm").click()
    # The code of the setup has been used; that of the next half minute counts already.
    later = pyotp.TOTP(secret).at(datetime.now(UTC), counter_offset=1)
    dialog.get_by_label("Code from your authenticator app").fill(later)
    with page.expect_download():
        dialog.get_by_role("button", name="Continue").click()

    page.set_viewport_size({"width": 1280, "height": 800})
    sign_in_as(page.context, ADMIN)
    visit_and_load(page, f"/admin/users?search={grace.username}")
    choose(page, "Remove the second factors of Grace Hopper", "Grace Hopper")
    question = page.get_by_role("alertdialog", name="Remove all second factors?")
    question.get_by_role("button", name="Remove").click()
    expect_notice(page, "Second factors removed", "Grace Hopper signs in by password alone.")
    assert can_sign_in(site, grace, grace.password)


def test_a_role_that_needs_a_second_factor_leads_to_the_account_page(
    browser: Browser, built: None, tmp_path: Path
) -> None:
    with (
        serve(tmp_path, AWARDS_SECOND_FACTOR_ROLES="admin") as site,
        browser.new_context(base_url=site.url) as context,
    ):
        sign_in_as(context, ADMIN)
        page = context.new_page()
        page.goto("/admin/users")
        expect(page).to_have_url(re.compile(rf"{SCREEN}/?$"))
        expect(page.get_by_text("Your role requires a second factor.")).to_be_visible()
        # The address is that of the account page before the click, too.
        with page.expect_event("framenavigated", lambda frame: "/admin/nominees" in frame.url):
            page.get_by_role("link", name="Nominees").click()
        expect(page).to_have_url(re.compile(rf"{SCREEN}/?$"))
        dialog, secret = start_app(page, ADMIN.password)
        dialog.get_by_label("Code from the app").fill(pyotp.TOTP(secret).now())
        dialog.get_by_role("button", name="Add app").click()
        save_codes(page)
        page.get_by_role("link", name="User Management").click()
        expect(page.get_by_role("heading", name="User Management")).to_be_visible()
