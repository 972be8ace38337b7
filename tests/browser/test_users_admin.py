"""User Management (docs/rules/admin-users.md)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.notices import expect_notice
from tests.browser.site import ADMIN, PASSWORD, Site
from tests.browser.visits import assert_accessible

SCREEN = "/admin/users"


@pytest.fixture(autouse=True)
def clean(site: Site) -> None:
    """Begin each test with the accounts of the fixtures alone."""
    kept = {ADMIN.username, site.account("editor").username, site.account("user").username}
    for user in site.api.get("/api/users").json():
        if user["username"] not in kept:
            site.api.patch(f"/api/users/{user['id']}/role", json={"role": "user"})
            site.api.delete(f"/api/users/{user['id']}")


@pytest.fixture
def screen(page: Page, sign_in: Callable[[Page, str], None]) -> Page:
    """Return a page whose visitor is signed in as an administrator."""
    sign_in(page, "admin")
    return page


def add_user(site: Site, username: str, name: str, role: str = "user") -> None:
    """Create a user through the API."""
    site.create(
        "/api/auth/register",
        username=username,
        password=PASSWORD,
        email=f"{username}@example.org",
        name=name,
        role=role,
    )


def roles(site: Site) -> dict[str, str]:
    """Return the users' roles by username."""
    return {user["username"]: user["role"] for user in site.api.get("/api/users").json()}


def test_the_table_lists_users_with_their_roles(screen: Page) -> None:
    screen.goto(SCREEN)
    table = screen.get_by_role("table", name="User Management")
    expect(table.get_by_role("columnheader")).to_have_text(
        ["User", "Email", "Role", "Created", "Actions"]
    )
    row = table.get_by_role("row").filter(has_text="editor@example.org")
    expect(row.get_by_text("TE", exact=True)).to_be_visible()
    expect(row.get_by_text("Editor", exact=True)).to_be_visible()
    assert_accessible(screen)


def test_search_narrows_the_list_and_says_when_nothing_is_left(screen: Page) -> None:
    screen.goto(SCREEN)
    search = screen.get_by_role("searchbox", name="Search users")
    search.fill("editor@")
    expect(screen.get_by_test_id("record")).to_have_count(1)
    search.fill("nobody")
    expect(screen.get_by_text("No users found.", exact=True)).to_be_visible()
    expect(screen.get_by_text("Try adjusting your search query.")).to_be_visible()


def test_a_user_is_created_as_editor_and_can_sign_in(screen: Page, site: Site) -> None:
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Create User").click()
    form = screen.get_by_role("dialog", name="Create User")
    expect(form.get_by_label("Role")).to_have_value("editor")
    expect(form).to_contain_text(
        "Admin has full access, Editor can edit content, User is view-only."
    )
    assert_accessible(screen)
    for label, text in {
        "Name": "Miriam Silva",
        "Username": "miriam",
        "Email": "miriam@example.org",
        "Password": PASSWORD,
    }.items():
        form.get_by_label(label, exact=True).fill(text)
    form.get_by_role("button", name="Create User").click()
    expect_notice(screen, "User created")
    expect(form).to_be_hidden()
    assert roles(site)["miriam"] == "editor"
    answer = screen.request.post(
        "/api/auth/login", data={"username": "miriam", "password": PASSWORD}
    )
    assert answer.ok


def test_all_fields_are_required(screen: Page, site: Site) -> None:
    before = roles(site)
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Create User").click()
    form = screen.get_by_role("dialog", name="Create User")
    form.get_by_label("Name", exact=True).fill("Nadia")
    form.get_by_role("button", name="Create User").click()
    expect_notice(screen, "Missing required fields", "All fields are required.")
    expect(form.get_by_label("Username")).to_be_focused()
    expect(form.get_by_label("Name", exact=True)).to_have_value("Nadia")
    assert_accessible(screen)
    assert roles(site) == before


def test_a_taken_username_is_refused(screen: Page) -> None:
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Create User").click()
    form = screen.get_by_role("dialog", name="Create User")
    for label, text in {
        "Name": "Another",
        "Username": ADMIN.username.upper(),
        "Email": "another@example.org",
        "Password": PASSWORD,
    }.items():
        form.get_by_label(label, exact=True).fill(text)
    form.get_by_role("button", name="Create User").click()
    expect_notice(screen, "Error creating user", "This username is already in use")
    expect(form.get_by_label("Email")).to_have_value("another@example.org")


def test_a_role_is_changed(screen: Page, site: Site) -> None:
    add_user(site, "olu", "Olu Diallo")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Edit Olu Diallo").click()
    form = screen.get_by_role("dialog", name="Edit User Role")
    expect(form).to_contain_text("Olu Diallo")
    expect(form.get_by_label("Role")).to_have_value("user")
    form.get_by_label("Role").select_option("Editor")
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(screen, "Role updated")
    assert roles(site)["olu"] == "editor"


def test_a_user_is_deleted_after_a_warning(screen: Page, site: Site) -> None:
    add_user(site, "priya", "Priya Kimani")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Delete Priya Kimani").click()
    question = screen.get_by_role("alertdialog", name="Are you sure?")
    expect(question).to_contain_text("permanently delete")
    expect(question).to_contain_text("Priya Kimani")
    question.get_by_role("button", name="Delete").click()
    expect_notice(screen, "User deleted")
    expect(screen.get_by_text("Priya Kimani", exact=True)).to_have_count(0)
    assert "priya" not in roles(site)


def test_nobody_edits_or_deletes_themselves(screen: Page) -> None:
    screen.goto(SCREEN)
    own = screen.get_by_test_id("record").filter(has_text=ADMIN.username)
    expect(own).to_be_visible()
    expect(own.get_by_role("button")).to_have_count(0)


def test_other_admins_can_be_edited_but_not_deleted(screen: Page, site: Site) -> None:
    add_user(site, "rosa", "Rosa Laurent", role="admin")
    screen.goto(SCREEN)
    expect(screen.get_by_role("button", name="Edit Rosa Laurent")).to_be_visible()
    expect(screen.get_by_role("button", name="Delete Rosa Laurent")).to_have_count(0)


def test_a_refused_deletion_is_said(screen: Page, site: Site) -> None:
    add_user(site, "sade", "Sade Okafor")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Delete Sade Okafor").click()
    [sade] = [user for user in site.api.get("/api/users").json() if user["username"] == "sade"]
    site.api.patch(f"/api/users/{sade['id']}/role", json={"role": "admin"})
    screen.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect_notice(screen, "Error deleting user", "Admin accounts cannot be deleted")
