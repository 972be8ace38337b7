"""Second factors on the account page, at sign-in and in User Management."""

import re
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pyotp
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.problems import Problems
from tests.browser.site import ADMIN, Account, Site, serve
from tests.browser.test_reauthentication import age_sessions
from tests.browser.visits import (
    assert_accessible,
    assert_fits_any_width,
    expect_notice,
    sign_in_as,
    visit,
    visit_and_load,
)

SCREEN = "/admin/account"
GRACE = Account("grace", "a password of Grace's", "Grace Hopper", "editor")
PHONE = 375


@pytest.fixture
def grace(site: Site) -> Account:
    """An editor without second factors."""
    for user in site.api.get("/api/users").json():
        if user["username"] == GRACE.username:
            site.api.delete(f"/api/users/{user['id']}")
    site.create(
        "/api/auth/register",
        username=GRACE.username,
        password=GRACE.password,
        name=GRACE.name,
        email="grace@example.org",
        role=GRACE.role,
    )
    return GRACE


@pytest.fixture
def account_page(page: Page, grace: Account) -> Page:
    """Grace's account page, in a browser that can make passkeys."""
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


def confirm(page: Page, title: str, button: str, password: str = GRACE.password) -> None:
    """Enter the current password in the dialog with this title, and send it."""
    dialog = page.get_by_role("dialog", name=title)
    dialog.get_by_label("Current password").fill(password)
    dialog.get_by_role("button", name=button).click()


def start_app(page: Page, password: str = GRACE.password) -> Locator:
    """Return the dialog that adds an authenticator app, behind the password."""
    page.get_by_role("button", name="Add an authenticator app").click()
    confirm(page, "Add an authenticator app", "Continue", password)
    return page.get_by_role("dialog", name="Add an authenticator app")


def add_app(page: Page, password: str = GRACE.password) -> tuple[str, list[str]]:
    """Add an authenticator app; return its secret and the recovery codes."""
    dialog = start_app(page, password)
    secret = dialog.get_by_role("code").inner_text().replace(" ", "")
    dialog.get_by_label("Code from the app").fill(pyotp.TOTP(secret).now())
    dialog.get_by_role("button", name="Add app").click()
    return secret, save_codes(page)


def renew_codes(page: Page) -> None:
    page.get_by_role("button", name="New codes").click()
    confirm(page, "Get new recovery codes", "Show new codes")


def save_codes(page: Page) -> list[str]:
    dialog = page.get_by_role("dialog", name="Your recovery codes")
    expect(dialog.get_by_role("listitem")).to_have_count(10)
    codes = dialog.get_by_role("listitem").all_inner_texts()
    dialog.get_by_role("button", name="I have saved them").click()
    expect(dialog).to_be_hidden()
    return codes


def add_passkey(page: Page, name: str) -> None:
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("dialog", name="Add a passkey").get_by_label("Name").fill(name)
    confirm(page, "Add a passkey", "Continue")


def sign_in(page: Page) -> None:
    """Sign out, and in again by the password."""
    page.context.request.post("/api/auth/logout")
    visit(page, "/auth")
    page.get_by_label("Username").fill(GRACE.username)
    page.get_by_label("Password").fill(GRACE.password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_a_passkey_is_added_and_signs_in(account_page: Page) -> None:
    add_passkey(account_page, "Work laptop")
    assert len(set(save_codes(account_page))) == 10
    expect(factors(account_page).first).to_contain_text("Work laptop")
    sign_in(account_page)
    account_page.get_by_role("button", name="Use your passkey").click()
    expect(account_page).to_have_url(re.compile(r"/admin/?$"))
    expect_notice(account_page, "Login successful", "Welcome back, Grace Hopper!")


def test_a_second_passkey_of_the_device_is_refused_with_the_reason(account_page: Page) -> None:
    add_passkey(account_page, "Work laptop")
    save_codes(account_page)
    add_passkey(account_page, "The same laptop")
    expect_notice(
        account_page, "Error adding passkey", "This device already has a passkey of your account."
    )


def test_a_recovery_code_signs_in_where_codes_are_wrong(
    account_page: Page, problems: Problems
) -> None:
    problems.expect("422")
    _, codes = add_app(account_page)
    sign_in(account_page)
    code = account_page.get_by_label("Code from your authenticator app")
    expect(code).to_be_focused()
    account_page.keyboard.press("Enter")
    expect(account_page.get_by_text("Please enter the code")).to_be_visible()
    code.fill("000000")
    account_page.keyboard.press("Enter")
    expect_notice(
        account_page, "Confirmation failed", "This code is incorrect or has already been used"
    )
    account_page.get_by_role("button", name="Use a recovery code").click()
    account_page.get_by_label("Recovery code").fill(codes[0])
    account_page.keyboard.press("Enter")
    expect(account_page).to_have_url(re.compile(r"/admin/?$"))
    visit_and_load(account_page, SCREEN)
    expect(factors(account_page).last).to_contain_text("9 left")


def test_the_form_for_a_recovery_code_can_be_sent_as_soon_as_it_is_there(
    account_page: Page,
) -> None:
    add_app(account_page)
    sign_in(account_page)
    choice = account_page.get_by_role("button", name="Use a recovery code")
    can_be_sent = choice.evaluate(
        """async (button) => {
            button.click();
            while (button.isConnected) await null;
            return !document.querySelector("form [type=submit]").disabled;
        }"""
    )
    assert can_be_sent


def test_a_wrong_code_adds_no_app(account_page: Page, problems: Problems) -> None:
    problems.expect("422")
    dialog = start_app(account_page)
    expect(dialog.get_by_role("img", name="QR code of the key")).to_be_visible()
    code = dialog.get_by_label("Code from the app")
    code.fill("000000")
    account_page.keyboard.press("Enter")
    expect(code).to_have_accessible_description(re.compile("incorrect"))
    account_page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(factors(account_page)).to_have_count(0)


def test_a_factor_is_removed_after_a_question(account_page: Page, problems: Problems) -> None:
    problems.expect("422")
    add_app(account_page)
    account_page.get_by_role("button", name="Remove Authenticator app").click()
    confirm(account_page, "Remove this second factor?", "Remove", "a wrong password")
    expect(account_page.get_by_label("Current password")).to_have_accessible_description(
        "The current password is incorrect"
    )
    confirm(account_page, "Remove this second factor?", "Remove")
    expect_notice(account_page, "Second factor removed", "Authenticator app")
    expect(factors(account_page)).to_have_count(0)


def test_recovery_codes_are_copied(account_page: Page) -> None:
    account_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    _, former = add_app(account_page)
    renew_codes(account_page)
    account_page.get_by_role("button", name="Copy").click()
    expect_notice(account_page, "Recovery codes copied")
    copied = account_page.evaluate("navigator.clipboard.readText()")
    renewed = save_codes(account_page)
    assert copied.splitlines() == renewed
    assert not set(former) & set(renewed)


def test_recovery_codes_that_cannot_be_copied_say_so(account_page: Page) -> None:
    add_app(account_page)
    account_page.evaluate("delete Navigator.prototype.clipboard")
    renew_codes(account_page)
    account_page.get_by_role("button", name="Copy").click()
    expect_notice(account_page, "The codes could not be copied")


def test_what_is_sensitive_asks_for_both_factors(
    account_page: Page, site: Site, problems: Problems
) -> None:
    problems.expect("401")
    secret, _ = add_app(account_page)
    visit_and_load(account_page, "/admin/subscribers")
    age_sessions(site)
    account_page.get_by_role("button", name="Export CSV").click()
    dialog = account_page.get_by_role("dialog", name="Confirm your identity")
    dialog.get_by_label("Password").fill(GRACE.password)
    dialog.get_by_role("button", name="Confirm").click()
    # The code of the setup has been used; that of the next half minute counts already.
    code = pyotp.TOTP(secret).at(datetime.now(UTC), counter_offset=1)
    dialog.get_by_label("Code from your authenticator app").fill(code)
    with account_page.expect_download():
        dialog.get_by_role("button", name="Continue").click()


def test_an_administrator_removes_the_factors_of_another_user(
    account_page: Page, site: Site
) -> None:
    add_app(account_page)
    sign_in_as(account_page.context, ADMIN)
    visit_and_load(account_page, "/admin/users")
    account_page.get_by_role("button", name="Remove the second factors of Grace Hopper").click()
    question = account_page.get_by_role("alertdialog", name="Remove all second factors?")
    question.get_by_role("button", name="Remove").click()
    expect_notice(
        account_page, "Second factors removed", "Grace Hopper signs in by password alone."
    )
    body = {"username": GRACE.username, "password": GRACE.password}
    assert httpx.post(f"{site.url}/api/auth/login", json=body, timeout=30).status_code == 200


def test_the_dialogs_and_the_second_step_are_accessible_and_fit_a_phone(account_page: Page) -> None:
    add_app(account_page)
    assert_fits_any_width(account_page)
    account_page.set_viewport_size({"width": PHONE, "height": 800})
    account_page.get_by_role("button", name="Replace the authenticator app").click()
    expect(account_page.get_by_role("dialog", name="Add an authenticator app")).to_be_visible()
    assert_accessible(account_page)
    confirm(account_page, "Add an authenticator app", "Continue")
    expect(account_page.get_by_role("button", name="Add app")).to_be_in_viewport()
    assert_accessible(account_page)
    sign_in(account_page)
    expect(account_page.get_by_role("button", name="Continue")).to_be_in_viewport()
    assert_accessible(account_page)


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
        add_app(page, ADMIN.password)
        page.get_by_role("link", name="User Management").click()
        expect(page.get_by_role("heading", name="User Management")).to_be_visible()
