"""The sponsors' screen: what each role sees and does there (docs/rules/admin-sponsors.md)."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.content import empty, publish_sponsor, upload_picture
from tests.browser.files import fake_file, picture_file
from tests.browser.notices import expect_notice
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import WIDTHS, assert_accessible, assert_fits_any_width, visit

SCREEN = "/admin/sponsors"
UPLOAD = "/api/uploads/sponsor-logo"
DELETE_TEXT = (
    "Are you sure? This action cannot be undone. This will permanently delete the sponsor from the"
    " database."
)

SignIn = Callable[[Page, str], None]


@pytest.fixture(autouse=True)
def clean(site: Site) -> None:
    """Begin each test without sponsors."""
    empty(site, "/api/sponsors/admin", "/api/sponsors")


@pytest.fixture
def screen(page: Page, sign_in: SignIn) -> Page:
    """Return a page whose visitor is signed in as an administrator."""
    sign_in(page, "admin")
    return page


def add_sponsor(site: Site, name: str, **fields: object) -> dict[str, object]:
    """Create a sponsor with a logo through the API and return it."""
    return publish_sponsor(site, name, **({"logo_url": upload_picture(site)} | fields))


def read_all(site: Site) -> list[dict[str, object]]:
    """Return all sponsors, as the API gives them to staff."""
    sponsors: list[dict[str, object]] = site.api.get("/api/sponsors/admin").json()
    return sponsors


def open_form(page: Page) -> Locator:
    """Open the dialog for a new sponsor and return it."""
    page.get_by_role("button", name="Add Sponsor").click()
    return page.get_by_role("dialog", name="Add Sponsor")


def rows(page: Page) -> Locator:
    """Return the rows of the table."""
    return page.get_by_test_id("record")


def test_an_empty_list_says_so(screen: Page) -> None:
    screen.goto(SCREEN)
    expect(screen.get_by_text("No sponsors found", exact=True)).to_be_visible()
    assert_accessible(screen)


def test_the_table_shows_each_sponsor(screen: Page, site: Site) -> None:
    website = "https://example.org/halcyon"
    add_sponsor(site, "Halcyon Bank", tier="platinum", website_url=website, display_order=3)
    add_sponsor(site, "Pelican Post", is_published=False)
    screen.goto(SCREEN)
    table = screen.get_by_role("table", name="Sponsors")
    expect(table.get_by_role("columnheader")).to_have_text(
        ["Name", "Tier", "Published", "Order", "Actions"]
    )
    bank = rows(screen).filter(has_text="Halcyon Bank")
    for text in ("Platinum", "Yes", "3"):
        expect(bank.get_by_text(text, exact=True)).to_be_visible()
    expect(bank.locator("img")).to_be_visible()
    visit_website = bank.get_by_role("link", name="Visit website of Halcyon Bank")
    expect(visit_website).to_have_attribute("href", website)
    expect(visit_website).to_have_attribute("target", "_blank")
    post = rows(screen).filter(has_text="Pelican Post")
    for text in ("Regular", "No", "0"):
        expect(post.get_by_text(text, exact=True)).to_be_visible()
    expect(post.get_by_role("link")).to_have_count(0)
    assert_accessible(screen)


def test_tabs_narrow_the_list(screen: Page, site: Site) -> None:
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


def test_a_broken_logo_has_a_stand_in(screen: Page, site: Site, problems: Problems) -> None:
    problems.expect(r"404 \(Not Found\).*missing")
    add_sponsor(site, "Halcyon Bank", logo_url="/uploads/missing.png")
    screen.goto(SCREEN)
    expect(rows(screen).get_by_text("HB", exact=True)).to_be_visible()
    expect(rows(screen).locator("img")).to_be_hidden()
    screen.get_by_role("button", name="View logo of Halcyon Bank").click()
    expect(screen.get_by_text("The logo cannot be shown.")).to_be_visible()


def test_a_sponsor_is_created_and_visitors_see_it(screen: Page, site: Site) -> None:
    screen.goto(SCREEN)
    form = open_form(screen)
    expect(form.get_by_label("Tier")).to_have_value("regular")
    expect(form.get_by_label("Display order")).to_have_value("0")
    expect(form.get_by_role("switch", name="Published")).to_be_checked()
    assert_accessible(screen)
    form.get_by_label("Name").fill("Verdance Energy")
    form.get_by_label("Tier").select_option("Gold")
    form.get_by_label("Website URL").fill("https://example.org/verdance")
    form.get_by_label("Choose logo").set_input_files(picture_file())
    form.get_by_role("button", name="Upload logo").click()
    expect(form.get_by_role("img", name="Preview")).to_be_visible()
    form.get_by_role("button", name="Create Sponsor").click()
    expect_notice(screen, "Success", "Sponsor created successfully")
    expect(form).to_be_hidden()
    [sponsor] = read_all(site)
    assert (sponsor["tier"], sponsor["display_order"]) == ("gold", 0)
    assert site.api.get(str(sponsor["logo_url"])).headers["content-type"].startswith("image/")
    visit(screen, "/partners")
    expect(screen.get_by_role("img", name="Verdance Energy")).to_be_visible()


def test_what_is_refused_stands_beside_its_field(screen: Page, site: Site) -> None:
    screen.goto(SCREEN)
    form = open_form(screen)
    form.get_by_label("Name").fill("V")
    form.get_by_label("Website URL").fill("nowhere")
    form.get_by_label("Display order").fill("")
    form.get_by_role("button", name="Create Sponsor").click()
    for label, message in (
        ("Name", "Name must be at least 2 characters"),
        ("Logo URL", "Logo URL is required"),
        ("Website URL", "Please enter a valid URL"),
    ):
        expect(form.get_by_label(label)).to_have_accessible_description(re.compile(message))
    expect(form.get_by_label("Name")).to_be_focused()
    assert_accessible(screen)
    form.get_by_label("Logo URL").fill("abc")
    form.get_by_role("button", name="Create Sponsor").click()
    expect(form.get_by_label("Logo URL")).to_have_accessible_description(
        re.compile("Logo URL is required")
    )
    assert read_all(site) == []


def test_a_sponsor_is_edited_published_and_withdrawn(screen: Page, site: Site) -> None:
    add_sponsor(site, "Pelican Post", is_published=False)
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Edit Pelican Post").click()
    form = screen.get_by_role("dialog", name="Edit Sponsor")
    form.get_by_label("Tier").select_option("Silver")
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(screen, "Success", "Sponsor updated successfully")
    expect(rows(screen).get_by_text("Silver")).to_be_visible()
    screen.get_by_role("button", name="Publish Pelican Post", exact=True).click()
    expect_notice(screen, "Success", "Sponsor published successfully")
    expect(rows(screen).get_by_text("Yes", exact=True)).to_be_visible()
    published = site.api.get("/api/sponsors/published").json()
    assert [each["name"] for each in published] == ["Pelican Post"]
    screen.get_by_role("button", name="Unpublish Pelican Post").click()
    expect_notice(screen, "Success", "Sponsor unpublished successfully")
    assert site.api.get("/api/sponsors/published").json() == []


def test_deleting_asks_and_calls_itself_permanent(screen: Page, site: Site) -> None:
    add_sponsor(site, "Pelican Post")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Delete Pelican Post").click()
    question = screen.get_by_role("alertdialog", name="Are you sure?")
    expect(question).to_contain_text(DELETE_TEXT)
    assert_accessible(screen)
    question.get_by_role("button", name="Cancel").click()
    assert len(read_all(site)) == 1
    screen.get_by_role("button", name="Delete Pelican Post").click()
    question.get_by_role("button", name="Delete").click()
    expect_notice(screen, "Success", "Sponsor deleted successfully")
    expect(screen.get_by_text("No sponsors found", exact=True)).to_be_visible()
    assert read_all(site) == []


def test_failed_writes_are_told_with_the_servers_message(screen: Page, site: Site) -> None:
    sponsor = add_sponsor(site, "Pelican Post")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Delete Pelican Post").click()
    site.api.delete(f"/api/sponsors/{sponsor['id']}")
    screen.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect_notice(screen, "Error", "Sponsor not found")
    expect(screen.get_by_test_id("notice")).to_have_attribute("data-variant", "destructive")


def test_a_logo_is_uploaded_with_progress_or_a_reason(screen: Page, problems: Problems) -> None:
    problems.expect("415")
    screen.goto(SCREEN)
    form = open_form(screen)
    send = form.get_by_role("button", name="Upload logo")
    send.click()
    expect_notice(screen, "No file selected", "Please select a logo image to upload")
    form.get_by_label("Choose logo").set_input_files(fake_file())
    send.click()
    expect_notice(screen, "Upload failed", "Failed to upload the logo. Please try again.")
    waiting: list[Route] = []
    screen.route("**/api/uploads/sponsor-logo", lambda route: waiting.append(route))
    send.click()
    expect(form.get_by_role("progressbar", name="Upload progress")).to_be_visible()
    form.get_by_role("button", name="Cancel upload").click()
    expect(send).to_be_visible()
    expect(form.get_by_label("Logo URL")).to_have_value("")


def test_a_logo_is_uploaded_once_when_the_button_is_pressed(screen: Page) -> None:
    sent: list[str] = []
    screen.on(
        "request", lambda request: sent.append(request.url) if UPLOAD in request.url else None
    )
    screen.goto(SCREEN)
    form = open_form(screen)
    form.get_by_label("Choose logo").set_input_files(picture_file())
    expect(form.get_by_text("is not uploaded yet")).to_be_visible()
    expect(form.get_by_label("Logo URL")).to_have_value("")
    assert sent == []
    form.get_by_role("button", name="Upload logo").press("Enter")
    expect(form.get_by_label("Logo URL")).to_have_value(re.compile("^/uploads/"))
    expect(form.get_by_text("is not uploaded yet")).to_have_count(0)
    form.get_by_role("button", name="Upload logo").click()
    expect_notice(screen, "No file selected", "Please select a logo image to upload")
    assert len(sent) == 1


def test_an_answer_without_an_address_is_told(screen: Page) -> None:
    screen.route(
        "**/api/uploads/sponsor-logo", lambda route: route.fulfill(status=201, json={"success": 1})
    )
    screen.goto(SCREEN)
    form = open_form(screen)
    form.get_by_label("Choose logo").set_input_files(picture_file())
    form.get_by_role("button", name="Upload logo").click()
    expect_notice(screen, "Upload failed", "Failed to upload the logo. Please try again.")
    expect(form.get_by_text("Server did not return a valid file URL")).to_be_visible()


def test_the_screen_and_its_dialog_fit_any_width(screen: Page, site: Site) -> None:
    add_sponsor(site, "The Society of Founders With Very Long Names", tier="partner")
    screen.goto(SCREEN)
    expect(rows(screen)).to_have_count(1)
    assert_fits_any_width(screen)
    screen.get_by_role("button", name="Edit The Society").click()
    form = screen.get_by_role("dialog", name="Edit Sponsor")
    for width in WIDTHS:
        screen.set_viewport_size({"width": width, "height": 800})
        form.get_by_role("switch", name="Published").scroll_into_view_if_needed()
        expect(form.get_by_role("button", name="Save Changes")).to_be_in_viewport()
        assert_accessible(screen)


@pytest.mark.parametrize("role", ["editor", "user"])
def test_other_roles_are_told_who_reads_the_list(
    page: Page, site: Site, sign_in: SignIn, role: str
) -> None:
    add_sponsor(site, "Pelican Post")
    sign_in(page, role)
    page.goto(SCREEN)
    sentence = "This list is shown to administrators only."
    expect(page.get_by_text(sentence, exact=True)).to_be_visible()
    expect(rows(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Refresh")).to_have_count(0)
    # An editor writes what an admin lists.
    add = page.get_by_role("button", name="Add Sponsor")
    expect(add).to_have_count(1 if role == "editor" else 0)
    assert_accessible(page)


def test_nobody_is_sent_to_the_sign_in(page: Page) -> None:
    page.goto(SCREEN)
    expect(page).to_have_url(re.compile("/auth"))
