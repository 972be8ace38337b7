"""The sponsors screen (docs/rules/admin-sponsors.md)."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.content import empty, publish_sponsor, upload_image
from tests.browser.files import fake_file, image_file
from tests.browser.notices import expect_notice
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible

SCREEN = "/admin/sponsors"
UPLOAD = "/api/uploads/sponsor-logo"
TIERS = ["Platinum", "Gold", "Silver", "Bronze", "Regular", "Partner"]


@pytest.fixture(autouse=True)
def clean(site: Site) -> None:
    """Begin each test without sponsors."""
    empty(site, "/api/sponsors/admin", "/api/sponsors")


def add_sponsor(site: Site, name: str, **fields: object) -> dict[str, object]:
    """Create a sponsor with a logo through the API and return it."""
    return publish_sponsor(site, name, **({"logo_url": upload_image(site)} | fields))


def open_form(page: Page) -> Locator:
    """Open the dialog for a new sponsor and return it."""
    page.get_by_role("button", name="Add Sponsor").click()
    return page.get_by_role("dialog", name="Add Sponsor")


def rows(page: Page) -> Locator:
    """Return the rows of the table."""
    return page.get_by_test_id("record")


def test_a_row_links_to_the_website(screen: Page, site: Site) -> None:
    website = "https://example.org/halcyon"
    add_sponsor(site, "Halcyon Bank", website_url=website)
    add_sponsor(site, "Pelican Post")
    screen.goto(SCREEN)
    bank = rows(screen).filter(has_text="Halcyon Bank")
    link = bank.get_by_role("link", name="Visit website of Halcyon Bank")
    expect(link).to_have_attribute("href", website)
    expect(link).to_have_attribute("target", "_blank")
    expect(rows(screen).filter(has_text="Pelican Post").get_by_role("link")).to_have_count(0)
    expect(open_form(screen).get_by_label("Tier").get_by_role("option")).to_have_text(TIERS)


def test_tabs_filter_the_list(screen: Page, site: Site) -> None:
    add_sponsor(site, "Halcyon Bank")
    add_sponsor(site, "Pelican Post", is_published=False)
    screen.goto(SCREEN)
    expect(screen.get_by_role("tab")).to_have_text(["All", "Published", "Unpublished"])
    expect(screen.get_by_role("tab", name="All")).to_have_attribute("aria-selected", "true")
    expect(rows(screen)).to_have_count(2)
    screen.get_by_role("tab", name="Published", exact=True).click()
    expect(rows(screen)).to_have_count(1)
    expect(rows(screen)).to_contain_text("Halcyon Bank")
    screen.get_by_role("tab", name="Unpublished").click()
    expect(rows(screen)).to_contain_text("Pelican Post")
    expect(rows(screen)).to_have_count(1)
    screen.reload()
    expect(rows(screen)).to_have_count(1)
    expect(screen.get_by_role("tab", name="Unpublished")).to_have_attribute("aria-selected", "true")


def test_refresh_reads_the_list_again(screen: Page, site: Site) -> None:
    screen.goto(SCREEN)
    expect(screen.get_by_text("No sponsors found", exact=True)).to_be_visible()
    add_sponsor(site, "Halcyon Bank")
    screen.get_by_role("button", name="Refresh").click()
    expect(rows(screen)).to_contain_text("Halcyon Bank")


def test_the_logo_is_viewed_in_a_dialog(screen: Page, site: Site) -> None:
    add_sponsor(site, "Halcyon Bank")
    screen.goto(SCREEN)
    opener = screen.get_by_role("button", name="View logo of Halcyon Bank")
    opener.click()
    dialog = screen.get_by_role("dialog", name="Halcyon Bank")
    expect(dialog.get_by_role("img", name="Logo of Halcyon Bank")).to_be_visible()
    assert_accessible(screen)
    screen.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def test_a_broken_logo_is_replaced_by_a_placeholder(
    screen: Page, site: Site, problems: Problems
) -> None:
    problems.expect(r"404 \(Not Found\).*missing")
    add_sponsor(site, "Halcyon Bank", logo_url="/uploads/missing.png")
    screen.goto(SCREEN)
    initials = rows(screen).get_by_role("img", name="Halcyon Bank", exact=True)
    expect(initials).to_have_text("HB")
    expect(rows(screen).locator("img")).to_be_hidden()
    screen.get_by_role("button", name="View logo of Halcyon Bank").click()
    placeholder = screen.get_by_role("dialog").get_by_role("img", name="Logo of Halcyon Bank")
    expect(placeholder).to_have_text("The logo cannot be shown.")


def test_a_logo_is_uploaded_once_when_the_button_is_pressed(
    screen: Page, problems: Problems
) -> None:
    problems.expect("415")
    sent: list[str] = []
    screen.on(
        "request", lambda request: sent.append(request.url) if UPLOAD in request.url else None
    )
    screen.goto(SCREEN)
    form = open_form(screen)
    choose = form.get_by_label("Choose logo")
    send = form.get_by_role("button", name="Upload logo")
    url = form.get_by_label("Logo URL")
    failed = ("Upload failed", "Failed to upload the logo. Please try again.")
    send.click()
    expect_notice(screen, "No file selected", "Please select a logo image to upload")
    choose.set_input_files(fake_file())
    send.click()
    expect_notice(screen, *failed)
    waiting: list[Route] = []
    screen.route(f"**{UPLOAD}", lambda route: waiting.append(route))
    send.click()
    expect(form.get_by_role("progressbar", name="Upload progress")).to_be_visible()
    form.get_by_role("button", name="Cancel upload").click()
    expect(send).to_be_visible()
    expect(url).to_have_value("")
    screen.unroute(f"**{UPLOAD}")
    screen.route(f"**{UPLOAD}", lambda route: route.fulfill(status=201, json={"success": 1}))
    send.click()
    expect(form.get_by_text("Server did not return a valid file URL")).to_be_visible()
    expect_notice(screen, *failed)
    screen.unroute(f"**{UPLOAD}")

    sent.clear()
    choose.set_input_files(image_file())
    expect(form.get_by_text("is not uploaded yet")).to_be_visible()
    expect(url).to_have_value("")
    assert sent == []
    send.press("Enter")
    expect(url).to_have_value(re.compile("^/uploads/"))
    expect(form.get_by_text("is not uploaded yet")).to_have_count(0)
    send.click()
    expect_notice(screen, "No file selected", "Please select a logo image to upload")
    assert len(sent) == 1
