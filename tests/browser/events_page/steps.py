"""What tests do on the events page."""

import re

from playwright.sync_api import Locator, Page, expect

NOW = "2031-11-20T12:00:00Z"
"""The time of the browser's clock."""
LISTED = 20
"""How many events the list shows."""


def day(page: Page, name: str) -> Locator:
    """Return the button of a day of the grid by the beginning of its name."""
    return page.get_by_role("grid").get_by_role("button", name=re.compile(f"^{name}"))


def panel(page: Page) -> Locator:
    return page.get_by_test_id("day-events")


def open_details(page: Page, title: str) -> Locator:
    page.get_by_role("button", name=title, exact=True).click()
    dialog = page.get_by_role("dialog", name=title)
    expect(dialog).to_be_visible()
    return dialog
