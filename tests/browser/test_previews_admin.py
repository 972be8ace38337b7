"""The preview of a record on its public page, and the links to it."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, FrameLocator, Locator, Page, expect

from tests.browser.content import empty
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.test_content_form import open_default
from tests.browser.test_drafts_admin import API, SCREEN, open_form, press, read, save_draft
from tests.browser.visits import assert_accessible, expect_notice
from tests.factories import nominee_body


@pytest.fixture(autouse=True)
def nominee(site: Site) -> dict[str, Any]:
    empty(site, API, API)
    made = site.create(API, **nominee_body(name="Amina Diallo", company="Before"))
    save_draft(site, made, company="Planned Ventures")
    return made


def open_preview(page: Page, name: str = "Amina Diallo", screen: str = SCREEN) -> Locator:
    page.goto(screen)
    page.get_by_role("button", name=f"Preview {name}").click()
    dialog = page.get_by_role("dialog", name="Preview", exact=True)
    expect(dialog).to_be_visible()
    return dialog


def framed(dialog: Locator, name: str = "Amina Diallo") -> FrameLocator:
    return dialog.frame_locator(f"iframe[title='Preview of {name}']")


def preview_typed(page: Page) -> tuple[Locator, Locator]:
    """Type a company in the nominee's form and preview it; return the form and the preview."""
    form = open_form(page)
    form.get_by_label("Company").fill("Typed & Co")
    press(form, "Preview")
    return form, page.get_by_role("dialog", name="Preview", exact=True)


def test_a_row_with_a_draft_is_previewed_on_its_page_in_both_widths(editor_page: Page) -> None:
    dialog = open_preview(editor_page)
    frame = framed(dialog)
    expect(frame.get_by_role("heading", name="Amina Diallo", level=1)).to_be_visible()
    expect(frame.get_by_text("Planned Ventures").first).to_be_visible()
    width = frame.locator("html")
    expect(dialog.get_by_role("button", name="Desktop")).to_have_attribute("aria-pressed", "true")
    assert width.evaluate("(html) => html.clientWidth") >= 1280 - 20
    dialog.get_by_role("button", name="Phone").click()
    expect(dialog.get_by_role("button", name="Phone")).to_have_attribute("aria-pressed", "true")
    assert width.evaluate("(html) => html.clientWidth") <= 390
    assert_accessible(editor_page)
    frame.get_by_role("link", name=re.compile("Nominees")).first.focus()
    editor_page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(editor_page.get_by_role("button", name="Preview Amina Diallo")).to_be_focused()


def test_the_form_previews_what_is_typed_without_saving_it(
    editor_page: Page, site: Site, nominee: dict[str, Any]
) -> None:
    form, dialog = preview_typed(editor_page)
    expect(framed(dialog).get_by_text("Typed & Co").first).to_be_visible()
    editor_page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(form.get_by_label("Company")).to_have_value("Typed & Co")
    draft = site.api.get(f"{API}/{nominee['id']}/draft").json()
    assert draft["values"] == {"company": "Planned Ventures"}


def test_a_new_record_is_previewed_before_it_is_created(
    editor_page: Page, site: Site, problems: Problems
) -> None:
    page = editor_page
    problems.expect("422")
    page.goto("/admin/events?new=1")
    form = page.get_by_role("dialog", name="Create Event")
    preview = page.get_by_role("dialog", name="Preview", exact=True)
    form.get_by_label("Title").fill("The gala of tomorrow")
    press(form, "Preview")
    frame = framed(preview, "The gala of tomorrow")
    expect(frame.get_by_text("Start date is required")).to_be_visible()
    page.keyboard.press("Escape")
    form.get_by_label("Description").fill("An evening with dinner and music.")
    form.get_by_label("Location").fill("Town hall")
    form.get_by_label("Type").fill("gala")
    form.get_by_label("Start date").fill("2099-05-01T18:00")
    form.get_by_label("End date").fill("2099-05-01T22:00")
    press(form, "Preview")
    expect(frame.get_by_role("heading", name="The gala of tomorrow", level=1)).to_be_visible()
    expect(preview.get_by_role("button", name="Copy preview link")).to_have_count(0)
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(form.get_by_label("Location")).to_have_value("Town hall")
    titles = [each["title"] for each in site.api.get("/api/admin/events").json()]
    assert "The gala of tomorrow" not in titles


def test_a_link_shows_the_draft_to_others_until_it_is_revoked(
    editor_page: Page, browser: Browser, site: Site, problems: Problems
) -> None:
    dialog = open_preview(editor_page)
    dialog.get_by_role("button", name="Copy preview link").click()
    field = dialog.get_by_label("Preview link", exact=True)
    expect(field).to_have_value(re.compile(r"/preview/[\w-]{43}$"))
    dialog.get_by_text("Preview links that work: 1").click()
    links = dialog.get_by_role("list", name="Preview links").get_by_role("listitem")
    expect(links).to_have_count(1)
    with browser.new_context() as context:
        visitor = context.new_page()
        problems.watch(visitor)
        visitor.goto(field.input_value())
        expect(visitor.get_by_text("Planned Ventures").first).to_be_visible()
        expect(visitor.get_by_role("note")).to_contain_text("this is not public yet")
        links.get_by_role("button", name=re.compile("^Revoke")).click()
        expect_notice(editor_page, "Preview link revoked")
        expect(links).to_have_count(0)
        problems.expect("410")
        visitor.reload()
        expect(visitor.get_by_role("heading", level=1)).to_have_text(
            "This preview is no longer available"
        )


def test_a_form_saves_what_it_previews_as_a_draft_and_copies_a_link_to_that(
    editor_page: Page, site: Site, nominee: dict[str, Any]
) -> None:
    form, dialog = preview_typed(editor_page)
    expect(dialog.get_by_role("button", name="Copy preview link")).to_have_count(0)
    press(dialog, "Save draft and copy link")
    path = dialog.get_by_label("Preview link", exact=True)
    expect(path).to_have_value(re.compile("/preview/"))
    assert "Typed &amp; Co" in httpx.get(path.input_value()).text
    expect(framed(dialog).get_by_text("Typed & Co").first).to_be_visible()
    assert (read(site, nominee)["company"], read(site, nominee, "/draft")["values"]) == (
        "Before",
        {"company": "Typed & Co"},
    )
    editor_page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(form).to_be_hidden()
    expect(editor_page.get_by_role("button", name="Edit Amina Diallo")).to_be_focused()


def test_an_unpublished_record_is_saved_for_the_link_and_stays_unpublished(
    editor_page: Page, site: Site, nominee: dict[str, Any]
) -> None:
    site.api.delete(f"{API}/{nominee['id']}/draft")
    site.api.patch(f"{API}/{nominee['id']}", json={"isPublished": False})
    form = open_form(editor_page)
    form.get_by_label("Company").fill("Typed & Co")
    form.get_by_label("Published", exact=True).click()
    press(form, "Preview")
    dialog = editor_page.get_by_role("dialog", name="Preview", exact=True)
    press(dialog, "Save as unpublished and copy link")
    path = dialog.get_by_label("Preview link", exact=True)
    expect(path).to_have_value(re.compile("/preview/"))
    assert "Typed &amp; Co" in httpx.get(path.input_value()).text
    saved = read(site, nominee)
    assert (saved["company"], saved["isPublished"]) == ("Typed & Co", False)


def test_input_that_cannot_be_saved_for_a_link_is_shown_with_its_errors(
    editor_page: Page, problems: Problems
) -> None:
    problems.expect("422")
    form = open_form(editor_page)
    form.get_by_label("Name", exact=True).fill("")
    press(form, "Preview")
    dialog = editor_page.get_by_role("dialog", name="Preview", exact=True)
    press(dialog, "Save draft and copy link")
    expect(dialog).to_be_hidden()
    expect(form.get_by_text("Name must be at least 2 characters")).to_be_visible()


def test_the_preview_beside_the_content_form_follows_the_input(
    editor_page: Page, site: Site
) -> None:
    empty(site, "/api/content", "/api/admin/content")
    form = open_default(editor_page, "About page")
    preview = form.frame_locator("iframe[title='Preview of the page']")
    expect(preview.get_by_role("heading", level=1)).to_be_visible()
    form.get_by_label("Title", exact=True).first.fill("Who we are now")
    expect(preview.get_by_role("heading", level=1)).to_have_text("Who we are now")
    assert site.api.get("/api/content").json() == []
    editor_page.set_viewport_size({"width": 1024, "height": 800})
    expect(form.locator("iframe")).to_have_count(0)
    press(form, "Preview")
    dialog = editor_page.get_by_role("dialog", name="Preview", exact=True)
    shown = framed(dialog, "About page")
    expect(shown.get_by_role("heading", level=1)).to_have_text("Who we are now")
    assert_accessible(editor_page)
    editor_page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(form.get_by_label("Title", exact=True).first).to_have_value("Who we are now")
