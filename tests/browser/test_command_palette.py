"""The search of the portal: screens, new records and records of all kinds."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible
from tests.factories import nominee_body

SCREEN = "/admin/events"


@pytest.fixture(scope="module", autouse=True)
def nominees(site: Site) -> None:
    for name in ("Ada Lovegood", "Bisi Bello"):
        site.create("/api/nominees", **nominee_body(name=name))


def palette(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Search")


def open_screen(page: Page) -> None:
    page.goto(SCREEN)
    expect(page.get_by_role("heading", name="Events", level=1)).to_be_visible()


def test_a_record_is_found_and_opened_by_keyboard(editor_page: Page) -> None:
    page = editor_page
    open_screen(page)
    page.keyboard.press("Control+k")
    search = palette(page).get_by_role("combobox", name="Search the portal")
    expect(search).to_be_focused()
    expect(palette(page).get_by_role("option", name="Photo Gallery")).to_be_visible()
    expect(palette(page).get_by_role("option", name="User Management")).to_have_count(0)
    assert_accessible(page)
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


def test_screens_and_new_records_are_opened_on_a_phone(editor_page: Page) -> None:
    page = editor_page
    page.set_viewport_size({"width": 375, "height": 720})
    open_screen(page)
    button = page.get_by_role("button", name="Search", exact=True)
    button.click()
    search = palette(page).get_by_role("combobox")
    search.fill("sponsor")
    expect(palette(page).get_by_role("option")).to_have_text(["Sponsors", "New sponsor"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(palette(page)).to_be_hidden()
    expect(button).to_be_focused()
    button.click()
    search.fill("sponsor")
    palette(page).get_by_role("option", name="New sponsor").click()
    expect(page.get_by_role("dialog", name="Add Sponsor")).to_be_visible()


def test_a_search_without_results_says_so(editor_page: Page) -> None:
    page = editor_page
    open_screen(page)
    page.keyboard.press("Control+k")
    palette(page).get_by_role("combobox").fill("nobody has this name")
    expect(palette(page).get_by_role("status")).to_have_text("Nothing found")
    expect(palette(page).get_by_role("option")).to_have_count(0)


def test_a_failed_search_leaves_nothing_of_the_one_before(
    editor_page: Page, problems: Problems
) -> None:
    page = editor_page
    problems.expect(r"403|Failed to load resource")
    open_screen(page)
    page.route(
        re.compile(r"/api/admin/search\?q=lovegood$"),
        lambda route: route.fulfill(status=403, json={"message": "Your role has changed"}),
    )
    page.keyboard.press("Control+k")
    search = palette(page).get_by_role("combobox")
    search.fill("lovego")
    expect(palette(page).get_by_role("option")).to_have_count(1)
    search.fill("lovegood")
    expect(palette(page).get_by_role("status")).to_have_text("Your role has changed")
    expect(palette(page).get_by_role("option")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(palette(page)).to_be_visible()
