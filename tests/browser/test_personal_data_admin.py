"""Personal Data."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.site import Site
from tests.browser.visits import expect_notice
from tests.factories import message_body

SCREEN = "/admin/personal-data"
ADDRESS = "grace@example.org"


def find(page: Page, address: str = ADDRESS) -> None:
    page.get_by_role("textbox", name="Email address").fill(address)
    page.get_by_role("button", name="Find").click()


def test_an_administrator_exports_and_erases_what_is_stored_about_a_person(
    admin_page: Page, site: Site, tmp_path: Path
) -> None:
    site.create("/api/contact", **message_body(email=ADDRESS))
    page = admin_page
    page.goto(SCREEN)
    find(page, "not an address")
    expect(page.get_by_role("alert")).to_contain_text("Please enter a valid email address")
    find(page)
    found = page.get_by_role("status", name=f"Stored about {ADDRESS}")
    expect(found.get_by_role("listitem")).to_have_count(1)
    with page.expect_download() as download:
        found.get_by_role("button", name="Export as JSON").click()
    download.value.save_as(tmp_path / "export.json")
    exported = json.loads((tmp_path / "export.json").read_text())
    assert [each["email"] for each in exported["contact message"]] == [ADDRESS]
    found.get_by_role("button", name="Erase...").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Cancel").click()
    found.get_by_role("button", name="Erase...").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Erase", exact=True).click()
    expect_notice(page, "Personal data erased", "1 record was permanently deleted.")
    expect(page.get_by_role("status", name=f"Nothing is stored about {ADDRESS}")).to_be_visible()
