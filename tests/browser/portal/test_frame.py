"""The frame of the portal, its dashboard, and its search."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.content import publish_nominee
from tests.browser.portal.steps import OpenPage, SignIn, expect_to_fit, row_of
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import PHONE, assert_accessible, expect_notice, wait_until
from tests.factories import message_body

_BY_STAFF = [
    "Before the gala",
    "Content Editor",
    "Edition",
    "Events",
    "Nominees",
    "Running Order",
    "Embargoes",
    "Reveal",
    "Jurors",
    "Jury",
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

pytestmark = pytest.mark.usefixtures("start_empty")


@pytest.mark.parametrize("role", MANAGED)
def test_each_role_sees_its_entries_in_order(open_page: OpenPage, role: str) -> None:
    page = open_page(role)
    page.goto("/admin")
    menu = page.get_by_role("navigation", name="Admin")
    entries = menu.get_by_role("link")
    expect(entries.first).to_be_visible()
    for folded in menu.get_by_role("button", expanded=False).all():
        folded.click()
    expect(entries).to_have_text(["Dashboard", *MANAGED[role]])
    expect(entries.first).to_have_attribute("aria-current", "page")
    cards = page.get_by_test_id("dashboard-counts").get_by_role("link")
    expect(cards).to_have_text([re.compile(f"^{name}") for name in CARDS[role]])
    links = page.get_by_test_id("quick-access").get_by_role("link")
    expect(links).to_have_text(MANAGED[role])
    expect(page).to_have_title("Dashboard | WEA Admin")
    expect(page.locator("meta[name=robots]")).to_have_attribute("content", "noindex")
    if role == "admin":
        assert_accessible(page)
        page.get_by_test_id("count-users").click()
        expect(page.get_by_role("heading", level=1, name="User Management")).to_be_visible()
        return
    denied = "You don't have permission to access this page. Administrator privileges are required."
    for path in ("/admin/users", "/admin/audit", "/admin/personal-data"):
        page.goto(path)
        expect(page.get_by_role("heading", name="Access Denied")).to_be_visible()
        expect(page.get_by_text(denied)).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name="Back to Dashboard").click()
    expect(page.get_by_test_id("dashboard")).to_be_visible()


def test_a_spinner_is_shown_until_the_websocket_opens(page: Page) -> None:
    held: list[WebSocketRoute] = []
    page.route_web_socket(re.compile("_event"), lambda socket: held.append(socket))
    page.goto("/admin/nominees")
    expect(page.get_by_text("Loading...")).to_be_visible()
    expect(page.get_by_test_id("admin")).to_have_count(0)
    wait_until(page, lambda: bool(held))
    held[-1].connect_to_server()
    expect(page.get_by_role("heading", level=1, name="Nominees")).to_be_visible()


def test_the_account_menu_links_to_the_website_and_logs_out(
    fresh_page: Page, problems: Problems, sign_in: SignIn
) -> None:
    page = fresh_page
    problems.expect("503")
    sign_in(page, "editor")
    page.goto("/admin")
    menu = page.get_by_test_id("account-menu-button")
    page.route("**/api/auth/logout", lambda route: route.fulfill(status=503, body="down"))
    menu.click()
    website = page.get_by_role("menuitem", name="Website")
    expect(website).to_have_attribute("href", "/")
    page.get_by_role("menuitem", name="Logout").click()
    expect_notice(page, "Logout failed")
    expect(page).to_have_url(re.compile(r"/admin/?$"))
    page.unroute("**/api/auth/logout")
    menu.click()
    page.get_by_role("menuitem", name="Logout").click()
    expect(page).to_have_url(re.compile(r"/auth/?$"))
    expect_notice(page, "Logged out")
    page.goto("/admin/nominees")
    expect(page).to_have_url(re.compile(r"/auth/?$"))


def test_a_small_screen_has_a_slide_out_menu(admin_page: Page) -> None:
    page = admin_page
    page.set_viewport_size({"width": PHONE, "height": 800})
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


def test_the_sidebar_shows_the_entry_of_the_screen(admin_page: Page) -> None:
    page = admin_page
    page.set_viewport_size({"width": 1280, "height": 600})
    page.goto("/admin/audit")
    sidebar = page.get_by_test_id("admin-sidebar")
    expect(sidebar.get_by_role("link", name="Audit Log")).to_be_in_viewport()
    sidebar.get_by_role("link", name="Dashboard").click()
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
    expect(sidebar.get_by_role("link", name="Dashboard")).to_be_in_viewport()


def test_the_skip_link_moves_to_the_content(page: Page) -> None:
    page.goto("/admin")
    expect(page.get_by_test_id("dashboard")).to_be_visible()
    page.keyboard.press("Tab")
    link = page.get_by_role("link", name="Skip to content")
    expect(link).to_be_focused()
    link.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()


def test_the_dashboard_of_a_user_has_the_next_event_and_no_changes(
    open_page: OpenPage, site: Site
) -> None:
    publish_nominee(site, "Bisi Laurent")
    page = open_page("user")
    page.goto("/admin")
    today = datetime.now(UTC)
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome, Test User")
    expect(page.get_by_text(f"{today:%A, %B} {today.day}, {today.year}")).to_be_visible()
    panel = page.get_by_role("region", name="Next Event")
    for name, days in {
        "Nominations Open": 30,
        "Finalists Announced": 60,
        "Award Ceremony": 90,
    }.items():
        day = today + timedelta(days=days)
        item = panel.get_by_role("listitem").filter(has_text=name)
        expect(item).to_contain_text(f"{day:%b} {day.day}, {day.year}")
        expect(item).to_contain_text(f"in {days} days")
    changes = page.get_by_role("region", name="Recent changes")
    expect(changes.get_by_text("No changes yet.", exact=True)).to_be_visible()
    expect(changes.get_by_role("listitem")).to_have_count(0)
    expect(page.get_by_role("region", name="To do")).to_have_count(0)


def test_the_edition_has_one_gala_date(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto("/admin/content")
    page.get_by_role("button", name="Open menu").click()
    menu = page.get_by_role("dialog", name="Admin menu")
    menu.get_by_role("link", name="Edition").click()
    expect(menu).to_be_hidden()
    form = page.get_by_role("dialog", name="Edition")
    expect(form.locator("label:visible").first).to_contain_text("Gala begins")
    expect(form.get_by_role("tab")).to_have_count(0)
    form.get_by_label("Gala begins").fill("2099-12-19T20:00:05")
    form.get_by_label("Gala place").fill("The Opera")
    form.get_by_role("button", name="Save", exact=True).click()
    expect_notice(page, "Content section created")
    page.goto("/admin")
    panel = page.get_by_role("region", name="Next Event")
    expect(panel).to_contain_text("Awards gala" + "Dec 19, 2099, 8:00:05 PM UTC")
    expect(panel.get_by_role("listitem")).to_have_count(5)
    assert_accessible(page)
    page.goto("/timeline")
    gala = page.get_by_test_id("milestone").filter(has_text="Awards gala")
    expect(gala).to_contain_text("December 19, 2099")
    expect(gala).to_contain_text("The Opera")


def test_the_dashboard_shows_unread_messages_and_recent_changes(page: Page, site: Site) -> None:
    for _ in range(2):
        site.create("/api/contact", **message_body())
    read = site.api.get("/api/admin/contact").json()[0]
    site.api.patch(f"/api/admin/contact/{read['id']}", json={"isRead": True})
    path = f"/api/nominees/{publish_nominee(site, 'Amara Okafor')['id']}"
    site.api.patch(path, json={"isPublished": False})
    site.api.delete(path)
    page.goto("/admin")
    count = page.get_by_test_id("count-messages")
    expect(count).to_have_text("Contact Messages1Unread inquiries")
    changes = page.get_by_role("region", name="Recent changes").get_by_role("listitem")
    for number, did in enumerate(("deleted", "unpublished", "created")):
        expect(changes.nth(number)).to_contain_text(f"Administrator {did} the nominee Amara Okafor")
    changed_at = changes.nth(0).locator("time").get_attribute("datetime")
    assert changed_at is not None
    assert abs(datetime.now(UTC) - datetime.fromisoformat(changed_at)) < timedelta(minutes=5)
    expect(page.get_by_text("Times are in UTC.")).to_be_visible()
    activity = page.get_by_role("region", name="Website Activity")
    expect(activity.get_by_text("No activity data available yet.", exact=True)).to_be_visible()
    expect(activity.get_by_role("listitem")).to_have_count(0)


def test_what_is_to_do_is_found_and_its_links_open_the_form_at_the_field(
    page: Page, site: Site
) -> None:
    for number in range(7):
        publish_nominee(site, f"Cleo Example {number}", isPublished=number > 0)
    page.goto("/admin")
    panel = page.get_by_role("region", name="To do", exact=True)
    expect(panel.get_by_role("link", name="Portrait missing")).to_have_count(2)
    assert_accessible(page)
    menu = page.get_by_role("navigation", name="Admin")
    expect(menu.get_by_text("7 to do").first).to_be_visible()
    panel.get_by_role("link", name="Show everything").click()
    expect(page.get_by_role("heading", level=1, name="Before the gala")).to_be_visible()
    nominees = page.get_by_role("region", name="Nominees")
    expect(nominees).to_contain_text("Nominees (7)")
    expect_to_fit(page, page.get_by_role("heading", level=1))
    nominees.get_by_role("link", name="Cleo Example 0 Portrait missing").click()
    form = page.get_by_role("dialog", name="Edit Nominee")
    expect(form.get_by_role("region", name="To do")).to_contain_text("Portrait missing")
    image = form.get_by_label("Image URL")
    expect(image).to_be_focused()
    image.fill("/share.jpg")
    form.get_by_role("button", name="Save Changes").click()
    expect(menu.get_by_text("6 to do").first).to_be_visible()
    page.goto("/admin/nominees?toDo=true")
    expect(page.get_by_test_id("record")).to_have_count(6)
    badge = row_of(page, "Cleo Example 1").get_by_text("1 to do")
    expect(badge).to_have_attribute("title", "Portrait missing")


def test_who_publishes_a_record_learns_what_is_to_do_for_it(page: Page, site: Site) -> None:
    publish_nominee(site, "Bea Example", isPublished=False)
    page.goto("/admin/nominees")
    # A double click publishes once.
    page.get_by_role("button", name="Publish Bea Example", exact=True).dblclick()
    expect_notice(page, "Success", "Nominee published successfully")
    expect(page.get_by_test_id("notice")).to_contain_text("To do: Portrait missing.")
    expect(page.get_by_role("button", name="Unpublish Bea Example")).to_be_visible()
    activity = site.api.get("/api/admin/activity").json()
    assert [each["action"] for each in activity][:2] == ["published", "created"]
    page.get_by_role("button", name="Edit Bea Example").click()
    form = page.get_by_role("dialog", name="Edit Nominee")
    link = form.get_by_role("link", name="View on site")
    expect(link).to_have_attribute("href", re.compile("^/nominees/[0-9]+-bea-example$"))
    form.get_by_label("Company").fill("Another company")
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(page, "Success", "Nominee updated successfully")
    expect(page.get_by_test_id("notice")).to_contain_text("To do: Portrait missing.")


def palette(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Search")


def test_a_record_is_found_and_opened_by_keyboard(page: Page, site: Site) -> None:
    for name in ("Ada Lovegood", "Bisi Bello"):
        publish_nominee(site, name)
    page.goto("/admin/events")
    expect(page.get_by_role("heading", name="Events", level=1)).to_be_visible()
    page.keyboard.press("Control+k")
    search = palette(page).get_by_role("combobox", name="Search the portal")
    expect(search).to_be_focused()
    expect(palette(page).get_by_role("option", name="Photo Gallery")).to_be_visible()
    expect(palette(page).get_by_role("option", name="User Management")).to_have_count(0)
    search.fill("nobody has this name")
    expect(palette(page).get_by_role("status")).to_have_text("Nothing found")
    expect(palette(page).get_by_role("option")).to_have_count(0)
    search.fill("")
    search.press_sequentially("lovego")
    expect(palette(page).get_by_role("option", selected=True)).to_contain_text("Ada Lovegood")
    page.keyboard.press("Enter")
    form = page.get_by_role("dialog", name="Edit Nominee")
    expect(form.get_by_label("Name", exact=True)).to_have_value("Ada Lovegood")
    expect(page).to_have_url(re.compile(r"/admin/nominees$"))
    page.keyboard.press("Control+k")
    expect(palette(page)).to_have_count(0)
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    page.reload()
    expect(page.get_by_test_id("record")).to_have_count(2)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_screens_and_new_records_are_found_on_a_phone_and_a_failure_leaves_nothing(
    page: Page, site: Site, problems: Problems
) -> None:
    problems.expect(r"403|Failed to load resource")
    publish_nominee(site, "Ada Lovegood")
    page.set_viewport_size({"width": PHONE, "height": 720})
    page.goto("/admin/events")
    button = page.get_by_role("button", name="Search", exact=True)
    button.click()
    search = palette(page).get_by_role("combobox")
    search.fill("sponsor")
    options = palette(page).get_by_role("option")
    expect(options).to_have_text(["Sponsors", "New sponsor"])
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    assert_accessible(page)
    page.route(
        re.compile(r"/api/admin/search\?q=lovegood$"),
        lambda route: route.fulfill(status=403, json={"message": "Your role has changed"}),
    )
    search.fill("lovego")
    expect(options).to_have_text(re.compile("Ada Lovegood"))
    search.fill("lovegood")
    expect(palette(page).get_by_role("status")).to_have_text("Your role has changed")
    expect(options).to_have_count(0)
    page.keyboard.press("Escape")
    expect(palette(page)).to_be_hidden()
    expect(button).to_be_focused()
    button.click()
    search.fill("sponsor")
    options.filter(has_text="New sponsor").click()
    expect(page.get_by_role("dialog", name="Add Sponsor")).to_be_visible()
