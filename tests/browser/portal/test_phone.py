"""Lists in the hand: where the records begin, what unfolds, how large targets are."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import publish_nominee
from tests.browser.portal.portal_screen import PortalScreen
from tests.browser.portal.screens import SCREENS
from tests.browser.portal.steps import Add, OpenPage, for_each, more_of, open_screen
from tests.browser.site import Site
from tests.browser.visits import PHONE, assert_no_horizontal_scroll, open_form

pytestmark = pytest.mark.usefixtures("start_empty")

FIRST_RECORD = 300
"""Where the first record begins at the latest, in pixels."""
TARGET = 44
SMALL = """(size) => [...document.querySelectorAll("main :is(button, a, select, input)")]
    .filter((each) => each.checkVisibility() && !each.matches("main > a, li a"))
    .map((each) => (each.type === "checkbox" ? each.closest("label") : each))
    .filter((each) => {
        const { width, height } = each.getBoundingClientRect();
        return height > 1 && (height < size || width < size);
    })
    .map((each) => each.ariaLabel ?? each.outerHTML.slice(0, 200))"""


def top_of(shown: Locator) -> float:
    box = shown.bounding_box()
    assert box
    return box["y"]


@for_each(SCREENS)
def test_a_list_begins_near_the_top_and_its_targets_are_large(
    screen: PortalScreen, open_page: OpenPage, add: Add
) -> None:
    add(screen, screen.record)
    page = open_screen(open_page, screen)
    page.set_viewport_size({"width": PHONE, "height": 720})
    record = page.get_by_test_id("record").first
    expect(record).to_be_visible()
    assert top_of(record) <= FIRST_RECORD
    assert page.evaluate(SMALL, TARGET) == []
    if screen.create:
        create = page.get_by_role("button", name=screen.create.title, exact=True)
        title = page.get_by_role("heading", level=1).bounding_box()
        assert title
        assert title["y"] < top_of(create) + TARGET < title["y"] + title["height"] + TARGET
    for width in (320, PHONE):
        page.set_viewport_size({"width": width, "height": 720})
        assert_no_horizontal_scroll(page)


def test_what_a_list_seldom_needs_unfolds_below_its_search(admin_page: Page, site: Site) -> None:
    page = admin_page
    publish_nominee(site, "Ada Example", year=2025)
    page.set_viewport_size({"width": PHONE, "height": 720})
    page.goto("/admin/nominees")
    more, export = (
        page.get_by_role("button", name=name, exact=True) for name in ("More", "Export")
    )
    expect(export).to_be_hidden()
    before = top_of(more)
    more.click()
    expect(export).to_be_visible()
    assert top_of(more) == before
    page.get_by_role("button", name="Filters").click()
    expect(page.get_by_role("group", name="Filters")).to_be_visible()
    assert_no_horizontal_scroll(page)
    page.goto("/admin/audit")
    action = page.get_by_role("combobox", name="Action")
    expect(page.get_by_test_id("record").first).to_be_visible()
    expect(action).to_be_hidden()
    page.get_by_role("button", name="Filters").click()
    expect(action).to_be_visible()
    page.goto("/admin/audit?action=created")
    expect(action).to_have_value("created")


def test_one_select_sorts_a_list_and_the_menu_of_a_row_names_its_entries(
    page: Page, site: Site
) -> None:
    for name in ("Ada Example", "Bea Example"):
        publish_nominee(site, name, year=2025)
    page.set_viewport_size({"width": PHONE, "height": 720})
    page.goto("/admin/nominees")
    rows = page.get_by_test_id("record")
    expect(rows).to_have_count(2)
    page.get_by_role("combobox", name="Sort by").select_option("Name, descending")
    expect(rows.first).to_contain_text("Bea Example")
    page.get_by_role("checkbox", name="Select all on this page").check()
    expect(page.get_by_role("region", name="Selection")).to_contain_text("2 selected")
    more_of(page, "Bea Example").focus()
    page.keyboard.press("Enter")
    entries = page.get_by_role("menuitem")
    expect(entries).to_have_text(["View on the site", "Preview", "History", "Kit"])
    page.keyboard.press("Escape")
    expect(more_of(page, "Bea Example")).to_be_focused()


def test_the_keyboard_of_a_phone_covers_no_button_of_a_dialog(page: Page) -> None:
    page.set_viewport_size({"width": PHONE, "height": 720})
    page.goto("/admin/nominees")
    form = open_form(page, "Add Nominee", "Add Nominee")
    save = form.get_by_role("button", name="Create Nominee")
    page.evaluate(
        """() => {
            Object.defineProperty(visualViewport, "height", { value: 400 });
            visualViewport.dispatchEvent(new Event("resize"));
        }"""
    )
    expect(form).to_have_css("bottom", "320px")
    assert top_of(save) + TARGET <= 400
    assert top_of(form) >= 0


def test_the_groups_of_the_menu_fold_and_stay_so(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/admin/nominees")
    menu = page.get_by_test_id("admin-sidebar").get_by_role("navigation", name="Admin")
    trash, blog = (menu.get_by_role("link", name=name) for name in ("Trash", "Blog"))
    expect(blog).to_be_visible()
    expect(trash).to_be_hidden()
    assert menu.evaluate("(each) => each.scrollHeight <= each.clientHeight")
    menu.get_by_role("button", name="Stories").click()
    menu.get_by_role("button", name="Recovery").click()
    expect(trash).to_be_visible()
    expect(blog).to_be_hidden()
    trash.click()
    expect(page.get_by_test_id("deleted-records-screen")).to_be_visible()
    expect(blog).to_be_hidden()
    page.reload()
    expect(trash).to_be_visible()
    page.goto("/admin/blog")
    expect(blog).to_be_visible()
