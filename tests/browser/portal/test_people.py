"""User Management, Subscribers, Personal Data and the Audit Log."""

import csv
import json
import re
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import publish_nominee
from tests.browser.portal.steps import choose, expect_to_fit, row_of
from tests.browser.problems import Problems
from tests.browser.site import ADMIN, PASSWORD, Site
from tests.browser.visits import assert_accessible, expect_notice, open_form
from tests.factories import Body, event_body, message_body, photo_body, user_body

pytestmark = pytest.mark.usefixtures("start_empty")


def test_a_new_user_can_sign_in(admin_page: Page, site: Site) -> None:
    page = admin_page
    page.goto("/admin/users")
    form = open_form(page, "Create User", "Create User")
    expect(form).to_contain_text(
        "Admin has full access, Editor can edit content, User is view-only."
    )
    name, username, email, password = (
        form.get_by_label(label, exact=True) for label in ("Name", "Username", "Email", "Password")
    )
    submit = form.get_by_role("button", name="Create User")
    name.fill("Nadia Silva")
    submit.click()
    expect_notice(page, "Missing required fields", "All fields are required.")
    expect(username).to_be_focused()
    expect(name).to_have_value("Nadia Silva")
    strength = form.get_by_role("status")
    for text, shown in (
        ("password1234", "Strength: weak. This is a very common password."),
        ("Nadia Silva", "weak"),
        (PASSWORD, "Strength: strong."),
    ):
        password.fill(text)
        expect(strength).to_contain_text(shown)
    assert_accessible(page)
    username.fill(ADMIN.username.upper())
    email.fill("nadia@example.org")
    submit.click()
    expect_notice(page, "Error creating user", "This username is already in use")
    expect(email).to_have_value("nadia@example.org")
    username.fill("nadia")
    password.fill(PASSWORD)
    submit.click()
    expect(form).to_be_hidden()
    body = {"username": "nadia", "password": PASSWORD}
    assert httpx.post(f"{site.url}/api/auth/login", json=body, timeout=30).is_success


def add_user(site: Site, name: str, role: str) -> str:
    """Create a user and return the path of the role."""
    user = site.create("/api/auth/register", **user_body(name=name, role=role))
    return f"/api/users/{user['id']}/role"


def test_administrators_can_be_edited_but_not_deleted(admin_page: Page, site: Site) -> None:
    add_user(site, "Rosa Laurent", "admin")
    role = add_user(site, "Sade Okafor", "user")
    page = admin_page
    page.goto("/admin/users")
    expect(page.get_by_role("button", name="Edit Rosa Laurent")).to_be_visible()
    expect(page.get_by_role("button", name="Delete Rosa Laurent")).to_have_count(0)
    # Nobody edits or deletes themselves.
    expect(row_of(page, ADMIN.username).get_by_role("button")).to_have_count(0)

    form = open_form(page, "Edit Sade Okafor", "Edit User Role")
    form.get_by_label("Role").select_option("Admin")
    site.api.patch(role, json={"role": "editor"})
    form.get_by_role("button", name="Save Changes").click()
    changed = "This user was changed by someone else while you were editing it."
    expect(form.get_by_role("alert").filter(has_text=changed)).to_be_visible()
    expect(form.get_by_test_id("differences")).to_contain_text("Editor")
    page.keyboard.press("Escape")
    choose(page, "Sign out Sade Okafor", "Sade Okafor")
    expect_notice(page, "User signed out", "Sade Okafor has to sign in again.")

    page.get_by_role("button", name="Delete Sade Okafor").click()
    site.api.patch(role, json={"role": "admin"})
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect_notice(page, "Error deleting user", "Admin accounts cannot be deleted")


def exported(page: Page | Locator, ending: str = "csv") -> bytes:
    """Export what is listed or selected, check the file name, and return its content."""
    shown = page.page if isinstance(page, Locator) else page
    with shown.expect_download() as download:
        page.get_by_role("button", name=f"Export {ending.upper()}").click()
    today = datetime.now(UTC).date().isoformat()
    assert download.value.suggested_filename == f"subscribers_{today}.{ending}"
    return Path(download.value.path()).read_bytes()


def read_rows(file: bytes) -> list[list[str]]:
    """Return the rows of a CSV file, its heading among them."""
    return list(csv.reader(file.decode("utf-8-sig").splitlines()))


def test_subscribers_are_counted_and_exported(page: Page, site: Site, problems: Problems) -> None:
    addresses = ["ada@example.org", "bisi@example.org", "ada@example.com"]
    for address in addresses:
        site.create("/api/newsletter", email=address)
    page.goto("/admin/subscribers")
    expect(page.get_by_text("Showing 3 of 3 subscribers", exact=True)).to_be_visible()
    file = exported(page)
    assert file.startswith(b"\xef\xbb\xbfEmail,Date Subscribed\r\n")
    assert file.endswith(b"\r\n")
    _, *rows = read_rows(file)
    today = datetime.now(UTC).date().isoformat()
    assert rows == [[address, today] for address in reversed(addresses)]
    for address in (addresses[0], addresses[2]):
        page.get_by_role("checkbox", name=f"Select {address}").check()
    _, *rows = read_rows(exported(page.get_by_role("region", name="Selection")))
    assert [address for address, _ in rows] == [addresses[2], addresses[0]]
    search = page.get_by_role("searchbox", name="Search subscribers")
    search.fill("ADA")
    expect(page.get_by_text("Showing 2 of 3 subscribers", exact=True)).to_be_visible()
    search.fill("nothing like it")
    expect(page.get_by_text("Showing 0 of 3 subscribers", exact=True)).to_be_visible()
    search.fill("")
    expect(page.get_by_text("Showing 3 of 3 subscribers", exact=True)).to_be_visible()
    problems.expect("403")
    page.route(
        "**/api/admin/subscriptions/export*",
        lambda route: route.fulfill(status=403, json={"message": "Your role has changed"}),
    )
    button = page.get_by_role("button", name="Export CSV")
    button.click()
    expect_notice(page, "Export failed", "Your role has changed")
    expect(button).to_have_attribute("aria-disabled", "false")


def test_an_administrator_exports_and_erases_what_is_stored_about_a_person(
    admin_page: Page, site: Site
) -> None:
    address = "grace@example.org"
    site.create("/api/contact", **message_body(email=address))
    page = admin_page
    page.goto("/admin/personal-data")
    field, button = (
        page.get_by_role("textbox", name="Email address"),
        page.get_by_role("button", name="Find"),
    )
    field.fill("not an address")
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("Please enter a valid email address")
    field.fill(address)
    button.click()
    found = page.get_by_role("status", name=f"Stored about {address}")
    expect(found.get_by_role("listitem")).to_have_count(1)
    with page.expect_download() as download:
        found.get_by_role("button", name="Export as JSON").click()
    data: Body = json.loads(Path(download.value.path()).read_text())
    assert [each["email"] for each in data["contact message"]] == [address]
    found.get_by_role("button", name="Erase...").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Cancel").click()
    found.get_by_role("button", name="Erase...").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Erase", exact=True).click()
    expect_notice(page, "Personal data erased", "1 record was permanently deleted.")
    expect(page.get_by_role("status", name=f"Nothing is stored about {address}")).to_be_visible()


@pytest.fixture
def renamed(site: Site, start_empty: None) -> None:
    """A nominee who was published, renamed and deleted."""
    path = f"/api/nominees/{publish_nominee(site, 'Ada Obi')['id']}"
    site.api.patch(path, json={"name": "Ada Okafor"})
    site.api.delete(path)


@pytest.mark.usefixtures("renamed")
def test_the_audit_log_lists_the_newest_entries_first_with_their_changes(admin_page: Page) -> None:
    page = admin_page
    page.goto("/admin/audit")
    table = page.get_by_role("table", name="Audit Log")
    expect(table.get_by_role("columnheader")).to_have_text(
        [re.compile(text) for text in ("Time", "User", "Action", "Record", "IP address", "Actions")]
    )
    deleted = table.get_by_test_id("record").filter(has_text="Deleted").first
    expect(deleted).to_contain_text("nominee Ada Okafor")
    expect(deleted).to_contain_text("Administrator")
    expect(deleted.get_by_text(re.compile(r"\d{4}, \d+:\d\d [AP]M UTC"))).to_be_visible()
    expect(table.get_by_role("button", name=re.compile("^(Edit|Delete) "))).to_have_count(0)
    page.get_by_role("button", name="Details of Changed: nominee Ada Okafor").first.click()
    entry = page.get_by_role("dialog", name="Audit Log Entry")
    expect(entry.locator("del")).to_have_text("Ada Obi")
    expect(entry.locator("ins")).to_have_text("Ada Okafor")
    expect(entry.get_by_text(re.compile(r"^[0-9a-f]{16}$"))).to_be_visible()
    expect_to_fit(page)


def test_changes_in_the_audit_log_are_shown_as_in_forms(admin_page: Page, site: Site) -> None:
    page = admin_page
    nominee = publish_nominee(site, "Ada Obi", category="tech")["id"]
    event = site.create("/api/events", **event_body())["id"]
    photo = site.create("/api/photos", **photo_body(nomineeId=nominee))["id"]
    times = {"endDate": "2101-01-01T10:00:00Z", "isVirtual": True}
    changes: list[tuple[str, str, Body, str]] = [
        ("PUT", f"events/{event}", times, r"End date.*After: Jan 1, 2101, 10:00 AM UTC"),
        (
            "PUT",
            f"events/{event}",
            {"isVirtual": False},
            r"Virtual event\W*Before: Yes\W*After: No",
        ),
        ("PATCH", f"nominees/{nominee}", {"category": "startup"}, r"Technology.*Startup of the"),
        ("PUT", f"photos/{photo}", {"nomineeId": None}, r"Nominee\W*Before: Ada Obi"),
    ]
    for method, path, values, shown in changes:
        assert site.api.request(method, f"/api/{path}", json=values).is_success
        page.goto("/admin/audit")
        page.get_by_role("button", name=re.compile("^Details of Changed")).first.click()
        entry = page.get_by_role("dialog", name="Audit Log Entry")
        expect(entry).to_contain_text(re.compile(shown, re.DOTALL))
        expect(entry).not_to_contain_text(re.compile("revision|#", re.IGNORECASE))


@pytest.mark.usefixtures("renamed")
def test_filters_of_the_audit_log_are_in_the_url_and_combine(admin_page: Page) -> None:
    page = admin_page
    page.goto("/admin/audit?search=okafor")
    rows, until = page.get_by_test_id("record"), page.get_by_label("To", exact=True)
    page.get_by_label("Action", exact=True).select_option("Changed")
    expect(rows.first).to_contain_text("Changed")
    expect(rows.filter(has_text="Deleted")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"action=updated"))
    page.get_by_label("User", exact=True).select_option("Administrator")
    until.fill("2020-01-01")
    expect(page.get_by_text("No entries found.")).to_be_visible()
    page.reload()
    expect(until).to_have_value("2020-01-01")
    expect(page.get_by_text("No entries found.")).to_be_visible()
    until.fill("")
    expect(rows.first).to_contain_text("Changed")
    page.get_by_role("button", name="Export", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="CSV").click()
    assert "Ada Okafor" in Path(download.value.path()).read_text()
