"""User Management."""

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.site import ADMIN, PASSWORD, Site
from tests.browser.visits import assert_accessible, expect_notice, open_form
from tests.factories import Body

SCREEN = "/admin/users"


@pytest.fixture(autouse=True)
def start_empty(site: Site) -> None:
    """Begin each test with the administrator alone."""
    for user in site.api.get("/api/users").json():
        if user["username"] != ADMIN.username:
            site.api.patch(f"/api/users/{user['id']}/role", json={"role": "user"})
            site.api.delete(f"/api/users/{user['id']}")


@pytest.fixture
def admin_page(admin_page: Page) -> Page:
    admin_page.goto(SCREEN)
    return admin_page


def fill_in(admin_page: Page, **replaced: str) -> Locator:
    """Open the form for a new user, and return it once it is filled in."""
    form = open_form(admin_page, "Create User", "Create User")
    values = {
        "Name": "Nadia Silva",
        "Username": "nadia",
        "Email": "nadia@example.org",
        "Password": PASSWORD,
    }
    for label, text in (values | replaced).items():
        form.get_by_label(label, exact=True).fill(text)
    return form


def add_user(site: Site, username: str, name: str, role: str = "user") -> Body:
    return site.create(
        "/api/auth/register",
        username=username,
        password=PASSWORD,
        email=f"{username}@example.org",
        name=name,
        role=role,
    )


def roles(site: Site) -> dict[str, str]:
    return {user["username"]: user["role"] for user in site.api.get("/api/users").json()}


def test_a_new_user_can_sign_in(admin_page: Page, site: Site) -> None:
    form = fill_in(admin_page)
    expect(form).to_contain_text(
        "Admin has full access, Editor can edit content, User is view-only."
    )
    form.get_by_role("button", name="Create User").click()
    expect(form).to_be_hidden()
    body = {"username": "nadia", "password": PASSWORD}
    assert httpx.post(f"{site.url}/api/auth/login", json=body).is_success


def test_all_fields_are_required(admin_page: Page, site: Site) -> None:
    form = open_form(admin_page, "Create User", "Create User")
    form.get_by_label("Name", exact=True).fill("Nadia")
    form.get_by_role("button", name="Create User").click()
    expect_notice(admin_page, "Missing required fields", "All fields are required.")
    expect(form.get_by_label("Username")).to_be_focused()
    expect(form.get_by_label("Name", exact=True)).to_have_value("Nadia")
    assert_accessible(admin_page)
    assert roles(site) == {ADMIN.username: "admin"}


def test_the_strength_of_the_password_is_shown(admin_page: Page) -> None:
    form = fill_in(admin_page, Password="password1234")
    strength = form.get_by_role("status")
    expect(strength).to_contain_text("Strength: weak. This is a very common password.")
    form.get_by_label("Password").fill("borrowed seeds of may")
    expect(strength).to_have_text("Strength: strong.")
    assert_accessible(admin_page)
    form.get_by_label("Password").fill("Nadia Silva")
    expect(strength).to_contain_text("weak")
    form.get_by_label("Password").fill("")
    expect(strength).to_have_text("")


def test_a_taken_username_is_refused(admin_page: Page) -> None:
    form = fill_in(admin_page, Username=ADMIN.username.upper())
    form.get_by_role("button", name="Create User").click()
    expect_notice(admin_page, "Error creating user", "This username is already in use")
    expect(form.get_by_label("Email")).to_have_value("nadia@example.org")


def test_users_cannot_edit_or_delete_themselves(admin_page: Page) -> None:
    own = admin_page.get_by_test_id("record").filter(has_text=ADMIN.username)
    expect(own).to_be_visible()
    expect(own.get_by_role("button")).to_have_count(0)


def test_administrators_can_be_edited_but_not_deleted(admin_page: Page, site: Site) -> None:
    add_user(site, "rosa", "Rosa Laurent", role="admin")
    sade = add_user(site, "sade", "Sade Okafor")
    admin_page.reload()
    expect(admin_page.get_by_role("button", name="Edit Rosa Laurent")).to_be_visible()
    expect(admin_page.get_by_role("button", name="Delete Rosa Laurent")).to_have_count(0)
    admin_page.get_by_role("button", name="Delete Sade Okafor").click()
    site.api.patch(f"/api/users/{sade['id']}/role", json={"role": "admin"})
    admin_page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect_notice(admin_page, "Error deleting user", "Admin accounts cannot be deleted")
