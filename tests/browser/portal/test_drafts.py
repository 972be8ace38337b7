"""Drafts of changes to a published record, and previews of what is not public yet."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, FrameLocator, Locator, Page, expect

from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS
from tests.browser.content_sections import SCREEN as SECTIONS
from tests.browser.content_sections import add_section, open_default, open_edit, stored
from tests.browser.portal.steps import OpenPage, choose, expect_to_fit, more_of, use_notice
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice
from tests.factories import nominee_body

SCREEN = "/admin/nominees"
API = "/api/nominees"
NAME = "Amina Diallo"
ABOUT = "About page"

pytestmark = pytest.mark.usefixtures("start_empty")


@pytest.fixture
def nominee(site: Site, start_empty: None) -> dict[str, Any]:
    return site.create(API, **nominee_body(name=NAME, company="Before", title="Founder"))


def read(site: Site, nominee: dict[str, Any], suffix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = site.api.get(f"{API}/{nominee['id']}{suffix}").json()
    return found


def save_draft(site: Site, nominee: dict[str, Any], **fields: object) -> None:
    assert site.api.put(f"{API}/{nominee['id']}/draft", json=fields).is_success


def open_form(page: Page) -> Locator:
    page.goto(SCREEN)
    page.get_by_role("button", name=f"Edit {NAME}").click()
    form = page.get_by_role("dialog", name="Edit Nominee")
    expect(form.get_by_label("Company")).to_be_visible()
    return form


def press(form: Locator, button: str) -> None:
    form.get_by_role("button", name=button, exact=True).click()


def badge(page: Page) -> Locator:
    return page.get_by_test_id("record").get_by_text("Draft changes")


def test_changes_are_saved_as_a_draft_and_published_later(
    page: Page, site: Site, nominee: dict[str, Any]
) -> None:
    form = open_form(page)
    expect(form.get_by_role("button", name="Save Changes")).to_be_visible()
    form.get_by_label("Company").fill("")
    press(form, "Save draft")
    expect(form.get_by_label("Company")).to_have_attribute("aria-invalid", "true")
    form.get_by_label("Company").fill("Planned")
    press(form, "Save draft")
    expect_notice(page, "Draft saved")
    expect(form).to_be_hidden()
    expect(badge(page)).to_be_visible()
    assert read(site, nominee)["company"] == "Before"
    form = open_form(page)
    expect(form.get_by_label("Company")).to_have_value("Planned")
    expect(form.get_by_role("note", name="Draft")).to_contain_text("The record stays as it is")
    expect_to_fit(page)
    form.get_by_label("Title").fill("Director")
    press(form, "Publish changes")
    expect_notice(page, "Success", "Nominee updated successfully")
    expect(badge(page)).to_have_count(0)
    saved = read(site, nominee)
    assert (saved["company"], saved["title"]) == ("Planned", "Director")


def test_discarding_a_draft_is_undone_with_what_was_typed(
    page: Page, site: Site, nominee: dict[str, Any]
) -> None:
    save_draft(site, nominee, company="Planned")
    form = open_form(page)
    form.get_by_label("Title").fill("Typed")
    press(form, "Discard draft")
    expect_notice(page, "Draft discarded", NAME)
    expect(form).to_be_hidden()
    expect(badge(page)).to_have_count(0)
    use_notice(page, "Undo")
    expect(form.get_by_label("Company")).to_have_value("Planned")
    expect(form.get_by_label("Title")).to_have_value("Typed")
    expect(form.get_by_role("note", name="Draft")).to_be_visible()
    press(form, "Publish changes")
    expect(form).to_be_hidden()
    saved = read(site, nominee)
    assert (saved["company"], saved["title"]) == ("Planned", "Typed")


def test_a_draft_is_compared_with_what_changed_since_it_was_begun(
    page: Page, site: Site, nominee: dict[str, Any]
) -> None:
    save_draft(site, nominee, company="Planned", title="Director")
    site.api.patch(f"{API}/{nominee['id']}", json={"company": "Theirs", "isWinner": True})
    form = open_form(page)
    press(form, "Publish changes")
    conflict = form.get_by_role("alert").filter(has_text="was changed by someone else")
    changes = conflict.get_by_role("listitem")
    expect(changes).to_have_count(2)
    expect(changes.nth(0)).to_have_text(re.compile(r"Company: Before.*Theirs.*yours: Planned"))
    expect(changes.nth(1)).to_have_text(re.compile(r"Winner: No.*Yes$"))
    press(form, "Use theirs")
    expect(form.get_by_label("Company")).to_have_value("Theirs")
    expect(form.get_by_label("Title")).to_have_value("Director")
    press(form, "Publish changes")
    expect_notice(page, "Success", "Nominee updated successfully")
    saved = read(site, nominee)
    assert (saved["company"], saved["title"], saved["isWinner"]) == ("Theirs", "Director", True)
    # A draft that someone else saves meanwhile is compared, and kept.
    form = open_form(page)
    form.get_by_label("Company").fill("Mine")
    save_draft(site, nominee, company="Planned again", title="Chair")
    press(form, "Save draft")
    expect(form.get_by_test_id("differences").get_by_role("listitem")).to_have_count(2)
    press(form, "Save anyway")
    expect_notice(page, "Draft saved")
    assert read(site, nominee, "/draft")["values"] == {"company": "Mine", "title": "Chair"}
    assert read(site, nominee)["company"] == "Theirs"


# Previews.


def preview_of(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Preview", exact=True)


def open_preview(page: Page, name: str = NAME, screen: str = SCREEN) -> Locator:
    page.goto(screen)
    choose(page, f"Preview {name}", name)
    expect(preview_of(page)).to_be_visible()
    return preview_of(page)


def framed(dialog: Locator, name: str = NAME) -> FrameLocator:
    return dialog.frame_locator(f"iframe[title='Preview of {name}']")


def test_a_draft_is_previewed_in_both_widths_and_shown_to_others_by_a_link(
    page: Page, browser: Browser, site: Site, nominee: dict[str, Any], problems: Problems
) -> None:
    save_draft(site, nominee, company="Planned Ventures")
    dialog = open_preview(page)
    frame = framed(dialog)
    expect(frame.get_by_role("heading", name=NAME, level=1)).to_be_visible()
    expect(frame.get_by_text("Planned Ventures").first).to_be_visible()
    width = frame.locator("html")
    expect(dialog.get_by_role("button", name="Desktop")).to_have_attribute("aria-pressed", "true")
    assert width.evaluate("(html) => html.clientWidth") >= 1280 - 20
    dialog.get_by_role("button", name="Phone").click()
    expect(dialog.get_by_role("button", name="Phone")).to_have_attribute("aria-pressed", "true")
    assert width.evaluate("(html) => html.clientWidth") <= 390
    assert_accessible(page)

    press(dialog, "Copy preview link")
    field = dialog.get_by_label("Preview link", exact=True)
    expect(field).to_have_value(re.compile(r"/preview/[\w-]{43}$"))
    expect(
        dialog.get_by_text(re.compile(r"^Test Editor, until \w{3} \d+, \d{4}, "))
    ).to_be_visible()
    links = dialog.get_by_role("button", name="Revoke the link of")
    expect(links).to_have_count(1)
    with browser.new_context() as context:
        visitor = context.new_page()
        problems.watch(visitor)
        visitor.goto(field.input_value())
        expect(visitor.get_by_text("Planned Ventures").first).to_be_visible()
        expect(visitor.get_by_role("note")).to_contain_text("this is not public yet")
        links.click()
        expect_notice(page, "Preview link revoked")
        expect(links).to_have_count(0)
        problems.expect("410")
        visitor.reload()
        expect(visitor.get_by_role("heading", level=1)).to_have_text(
            "This preview is no longer available"
        )
    frame.get_by_role("link", name=re.compile("Nominees")).first.focus()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(more_of(page, NAME)).to_be_focused()


def expect_link_to(dialog: Locator, text: str) -> None:
    """Assert that the dialog has a preview link to a page with this text."""
    path = dialog.get_by_label("Preview link", exact=True)
    expect(path).to_have_value(re.compile("/preview/"))
    assert text in httpx.get(path.input_value()).text


def test_a_form_previews_what_is_typed_and_saves_it_as_a_draft_for_a_link(
    page: Page, site: Site, nominee: dict[str, Any], problems: Problems
) -> None:
    problems.expect("422")
    save_draft(site, nominee, company="Planned Ventures")
    form, dialog = open_form(page), preview_of(page)
    name = form.get_by_label("Name", exact=True)
    name.fill("")
    press(form, "Preview")
    press(dialog, "Save draft and copy link")
    expect(dialog).to_be_hidden()
    expect(form.get_by_text("Name must be at least 2 characters")).to_be_visible()
    name.fill(NAME)
    form.get_by_label("Company").fill("Typed & Co")
    press(form, "Preview")
    expect(framed(dialog).get_by_text("Typed & Co").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(form.get_by_label("Company")).to_have_value("Typed & Co")
    assert read(site, nominee, "/draft")["values"] == {"company": "Planned Ventures"}
    press(form, "Preview")
    expect(dialog.get_by_role("button", name="Copy preview link")).to_have_count(0)
    press(dialog, "Save draft and copy link")
    expect_link_to(dialog, "Typed &amp; Co")
    expect(framed(dialog).get_by_text("Typed & Co").first).to_be_visible()
    assert read(site, nominee)["company"] == "Before"
    assert read(site, nominee, "/draft")["values"] == {"company": "Typed & Co"}
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(form).to_be_hidden()
    expect(page.get_by_role("button", name=f"Edit {NAME}")).to_be_focused()


def test_an_unpublished_record_has_no_draft_and_is_saved_for_the_link(
    page: Page, site: Site, nominee: dict[str, Any]
) -> None:
    site.api.patch(f"{API}/{nominee['id']}", json={"isPublished": False})
    form, dialog = open_form(page), preview_of(page)
    expect(form.get_by_role("button", name="Save Changes")).to_be_visible()
    expect(form.get_by_role("button", name="Save draft")).to_have_count(0)
    form.get_by_label("Company").fill("Typed & Co")
    form.get_by_label("Published", exact=True).click()
    press(form, "Preview")
    press(dialog, "Save as unpublished and copy link")
    expect_link_to(dialog, "Typed &amp; Co")
    saved = read(site, nominee)
    assert (saved["company"], saved["isPublished"]) == ("Typed & Co", False)


def test_a_new_record_is_previewed_before_it_is_created(
    page: Page, site: Site, problems: Problems
) -> None:
    problems.expect("422")
    page.goto("/admin/events?new=1")
    form, preview = page.get_by_role("dialog", name="Create Event"), preview_of(page)
    form.get_by_label("Title").fill("The gala of tomorrow")
    press(form, "Preview")
    frame = framed(preview, "The gala of tomorrow")
    expect(frame.get_by_text("Start date is required")).to_be_visible()
    page.keyboard.press("Escape")
    expect(preview).to_be_hidden()
    form.get_by_label("Description").fill("An evening with dinner and music.")
    form.get_by_label("Location").fill("Town hall")
    form.get_by_label("Start date").fill("2099-05-01T18:00")
    form.get_by_label("End date").fill("2099-05-01T22:00")
    press(form, "Preview")
    expect(frame.get_by_role("heading", name="The gala of tomorrow", level=1)).to_be_visible()
    expect(preview.get_by_role("button", name="Copy preview link")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(form.get_by_label("Location")).to_have_value("Town hall")
    assert site.api.get("/api/admin/events").json() == []


# Texts of pages.


def title_of(form: Locator) -> Locator:
    return form.get_by_label("Title", exact=True).first


def save_title(form: Locator, title: str) -> None:
    title_of(form).fill(title)
    press(form, "Save draft")
    expect_notice(form.page, "Draft saved", f"{ABOUT} stays as it is until the draft is published.")
    expect(form).to_be_hidden()
    expect(badge(form.page)).to_be_visible()


def contents(site: Site) -> list[Any]:
    return [each["content"] for each in stored(site)]


def test_texts_are_saved_as_a_draft_previewed_and_published_later(
    page: Page, site: Site, open_page: OpenPage
) -> None:
    section = add_section(site, ABOUT, "page.about", title="Stored")
    save_title(open_edit(page, ABOUT), "Who we are now")
    assert contents(site) == [{"title": "Stored"}]
    preview = framed(open_preview(page, ABOUT, SECTIONS), ABOUT)
    expect(preview.get_by_role("heading", level=1)).to_have_text("Who we are now")

    user = open_page("user")
    user.goto(SECTIONS)
    more_of(user, ABOUT).click()
    expect(user.get_by_role("menuitem", name=f"Preview {ABOUT}")).to_be_disabled()
    expect(badge(user)).to_have_count(0)

    form = open_edit(page, ABOUT)
    expect(form.get_by_role("note", name="Draft")).to_contain_text("The record stays as it is")
    expect(title_of(form)).to_have_value("Who we are now")
    expect_to_fit(page)
    press(form, "Publish changes")
    expect_notice(page, "Content updated", ABOUT)
    expect(badge(page)).to_have_count(0)
    assert contents(site) == [{"title": "Who we are now"}]
    assert len(site.api.get(f"{section}/history").json()) == 1


def test_default_texts_are_prepared_without_changing_their_page(page: Page, site: Site) -> None:
    form = open_default(page, ABOUT)
    save_title(form, "Who we are now")
    assert contents(site) == [{}]
    form = open_edit(page, ABOUT)
    expect(title_of(form)).to_have_value("Who we are now")
    press(form, "Discard draft")
    expect_notice(page, "Draft discarded", ABOUT)
    expect(badge(page)).to_have_count(0)
    assert contents(site) == [{}]


def test_a_section_is_previewed_where_it_is_on_its_page(page: Page, site: Site) -> None:
    add_section(site, "Home texts", "home.about")
    block = CONTENT_BLOCKS["home.about"]
    assert block.anchor
    open_preview(page, "Home texts", SECTIONS)
    frame = page.get_by_title("Preview of Home texts")
    expect(frame).to_have_attribute("src", re.compile(rf"/preview#{block.anchor}$"))
    expect(frame.content_frame.locator(f"#{block.anchor}")).to_be_in_viewport()


def test_the_preview_beside_the_content_form_follows_the_input(page: Page, site: Site) -> None:
    form, dialog = open_default(page, ABOUT), preview_of(page)
    heading = form.frame_locator("iframe[title='Preview of the page']").get_by_role(
        "heading", level=1
    )
    expect(heading).to_be_visible()
    title_of(form).fill("Who we are now")
    expect(heading).to_have_text("Who we are now")
    assert stored(site) == []
    page.set_viewport_size({"width": 1024, "height": 800})
    expect(form.locator("iframe")).to_have_count(0)
    press(form, "Preview")
    shown = framed(dialog, ABOUT).get_by_role("heading", level=1)
    expect(shown).to_have_text("Who we are now")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(title_of(form)).to_have_value("Who we are now")
