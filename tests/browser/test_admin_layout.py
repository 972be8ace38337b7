"""The frame of the admin portal: navigation by role, account menu and sign-out."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, WebSocketRoute, expect

from tests.browser.problems import Problems
from tests.browser.visits import assert_accessible, expect_notice, wait_until

OpenPage = Callable[[str], Page]
SignIn = Callable[[Page, str], None]

_BY_STAFF = [
    "Content Editor",
    "Events",
    "Nominees",
    "Embargoes",
    "Sponsors",
    "Cover Pages",
    "Blog",
    "Photo Gallery",
    "Video Gallery",
    "Media",
    "Trash",
    "Contact Messages",
    "Subscribers",
]
MANAGED = {
    "admin": [*_BY_STAFF, "User Management", "Audit Log", "Personal Data"],
    "editor": _BY_STAFF,
    "user": ["Content Editor"],
}
"""The names of the screens of each role in the order of the menu, after the dashboard."""
CARDS = {
    "admin": ["Content Sections", "Contact Messages", "Subscribers", "Admin Users"],
    "editor": ["Content Sections", "Contact Messages", "Subscribers"],
    "user": ["Content Sections"],
}
PHONE: ViewportSize = {"width": 375, "height": 800}


@pytest.mark.parametrize("role", MANAGED)
def test_each_role_sees_its_entries_in_order(open_page: OpenPage, role: str) -> None:
    page = open_page(role)
    page.goto("/admin")
    entries = page.get_by_role("navigation", name="Admin").get_by_role("link")
    expect(entries).to_have_text(["Dashboard", *MANAGED[role]])
    expect(entries.first).to_have_attribute("aria-current", "page")
    cards = page.get_by_test_id("dashboard-counts").get_by_role("link")
    expect(cards).to_have_text([re.compile(f"^{name}") for name in CARDS[role]])
    links = page.get_by_test_id("quick-access").get_by_role("link")
    expect(links).to_have_text(MANAGED[role])
    expect(page).to_have_title("Dashboard | WEA Admin")
    expect(page.locator("meta[name=robots]")).to_have_attribute("content", "noindex")
    assert_accessible(page)


def test_a_spinner_is_shown_until_the_websocket_opens(open_page: OpenPage) -> None:
    page = open_page("editor")
    held: list[WebSocketRoute] = []
    page.route_web_socket(re.compile("_event"), lambda socket: held.append(socket))
    page.goto("/admin/nominees")
    expect(page.get_by_text("Loading...")).to_be_visible()
    expect(page.get_by_test_id("admin")).to_have_count(0)
    wait_until(page, lambda: bool(held))
    held[-1].connect_to_server()
    expect(page.get_by_role("heading", level=1, name="Nominees")).to_be_visible()


@pytest.mark.parametrize("role", ["editor", "user"])
def test_screens_of_admins_are_denied_to_others(open_page: OpenPage, role: str) -> None:
    page = open_page(role)
    denied = "You don't have permission to access this page. Administrator privileges are required."
    for path in ("/admin/users", "/admin/audit", "/admin/personal-data"):
        page.goto(path)
        expect(page.get_by_role("heading", name="Access Denied")).to_be_visible()
        expect(page.get_by_text(denied)).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name="Back to Dashboard").click()
    expect(page.get_by_test_id("dashboard")).to_be_visible()


def test_the_account_menu_links_to_the_website_and_logs_out(page: Page, sign_in: SignIn) -> None:
    sign_in(page, "editor")
    page.goto("/admin")
    page.get_by_test_id("account-menu-button").click()
    website = page.get_by_role("menuitem", name="Website")
    expect(website).to_have_attribute("href", "/")
    assert_accessible(page)
    page.get_by_role("menuitem", name="Logout").click()
    expect(page).to_have_url(re.compile(r"/auth/?$"))
    expect_notice(page, "Logged out")
    page.goto("/admin/nominees")
    expect(page).to_have_url(re.compile(r"/auth/?$"))


def test_a_failed_logout_is_reported(page: Page, problems: Problems, sign_in: SignIn) -> None:
    problems.expect("503")
    page.route("**/api/auth/logout", lambda route: route.fulfill(status=503, body="down"))
    sign_in(page, "admin")
    page.goto("/admin")
    page.get_by_test_id("account-menu-button").click()
    page.get_by_role("menuitem", name="Logout").click()
    expect_notice(page, "Logout failed")
    expect(page).to_have_url(re.compile(r"/admin/?$"))


def test_a_small_screen_has_a_slide_out_menu(open_page: OpenPage) -> None:
    page = open_page("admin")
    page.set_viewport_size(PHONE)
    page.goto("/admin")
    expect(page.get_by_test_id("admin-sidebar")).to_be_hidden()
    opener = page.get_by_role("button", name="Open menu")
    opener.click()
    panel = page.get_by_role("dialog", name="Admin menu")
    expect(panel.get_by_role("link", name="Nominees")).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(opener).to_be_focused()
    opener.press("Enter")
    panel.get_by_role("link", name="Nominees").click()
    expect(page.get_by_role("heading", level=1, name="Nominees")).to_be_visible()
    expect(panel).to_be_hidden()
    expect(page.get_by_role("main")).to_be_focused()


def test_the_sidebar_shows_the_entry_of_the_screen(open_page: OpenPage) -> None:
    page = open_page("admin")
    page.set_viewport_size({"width": 1280, "height": 600})
    page.goto("/admin/audit")
    sidebar = page.get_by_test_id("admin-sidebar")
    expect(sidebar.get_by_role("link", name="Audit Log")).to_be_in_viewport()
    sidebar.get_by_role("link", name="Dashboard").click()
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
    expect(sidebar.get_by_role("link", name="Dashboard")).to_be_in_viewport()


def test_the_skip_link_moves_to_the_content(open_page: OpenPage) -> None:
    page = open_page("user")
    page.goto("/admin")
    expect(page.get_by_test_id("dashboard")).to_be_visible()
    page.keyboard.press("Tab")
    link = page.get_by_role("link", name="Skip to content")
    expect(link).to_be_focused()
    link.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
