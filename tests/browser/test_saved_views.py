"""A user saves what a list shows under a name, and comes back to it from a menu."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.admin_screens import PHONE
from tests.browser.notices import expect_notice
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, assert_no_horizontal_scroll
from tests.factories import nominee_body

SCREEN = "/admin/nominees"


@pytest.fixture(autouse=True)
def nominees(site: Site) -> Iterator[None]:
    """Create nominees of two years."""
    made = [
        site.create("/api/nominees", **nominee_body(name=name, year=year))["id"]
        for name, year in (("Ada", 2031), ("Bisi", 2030))
    ]
    yield
    for each in made:
        site.api.delete(f"/api/nominees/{each}")


def choose(page: Page, item: str) -> None:
    page.get_by_role("button", name="Saved", exact=True).click()
    page.get_by_role("menuitem", name=item, exact=True).click()


def save(page: Page, name: str) -> None:
    choose(page, "Save view")
    form = page.get_by_role("dialog", name="Save View")
    form.get_by_label("Name").fill(name)
    form.get_by_role("button", name="Save View").click()


def test_a_view_is_saved_and_chosen_from_the_menu(editor_page: Page) -> None:
    page = editor_page
    page.goto(f"{SCREEN}?year=2030&sort=-name&page=1")
    rows = page.get_by_test_id("record")
    expect(rows).to_have_text([re.compile("Bisi")])
    save(page, " ")
    form = page.get_by_role("dialog", name="Save View")
    expect(form.get_by_text("Name is required")).to_be_visible()
    form.get_by_label("Name").fill("Former edition")
    form.get_by_label("Name").press("Enter")
    expect_notice(page, "View saved", "Former edition")
    expect(page.get_by_role("button", name="Saved", exact=True)).to_be_focused()
    page.goto(SCREEN)
    expect(rows).to_have_count(2)
    choose(page, "Former edition")
    expect(rows).to_have_text([re.compile("Bisi")])
    expect(page).to_have_url(re.compile(r"\?sort=-name&year=2030$"))
    page.get_by_role("button", name="Saved", exact=True).click()
    item = page.get_by_role("menuitem", name="Former edition")
    expect(item).to_have_attribute("aria-current", "true")
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.goto("/admin/events")
    page.get_by_role("button", name="Saved", exact=True).click()
    expect(page.get_by_role("menuitem")).to_have_text(["Save view"])


def test_a_view_is_renamed_and_deleted_and_the_deletion_undone_on_a_phone(
    editor_page: Page,
) -> None:
    page = editor_page
    page.set_viewport_size({"width": PHONE, "height": 700})
    page.goto("/admin/photos?year=2031")
    for name in ("Next edition", "Everything"):
        save(page, name)
        expect_notice(page, "View saved", name)
    choose(page, "Manage views")
    views = page.get_by_role("dialog", name="Manage Views")
    views.get_by_role("button", name="Rename Next edition").click()
    form = page.get_by_role("dialog", name="Rename View")
    form.get_by_label("Name").fill("Everything")
    form.get_by_role("button", name="Save View").click()
    expect(form.get_by_text("You have a view with this name already")).to_be_visible()
    form.get_by_label("Name").fill("Edition 2031")
    form.get_by_role("button", name="Save View").click()
    expect_notice(page, "View renamed", "Edition 2031")
    names = views.get_by_role("listitem")
    expect(names).to_have_text(["Edition 2031", "Everything"])
    assert_accessible(page)
    assert_no_horizontal_scroll(page)
    views.get_by_role("button", name="Delete Edition 2031").click()
    expect(names).to_have_text(["Everything"])
    page.get_by_role("button", name="Undo").click()
    expect_notice(page, "Deletion undone", "Edition 2031 was restored.")
    expect(names).to_have_text(["Edition 2031", "Everything"])
    views.get_by_role("button", name="Close").last.click()
    choose(page, "Edition 2031")
    expect(page).to_have_url(re.compile(r"\?year=2031$"))
