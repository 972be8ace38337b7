"""The nominees screen: unsaved input."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.admin_screens import open_form
from tests.browser.content import empty, publish_nominee
from tests.browser.notices import expect_notice
from tests.browser.site import Site
from tests.browser.visits import assert_accessible
from tests.factories import Body

SCREEN = "/admin/nominees"


@pytest.fixture(autouse=True)
def clean(site: Site) -> None:
    """Begin each test without nominees."""
    empty(site, "/api/nominees", "/api/nominees")


def read_all(site: Site) -> list[Body]:
    """Return all nominees, as the API returns them to staff."""
    nominees: list[Body] = site.api.get("/api/nominees").json()
    return nominees


def fill_in(form: Locator, **fields: str) -> None:
    """Fill in the form's fields by their labels."""
    for label, text in fields.items():
        form.get_by_label(label, exact=True).fill(text)


def open_create(screen: Page) -> Locator:
    """Open the screen and its form for a new nominee."""
    screen.goto(SCREEN)
    return open_form(screen, "Add Nominee", "Add Nominee")


def last_actions(site: Site) -> list[str]:
    """Return the recent activity, newest first."""
    return [each["action"] for each in site.api.get("/api/admin/activity").json()]


def restore(screen: Page) -> None:
    """Press Restore in the notice of a dialog that was closed unsaved."""
    screen.get_by_test_id("notice").get_by_role("button", name="Restore").press("Enter")


def test_a_double_click_publishes_once(screen: Page, site: Site) -> None:
    publish_nominee(site, "Gloria Reyes", isPublished=False)
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Publish Gloria Reyes", exact=True).dblclick()
    expect_notice(screen, "Success", "Nominee published successfully")
    expect(screen.get_by_role("button", name="Unpublish Gloria Reyes")).to_be_visible()
    assert last_actions(site)[:2] == ["published", "created"]


def test_saving_without_changes_writes_nothing(screen: Page, site: Site) -> None:
    publish_nominee(site, "Gisele Moreau")
    screen.goto(SCREEN)
    form = open_form(screen, "Edit Gisele Moreau", "Edit Nominee")
    form.get_by_role("button", name="Save Changes").click()
    expect(form).to_be_hidden()
    assert last_actions(site)[0] == "created"


def test_a_nominee_that_cannot_be_read_for_the_form_is_reported(screen: Page, site: Site) -> None:
    nominee = publish_nominee(site, "Halima Ndlovu")
    screen.goto(SCREEN)
    edit = screen.get_by_role("button", name="Edit Halima Ndlovu")
    edit.wait_for()
    site.api.delete(f"/api/nominees/{nominee['id']}")
    edit.click()
    expect_notice(screen, "Error", "Failed to fetch nominee: Nominee not found")
    expect(screen.get_by_text("No nominees found", exact=True)).to_be_visible()


def test_closing_the_dialog_resets_its_form(screen: Page) -> None:
    form = open_create(screen)
    for button in ("Cancel", "Close", ""):
        fill_in(form, Name="Ines")
        if button:
            form.get_by_role("button", name=button, exact=True).click()
        else:
            screen.keyboard.press("Escape")
        expect(form).to_be_hidden()
        expect(screen.get_by_role("alertdialog")).to_have_count(0)
        expect_notice(screen, "Changes discarded")
        open_form(screen, "Add Nominee", "Add Nominee")
        expect(form.get_by_label("Name", exact=True)).to_have_value("")


def test_unsaved_input_can_be_restored(screen: Page, site: Site) -> None:
    form = open_create(screen)
    fill_in(form, Name="Ines", Title="Founder", Company="Sol", Bio="A life in the sun", Year="20")
    form.get_by_label("Category").select_option("Technology")
    form.get_by_role("switch", name="Winner").check()
    form.get_by_role("switch", name="Published").uncheck()
    screen.keyboard.press("Escape")
    expect(form).to_be_hidden()
    restore(screen)
    # Closing it again without new input offers the same again.
    expect(form.get_by_label("Name", exact=True)).to_have_value("Ines")
    screen.keyboard.press("Escape")
    expect(form).to_be_hidden()
    restore(screen)
    expect(form.get_by_label("Name", exact=True)).to_have_value("Ines")
    expect(form.get_by_label("Year")).to_have_value("20")
    expect(form.get_by_role("switch", name="Winner")).to_be_checked()
    expect(form.get_by_role("switch", name="Published")).not_to_be_checked()
    assert_accessible(screen)
    fill_in(form, Achievements="Lights in 12 countries", Year="2025")
    form.get_by_role("button", name="Create Nominee").click()
    expect_notice(screen, "Success", "Nominee created successfully")
    [created] = read_all(site)
    assert (created["name"], created["category"], created["isPublished"]) == ("Ines", "tech", False)


def test_without_input_nothing_is_restored(screen: Page) -> None:
    form = open_create(screen)
    form.get_by_role("button", name="Cancel").click()
    expect(form).to_be_hidden()
    expect(screen.get_by_test_id("notice")).to_have_count(0)


def test_input_is_restored_on_its_own_screen(screen: Page) -> None:
    form = open_create(screen)
    fill_in(form, Name="Ines")
    screen.keyboard.press("Escape")
    expect_notice(screen, "Changes discarded")
    screen.get_by_test_id("admin-sidebar").get_by_role("link", name="Events").click()
    expect(screen.get_by_test_id("events-screen")).to_be_visible()
    restore(screen)
    expect(screen.get_by_test_id("nominees-screen")).to_be_visible()
    expect(form.get_by_label("Name", exact=True)).to_have_value("Ines")


def test_leaving_the_page_with_unsaved_input_shows_a_warning(screen: Page) -> None:
    form = open_create(screen)
    form.get_by_label("Name", exact=True).press_sequentially("Ines")
    with screen.expect_event("dialog") as warning:
        screen.evaluate("setTimeout(() => location.reload())")
    assert warning.value.type == "beforeunload"
    warning.value.dismiss()
    expect(form.get_by_label("Name", exact=True)).to_have_value("Ines")
    screen.keyboard.press("Escape")
    expect(form).to_be_hidden()
    # A dialog would make Playwright fail here.
    screen.reload()
    expect(screen.get_by_role("button", name="Add Nominee")).to_be_visible()
