"""Managing an event by keyboard alone."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import empty, stored_events
from tests.browser.files import image_file
from tests.browser.site import ADMIN, Site
from tests.browser.visits import expect_notice, visit

SCREEN = "/admin/events"
MAX_TABS = 80


@pytest.fixture(autouse=True)
def start_empty(site: Site) -> None:
    """Begin without events."""
    empty(site, "/api/admin/events", "/api/events")


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until `target` has the focus."""
    for _ in range(MAX_TABS):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{target} was not reached in {MAX_TABS} steps")


def type_into(page: Page, target: Locator, text: str) -> None:
    """Go to an input by Tab and type into it."""
    tab_to(page, target)
    page.keyboard.type(text)


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    tab_to(page, target)
    page.keyboard.press(key)


def test_events_are_managed_by_keyboard(page: Page, site: Site) -> None:
    # Chromium passes file choosers to a listener only after a while; one opened by a key
    # before that is closed, so the listener is added first.
    page.on("filechooser", lambda _: None)
    visit(page, SCREEN)
    expect(page).to_have_url(re.compile("/auth"))
    type_into(page, page.get_by_label("Username"), ADMIN.username)
    type_into(page, page.get_by_label("Password", exact=True), ADMIN.password)
    press(page, page.get_by_role("button", name="Sign in"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    press(page, page.get_by_role("navigation", name="Admin").get_by_role("link", name="Events"))
    expect(page.get_by_text("No events have been created yet.")).to_be_visible()

    press(page, page.get_by_role("button", name="Create Event"))
    form = page.get_by_role("dialog", name="Create Event")
    expect(form.get_by_label("Title")).to_be_focused()
    page.keyboard.type("Keyboard Gala")
    type_into(page, form.get_by_label("Description"), "No mouse was touched.")
    type_into(page, form.get_by_label("Location"), "The Orangery")
    for label, time in (("Start date", "0630PM"), ("End date", "1000PM")):
        type_into(page, form.get_by_label(label), "11202031")
        page.keyboard.press("Tab")
        page.keyboard.type(time)
    upload = form.get_by_label("Upload image")
    tab_to(page, upload)
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Space")
    chooser.value.set_files(image_file())
    expect(form.get_by_role("img", name="Preview")).to_be_visible()
    press(page, form.get_by_role("switch", name="Published"), "Space")
    press(page, form.get_by_role("button", name="Create Event"))
    expect_notice(page, "Event created", "Keyboard Gala")
    [event] = stored_events(site)
    assert (event["startDate"], event["endDate"]) == (
        "2031-11-20T18:30:00Z",
        "2031-11-20T22:00:00Z",
    )
    assert (event["isPublished"], bool(event["imageUrl"])) == (False, True)

    press(page, page.get_by_role("button", name="Publish Keyboard Gala", exact=True))
    expect_notice(page, "Event Published", "Keyboard Gala")
    assert [each["title"] for each in site.api.get("/api/events").json()] == ["Keyboard Gala"]
    # The search is before the row, so Shift+Tab moves to it.
    search = page.get_by_role("searchbox", name="Search events")
    while not search.evaluate("element => element === document.activeElement"):
        page.keyboard.press("Shift+Tab")
    page.keyboard.type("mouse was touched")
    expect(page.get_by_test_id("records-count")).to_have_text("1 of 1")

    press(page, page.get_by_role("button", name="Delete Keyboard Gala"))
    question = page.get_by_role("alertdialog", name="Are you sure?")
    press(page, question.get_by_role("button", name="Delete"))
    expect_notice(page, "Event deleted", "Keyboard Gala")
    assert stored_events(site) == []
