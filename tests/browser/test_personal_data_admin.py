"""Personal Data."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.notices import expect_notice
from tests.browser.site import Site
from tests.browser.visits import WIDTHS, assert_accessible, assert_no_horizontal_scroll, visit
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


@pytest.mark.parametrize("width", WIDTHS)
def test_the_screen_fits_any_width(admin_page: Page, site: Site, width: int) -> None:
    site.create("/api/newsletter", email="a-rather-long-address-of-a-person@example.org")
    admin_page.set_viewport_size({"width": width, "height": 800})
    visit(admin_page, SCREEN)
    find(admin_page, "a-rather-long-address-of-a-person@example.org")
    expect(admin_page.get_by_role("listitem").filter(has_text="subscription")).to_be_visible()
    assert_accessible(admin_page)
    assert_no_horizontal_scroll(admin_page)


@pytest.mark.parametrize("role", ["editor", "user"])
def test_others_than_administrators_are_denied(open_page: Callable[[str], Page], role: str) -> None:
    page = open_page(role)
    page.goto(SCREEN)
    expect(page.get_by_role("heading", name="Access Denied")).to_be_visible()
