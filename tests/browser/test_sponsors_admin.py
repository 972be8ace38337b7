"""The sponsors screen."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.content import empty, publish_sponsor, upload_image
from tests.browser.files import fake_file, image_file
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice, open_form

SCREEN = "/admin/sponsors"
UPLOAD = "/api/uploads/sponsor-logo"
TIERS = ["Platinum", "Gold", "Silver", "Bronze", "Regular", "Partner"]


@pytest.fixture(autouse=True)
def start_empty(site: Site) -> None:
    empty(site, "/api/sponsors/admin", "/api/sponsors")


def add_sponsor(site: Site, name: str, **fields: object) -> dict[str, object]:
    return publish_sponsor(site, name, **({"logo_url": upload_image(site)} | fields))


def rows(page: Page) -> Locator:
    return page.get_by_test_id("record")


def test_a_row_links_to_the_website(editor_page: Page, site: Site) -> None:
    website = "https://example.org/halcyon"
    add_sponsor(site, "Halcyon Bank", website_url=website)
    add_sponsor(site, "Pelican Post")
    editor_page.goto(SCREEN)
    bank = rows(editor_page).filter(has_text="Halcyon Bank")
    link = bank.get_by_role("link", name="Visit website of Halcyon Bank")
    expect(link).to_have_attribute("href", website)
    expect(link).to_have_attribute("target", "_blank")
    other = rows(editor_page).filter(has_text="Pelican Post")
    expect(other.get_by_role("link", name="View Pelican Post on the site")).to_be_visible()
    expect(other.get_by_role("link", name="Visit website")).to_have_count(0)
    form = open_form(editor_page, "Add Sponsor", "Add Sponsor")
    expect(form.get_by_label("Tier").get_by_role("option")).to_have_text(TIERS)


def test_tabs_filter_the_list(editor_page: Page, site: Site) -> None:
    add_sponsor(site, "Halcyon Bank")
    add_sponsor(site, "Pelican Post", is_published=False)
    editor_page.goto(SCREEN)
    expect(editor_page.get_by_role("tab")).to_have_text(["All", "Published", "Unpublished"])
    expect(editor_page.get_by_role("tab", name="All")).to_have_attribute("aria-selected", "true")
    expect(rows(editor_page)).to_have_count(2)
    editor_page.get_by_role("tab", name="Published", exact=True).click()
    expect(rows(editor_page)).to_have_count(1)
    expect(rows(editor_page)).to_contain_text("Halcyon Bank")
    editor_page.get_by_role("tab", name="Unpublished").click()
    expect(rows(editor_page)).to_contain_text("Pelican Post")
    expect(rows(editor_page)).to_have_count(1)
    editor_page.reload()
    expect(rows(editor_page)).to_have_count(1)
    expect(editor_page.get_by_role("tab", name="Unpublished")).to_have_attribute(
        "aria-selected", "true"
    )


def test_refresh_reads_the_list_again(editor_page: Page, site: Site) -> None:
    editor_page.goto(SCREEN)
    expect(editor_page.get_by_text("No sponsors found", exact=True)).to_be_visible()
    add_sponsor(site, "Halcyon Bank")
    editor_page.get_by_role("button", name="Refresh").click()
    expect(rows(editor_page)).to_contain_text("Halcyon Bank")


def test_the_logo_is_viewed_in_a_dialog(editor_page: Page, site: Site) -> None:
    add_sponsor(site, "Halcyon Bank")
    editor_page.goto(SCREEN)
    opener = editor_page.get_by_role("button", name="View logo of Halcyon Bank")
    opener.click()
    dialog = editor_page.get_by_role("dialog", name="Halcyon Bank")
    expect(dialog.get_by_role("img", name="Logo of Halcyon Bank")).to_be_visible()
    assert_accessible(editor_page)
    editor_page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def test_a_logo_is_uploaded_once_when_the_button_is_pressed(
    editor_page: Page, problems: Problems
) -> None:
    problems.expect("415")
    sent: list[str] = []
    editor_page.on(
        "request", lambda request: sent.append(request.url) if UPLOAD in request.url else None
    )
    editor_page.goto(SCREEN)
    form = open_form(editor_page, "Add Sponsor", "Add Sponsor")
    choose = form.get_by_label("Choose logo")
    send = form.get_by_role("button", name="Upload logo")
    url = form.get_by_label("Logo URL")
    failed = ("Upload failed", "Failed to upload the logo. Please try again.")
    send.click()
    expect_notice(editor_page, "No file selected", "Please select a logo image to upload")
    choose.set_input_files(fake_file())
    send.click()
    expect_notice(editor_page, *failed)
    waiting: list[Route] = []
    editor_page.route(f"**{UPLOAD}", lambda route: waiting.append(route))
    send.click()
    expect(form.get_by_role("progressbar", name="Upload progress")).to_be_visible()
    form.get_by_role("button", name="Cancel upload").click()
    expect(send).to_be_visible()
    expect(url).to_have_value("")
    editor_page.unroute(f"**{UPLOAD}")
    editor_page.route(f"**{UPLOAD}", lambda route: route.fulfill(status=201, json={"success": 1}))
    send.click()
    expect(form.get_by_text("Server did not return a valid file URL")).to_be_visible()
    expect_notice(editor_page, *failed)
    editor_page.unroute(f"**{UPLOAD}")

    sent.clear()
    choose.set_input_files(image_file())
    expect(form.get_by_text("is not uploaded yet")).to_be_visible()
    expect(url).to_have_value("")
    assert sent == []
    send.press("Enter")
    expect(url).to_have_value(re.compile("^/uploads/"))
    expect(form.get_by_text("is not uploaded yet")).to_have_count(0)
    send.click()
    expect_notice(editor_page, "No file selected", "Please select a logo image to upload")
    assert len(sent) == 1
