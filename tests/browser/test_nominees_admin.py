"""The nominees screen: unsaved input, and links to the site."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import empty, publish_nominee
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice, open_form
from tests.factories import Body

SCREEN = "/admin/nominees"


@pytest.fixture(autouse=True)
def start_empty(site: Site) -> None:
    empty(site, "/api/nominees", "/api/nominees")


def read_all(site: Site) -> list[Body]:
    nominees: list[Body] = site.api.get("/api/nominees").json()
    return nominees


def fill_in(form: Locator, **fields: str) -> None:
    for label, text in fields.items():
        form.get_by_label(label, exact=True).fill(text)


def open_create(editor_page: Page) -> Locator:
    editor_page.goto(SCREEN)
    return open_form(editor_page, "Add Nominee", "Add Nominee")


def last_actions(site: Site) -> list[str]:
    """Return the recent activity, newest first."""
    return [each["action"] for each in site.api.get("/api/admin/activity").json()]


def restore(editor_page: Page) -> None:
    """Press Restore in the notice of a dialog that was closed unsaved."""
    editor_page.get_by_test_id("notice").get_by_role("button", name="Restore").press("Enter")


def test_a_double_click_publishes_once(editor_page: Page, site: Site) -> None:
    publish_nominee(site, "Gloria Reyes", isPublished=False)
    editor_page.goto(SCREEN)
    editor_page.get_by_role("button", name="Publish Gloria Reyes", exact=True).dblclick()
    expect_notice(editor_page, "Success", "Nominee published successfully")
    expect(editor_page.get_by_role("button", name="Unpublish Gloria Reyes")).to_be_visible()
    assert last_actions(site)[:2] == ["published", "created"]


def test_a_nominee_that_cannot_be_read_for_the_form_is_reported(
    editor_page: Page, site: Site
) -> None:
    nominee = publish_nominee(site, "Halima Ndlovu")
    editor_page.goto(SCREEN)
    edit = editor_page.get_by_role("button", name="Edit Halima Ndlovu")
    edit.wait_for()
    site.api.delete(f"/api/nominees/{nominee['id']}")
    edit.click()
    expect_notice(editor_page, "Error", "Failed to fetch nominee: Nominee not found")
    expect(editor_page.get_by_text("No nominees found", exact=True)).to_be_visible()


def test_closing_the_dialog_resets_its_form(editor_page: Page) -> None:
    form = open_create(editor_page)
    for button in ("Cancel", "Close", ""):
        fill_in(form, Name="Ines")
        if button:
            form.get_by_role("button", name=button, exact=True).click()
        else:
            editor_page.keyboard.press("Escape")
        expect(form).to_be_hidden()
        expect(editor_page.get_by_role("alertdialog")).to_have_count(0)
        expect_notice(editor_page, "Changes discarded")
        open_form(editor_page, "Add Nominee", "Add Nominee")
        expect(form.get_by_label("Name", exact=True)).to_have_value("")


def test_a_dialog_does_not_change_while_it_closes(editor_page: Page) -> None:
    form = open_create(editor_page)
    editor_page.evaluate(
        """() => {
            window.titles = [];
            new MutationObserver(() => {
                const title = document.querySelector("[role=dialog] h2");
                if (title) window.titles.push(title.textContent);
            }).observe(document.body, { subtree: true, childList: true, characterData: true });
        }"""
    )
    form.get_by_role("button", name="Cancel").click()
    expect(editor_page.get_by_role("dialog")).to_have_count(0)
    assert set(editor_page.evaluate("window.titles")) <= {"Add Nominee"}


def test_unsaved_input_can_be_restored(editor_page: Page, site: Site) -> None:
    form = open_create(editor_page)
    fill_in(form, Name="Ines", Title="Founder", Company="Sol", Bio="A life in the sun", Year="20")
    form.get_by_label("Category").select_option("Technology")
    form.get_by_role("switch", name="Winner").check()
    form.get_by_role("switch", name="Published").uncheck()
    editor_page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    restore(editor_page)
    # Closing it again without new input offers the same again.
    expect(form.get_by_label("Name", exact=True)).to_have_value("Ines")
    editor_page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    restore(editor_page)
    expect(form.get_by_label("Name", exact=True)).to_have_value("Ines")
    expect(form.get_by_label("Year")).to_have_value("20")
    expect(form.get_by_role("switch", name="Winner")).to_be_checked()
    expect(form.get_by_role("switch", name="Published")).not_to_be_checked()
    assert_accessible(editor_page)
    fill_in(form, Achievements="Lights in 12 countries", Year="2025")
    form.get_by_role("button", name="Create Nominee").click()
    expect_notice(editor_page, "Success", "Nominee created successfully")
    [created] = read_all(site)
    assert (created["name"], created["category"], created["isPublished"]) == ("Ines", "tech", False)


def test_input_is_restored_on_its_own_screen(editor_page: Page) -> None:
    form = open_create(editor_page)
    fill_in(form, Name="Ines")
    editor_page.keyboard.press("Escape")
    expect_notice(editor_page, "Changes discarded")
    editor_page.get_by_test_id("admin-sidebar").get_by_role("link", name="Events").click()
    expect(editor_page.get_by_test_id("events-screen")).to_be_visible()
    restore(editor_page)
    expect(editor_page.get_by_test_id("nominees-screen")).to_be_visible()
    expect(form.get_by_label("Name", exact=True)).to_have_value("Ines")


def test_leaving_the_page_with_unsaved_input_shows_a_warning(editor_page: Page) -> None:
    form = open_create(editor_page)
    form.get_by_label("Name", exact=True).press_sequentially("Ines")
    with editor_page.expect_event("dialog") as warning:
        editor_page.evaluate("setTimeout(() => location.reload())")
    assert warning.value.type == "beforeunload"
    warning.value.dismiss()
    expect(form.get_by_label("Name", exact=True)).to_have_value("Ines")
    editor_page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    # A dialog would make Playwright fail here.
    editor_page.reload()
    expect(editor_page.get_by_role("button", name="Add Nominee")).to_be_visible()


def test_a_published_nominee_has_a_link_to_her_page(editor_page: Page, site: Site) -> None:
    publish_nominee(site, "Ada Example")
    publish_nominee(site, "Grace Example", isPublished=False)
    editor_page.goto(SCREEN)
    editor_page.set_viewport_size({"width": 768, "height": 800})
    link = editor_page.get_by_role("link", name="View Ada Example on the site")
    with editor_page.context.expect_page() as opened:
        link.click()
    expect(opened.value.get_by_role("heading", level=1, name="Ada Example")).to_be_visible()
    opened.value.close()
    expect(editor_page.get_by_role("link", name="View Grace Example on the site")).to_have_count(0)
