"""Sensitive actions ask for the password again, and continue without losing input."""

from contextlib import closing

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import empty
from tests.browser.problems import Problems
from tests.browser.site import ADMIN, PASSWORD, Site
from tests.browser.visits import (
    assert_accessible,
    expect_notice,
    open_form,
    sign_in_as,
    visit_and_load,
    wait_until,
)
from tests.factories import user_body

PHONE = 375


@pytest.fixture(autouse=True)
def start_empty(site: Site, problems: Problems) -> None:
    """Begin with the administrator alone, and expect the console errors of refused calls."""
    problems.expect("401")
    problems.expect("422")
    empty(site, "/api/admin/subscriptions", "/api/admin/subscriptions")
    for user in site.api.get("/api/users").json():
        if user["username"] != ADMIN.username:
            site.api.delete(f"/api/users/{user['id']}")


@pytest.fixture
def admin_page(page: Page, site: Site) -> Page:
    """Return User Management, opened by an administrator who has signed in an hour ago."""
    sign_in_as(page.context, ADMIN)
    visit_and_load(page, "/admin/users")
    age_sessions(site)
    return page


def age_sessions(site: Site) -> None:
    """Let all sessions have begun long ago, except the first, which is that of `site.api`."""
    with closing(site.open_database()) as database:
        database.execute(
            "UPDATE user_sessions SET authenticated_at = '2020-01-01 00:00:00.000000'"
            " WHERE id > (SELECT min(id) FROM user_sessions)"
        )
        database.commit()


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Confirm your identity")


def confirm(page: Page, password: str = ADMIN.password) -> None:
    dialog(page).get_by_label("Password").fill(password)
    dialog(page).get_by_role("button", name="Confirm").click()


def fill_in(page: Page) -> Locator:
    form = open_form(page, "Create User", "Create User")
    form.get_by_label("Name", exact=True).fill("Nadia Silva")
    form.get_by_label("Username").fill("nadia")
    form.get_by_label("Email").fill("nadia@example.org")
    form.get_by_label("Password").fill(PASSWORD)
    return form


def names(site: Site) -> list[str]:
    return [user["username"] for user in site.api.get("/api/users").json()]


def test_creating_a_user_continues_after_the_password(admin_page: Page, site: Site) -> None:
    form = fill_in(admin_page)
    submit = form.get_by_role("button", name="Create User")
    submit.click()
    password = dialog(admin_page).get_by_label("Password")
    expect(password).to_be_focused()
    assert_accessible(admin_page)
    admin_page.keyboard.press("Escape")
    expect(dialog(admin_page)).to_be_hidden()
    expect(form.get_by_label("Email")).to_have_value("nadia@example.org")
    assert names(site) == [ADMIN.username]
    submit.click()
    confirm(admin_page, "wrong")
    expect_notice(admin_page, "Confirmation failed", "The password is incorrect")
    expect(password).to_be_focused()
    confirm(admin_page)
    expect_notice(admin_page, "User created", "Nadia Silva can sign in now.")
    expect(form).to_be_hidden()
    assert names(site) == [ADMIN.username, "nadia"]


def test_signing_a_user_out_and_deleting_continue_after_the_password(
    admin_page: Page, site: Site
) -> None:
    # Not `site.account`, whose users stay for all tests.
    site.create("/api/auth/register", **user_body(name="Test Editor", role="editor"))
    admin_page.reload()
    sign_out = admin_page.get_by_role("button", name="Sign out Test Editor")
    expect(sign_out).to_be_visible()
    sign_out.click()
    confirm(admin_page)
    expect_notice(admin_page, "User signed out", "Test Editor has to sign in again.")
    age_sessions(site)
    admin_page.get_by_role("button", name="Delete Test Editor").click()
    admin_page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    confirm(admin_page)
    expect_notice(admin_page, "User deleted")
    assert names(site) == [ADMIN.username]


def test_an_export_continues_after_the_password(admin_page: Page, site: Site) -> None:
    site.create("/api/newsletter", email="reader@example.org")
    visit_and_load(admin_page, "/admin/subscribers")
    admin_page.get_by_role("button", name="Export CSV").click()
    expect(dialog(admin_page).get_by_label("Password")).to_be_focused()
    admin_page.keyboard.press("Escape")
    expect(dialog(admin_page)).to_be_hidden()
    expect_notice(admin_page, "Export failed", "Please confirm your password to continue")
    admin_page.get_by_role("button", name="Export CSV").click()
    with admin_page.expect_download() as download:
        confirm(admin_page)
    wait_until(admin_page, lambda: "reader@example.org" in download.value.path().read_text())


def test_an_export_of_the_audit_log_continues_after_the_password(admin_page: Page) -> None:
    visit_and_load(admin_page, "/admin/audit?action=signed-in")
    admin_page.get_by_role("button", name="Export", exact=True).click()
    admin_page.get_by_role("menuitem", name="CSV").click()
    with admin_page.expect_download() as download:
        confirm(admin_page)
    wait_until(admin_page, lambda: "signed-in" in download.value.path().read_text())


def test_a_session_that_has_ended_meanwhile_asks_to_sign_in(admin_page: Page, site: Site) -> None:
    form = fill_in(admin_page)
    form.get_by_role("button", name="Create User").click()
    expect(dialog(admin_page)).to_be_visible()
    admin_page.context.request.post("/api/auth/logout")
    confirm(admin_page)
    gate = admin_page.get_by_role("dialog", name="Your session has ended")
    gate.get_by_label("Password").fill(ADMIN.password)
    gate.get_by_role("button", name="Sign in").click()
    expect_notice(admin_page, "User created")
    assert names(site) == [ADMIN.username, "nadia"]


def test_the_dialog_fits_a_phone(admin_page: Page) -> None:
    admin_page.set_viewport_size({"width": PHONE, "height": 800})
    fill_in(admin_page).get_by_role("button", name="Create User").click()
    expect(dialog(admin_page).get_by_role("button", name="Confirm")).to_be_in_viewport()
    assert_accessible(admin_page)
