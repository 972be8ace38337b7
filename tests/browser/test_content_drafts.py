"""Texts of pages that are prepared as drafts in the Content Editor."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS
from tests.browser.content import empty
from tests.browser.content_sections import API, SCREEN, add_section, stored
from tests.browser.site import Site
from tests.browser.test_content_form import open_default, open_edit
from tests.browser.test_drafts_admin import badge, press
from tests.browser.test_previews_admin import framed, open_preview
from tests.browser.visits import assert_accessible, assert_fits_any_width, expect_notice

ABOUT = "About page"
KEPT = f"{ABOUT} stays as it is until the draft is published."


@pytest.fixture(autouse=True)
def start_empty(site: Site) -> None:
    empty(site, "/api/content", API)


@pytest.fixture
def section(site: Site) -> str:
    return add_section(site, ABOUT, "page.about", title="Stored")


def title_of(form: Locator) -> Locator:
    return form.get_by_label("Title", exact=True).first


def prepare(form: Locator, title: str) -> None:
    title_of(form).fill(title)
    press(form, "Save draft")
    expect_notice(form.page, "Draft saved", KEPT)
    expect(form).to_be_hidden()
    expect(badge(form.page)).to_be_visible()


def contents(site: Site) -> list[Any]:
    return [each["content"] for each in stored(site)]


def test_texts_are_saved_as_a_draft_previewed_and_published_later(
    editor_page: Page, site: Site, section: str
) -> None:
    page = editor_page
    prepare(open_edit(page, ABOUT), "Who we are now")
    assert contents(site) == [{"title": "Stored"}]
    assert_fits_any_width(page)
    preview = framed(open_preview(page, ABOUT, SCREEN), ABOUT)
    expect(preview.get_by_role("heading", level=1)).to_have_text("Who we are now")
    form = open_edit(page, ABOUT)
    expect(form.get_by_role("note", name="Draft")).to_contain_text("The record stays as it is")
    expect(title_of(form)).to_have_value("Who we are now")
    assert_accessible(page)
    assert_fits_any_width(page)
    press(form, "Publish changes")
    expect_notice(page, "Content updated", ABOUT)
    expect(badge(page)).to_have_count(0)
    assert contents(site) == [{"title": "Who we are now"}]
    assert len(site.api.get(f"{section}/history").json()) == 1


def test_default_texts_are_prepared_without_changing_their_page(
    editor_page: Page, site: Site
) -> None:
    page = editor_page
    prepare(open_default(page, ABOUT), "Who we are now")
    assert contents(site) == [{}]
    form = open_edit(page, ABOUT)
    expect(title_of(form)).to_have_value("Who we are now")
    press(form, "Discard draft")
    expect_notice(page, "Draft discarded", ABOUT)
    expect(badge(page)).to_have_count(0)
    assert contents(site) == [{}]


def test_nothing_is_prepared_without_a_name_and_what_was_typed_stays(
    editor_page: Page, site: Site
) -> None:
    form = open_default(editor_page, ABOUT)
    title_of(form).fill("Who we are now")
    form.get_by_label("Name", exact=True).fill("")
    press(form, "Save draft")
    expect_notice(editor_page, "Missing required fields")
    assert stored(site) == []
    expect(title_of(form)).to_have_value("Who we are now")
    form.get_by_label("Name", exact=True).fill(ABOUT)
    press(form, "Save draft")
    expect_notice(editor_page, "Draft saved", KEPT)
    assert contents(site) == [{}]


def test_texts_are_prepared_for_the_identifier_that_was_typed(
    editor_page: Page, site: Site
) -> None:
    form = open_default(editor_page, ABOUT)
    form.get_by_label("Identifier").fill("page.partners")
    prepare(form, "Our friends")
    assert [(each["identifier"], each["content"]) for each in stored(site)] == [
        ("page.partners", {})
    ]


def test_a_section_is_previewed_where_it_is_on_its_page(editor_page: Page, site: Site) -> None:
    add_section(site, "Home texts", "home.about")
    block = CONTENT_BLOCKS["home.about"]
    assert block.anchor
    open_preview(editor_page, "Home texts", SCREEN)
    frame = editor_page.get_by_title("Preview of Home texts")
    expect(frame).to_have_attribute("src", re.compile(rf"/preview#{block.anchor}$"))
    section = frame.content_frame.locator(f"#{block.anchor}")
    expect(section).to_be_in_viewport()


def test_users_who_may_not_edit_texts_see_no_drafts(
    open_page: Callable[[str], Page], site: Site, section: str
) -> None:
    assert site.api.put(f"{section}/draft", json={"content": {"title": "Planned"}}).is_success
    page = open_page("user")
    page.goto(SCREEN)
    row = page.get_by_test_id("record").filter(has_text=ABOUT)
    expect(row.get_by_role("button", name=f"Preview {ABOUT}")).to_be_disabled()
    expect(badge(page)).to_have_count(0)
