"""The audit log's screen."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.content import publish_nominee
from tests.browser.site import Site
from tests.browser.visits import WIDTHS, assert_accessible, assert_no_horizontal_scroll

SCREEN = "/admin/audit"


@pytest.fixture(scope="module", autouse=True)
def changed(site: Site) -> None:
    """A nominee that was published, renamed and deleted."""
    record_id = publish_nominee(site, "Ada Obi")["id"]
    site.api.patch(f"/api/nominees/{record_id}", json={"name": "Ada Okafor"})
    site.api.delete(f"/api/nominees/{record_id}")


def test_the_newest_entries_come_first(admin_page: Page) -> None:
    admin_page.goto(SCREEN)
    table = admin_page.get_by_role("table", name="Audit Log")
    expect(table.get_by_role("columnheader")).to_have_text(
        [re.compile(text) for text in ("Time", "User", "Action", "Record", "IP address", "Actions")]
    )
    deleted = table.get_by_test_id("record").filter(has_text="Deleted").first
    expect(deleted).to_contain_text("nominee Ada Okafor")
    expect(deleted).to_contain_text("Administrator")
    expect(deleted.get_by_text(re.compile(r"\d{4}, \d+:\d\d [AP]M UTC"))).to_be_visible()
    expect(table.get_by_role("button", name=re.compile("^(Edit|Delete) "))).to_have_count(0)
    assert_accessible(admin_page)


def test_filters_are_in_the_url_and_combine(admin_page: Page) -> None:
    admin_page.goto(SCREEN)
    rows = admin_page.get_by_test_id("record")
    admin_page.get_by_label("Action", exact=True).select_option("Changed")
    expect(rows).to_have_count(1)
    expect(admin_page).to_have_url(re.compile(r"action=updated"))
    admin_page.get_by_label("User", exact=True).select_option("Administrator")
    expect(rows).to_have_count(1)
    admin_page.get_by_label("To", exact=True).fill("2020-01-01")
    expect(admin_page.get_by_text("No entries found.")).to_be_visible()
    admin_page.reload()
    expect(admin_page.get_by_label("To", exact=True)).to_have_value("2020-01-01")
    expect(admin_page.get_by_text("No entries found.")).to_be_visible()
    admin_page.get_by_label("To", exact=True).fill("")
    expect(rows).to_have_count(1)


def test_an_entry_shows_its_changes(admin_page: Page) -> None:
    admin_page.goto(f"{SCREEN}?action=updated")
    admin_page.get_by_role("button", name="Details of Changed: nominee Ada Okafor").click()
    entry = admin_page.get_by_role("dialog", name="Audit Log Entry")
    expect(entry.locator("del")).to_have_text("Ada Obi")
    expect(entry.locator("ins")).to_have_text("Ada Okafor")
    expect(entry.get_by_text(re.compile(r"^[0-9a-f]{16}$"))).to_be_visible()
    for width in WIDTHS:
        admin_page.set_viewport_size({"width": width, "height": 700})
        assert_no_horizontal_scroll(admin_page)
        assert_accessible(admin_page)
