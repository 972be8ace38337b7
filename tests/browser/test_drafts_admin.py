"""Drafts of changes to a published record in its form and its row."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import empty
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, assert_fits_any_width, expect_notice
from tests.factories import nominee_body

SCREEN = "/admin/nominees"
API = "/api/nominees"


@pytest.fixture(autouse=True)
def nominee(site: Site) -> dict[str, Any]:
    empty(site, API, API)
    return site.create(API, **nominee_body(name="Amina Diallo", company="Before"))


def read(site: Site, nominee: dict[str, Any], suffix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = site.api.get(f"{API}/{nominee['id']}{suffix}").json()
    return found


def save_draft(site: Site, nominee: dict[str, Any], **fields: object) -> None:
    response = site.api.put(f"{API}/{nominee['id']}/draft", json=fields)
    assert response.status_code == 200


def open_form(page: Page) -> Locator:
    page.goto(SCREEN)
    page.get_by_role("button", name="Edit Amina Diallo").click()
    form = page.get_by_role("dialog", name="Edit Nominee")
    expect(form.get_by_label("Company")).to_be_visible()
    return form


def press(form: Locator, button: str) -> None:
    form.get_by_role("button", name=button, exact=True).click()


def badge(page: Page) -> Locator:
    return page.get_by_test_id("record").get_by_text("Draft changes")


def test_changes_are_saved_as_a_draft_and_published_later(
    editor_page: Page, site: Site, nominee: dict[str, Any]
) -> None:
    form = open_form(editor_page)
    expect(form.get_by_role("button", name="Save Changes")).to_be_visible()
    form.get_by_label("Company").fill("Planned")
    press(form, "Save draft")
    expect_notice(editor_page, "Draft saved")
    expect(form).to_be_hidden()
    expect(badge(editor_page)).to_be_visible()
    assert read(site, nominee)["company"] == "Before"
    assert_fits_any_width(editor_page)
    form = open_form(editor_page)
    expect(form.get_by_label("Company")).to_have_value("Planned")
    expect(form.get_by_role("note", name="Draft")).to_contain_text("The record stays as it is")
    assert_accessible(editor_page)
    assert_fits_any_width(editor_page)
    form.get_by_label("Title").fill("Director")
    press(form, "Publish changes")
    expect_notice(editor_page, "Success", "Nominee updated successfully")
    expect(badge(editor_page)).to_have_count(0)
    saved = read(site, nominee)
    assert (saved["company"], saved["title"]) == ("Planned", "Director")


def test_an_invalid_draft_shows_its_errors_beside_the_fields(editor_page: Page) -> None:
    form = open_form(editor_page)
    form.get_by_label("Company").fill("")
    press(form, "Save draft")
    expect(form.get_by_label("Company")).to_have_attribute("aria-invalid", "true")
    expect(badge(editor_page)).to_have_count(0)


def test_discarding_a_draft_is_undone_with_what_was_typed(
    editor_page: Page, site: Site, nominee: dict[str, Any]
) -> None:
    save_draft(site, nominee, company="Planned")
    form = open_form(editor_page)
    form.get_by_label("Title").fill("Typed")
    press(form, "Discard draft")
    expect_notice(editor_page, "Draft discarded", "Amina Diallo")
    expect(form).to_be_hidden()
    expect(badge(editor_page)).to_have_count(0)
    editor_page.get_by_test_id("notice").get_by_role("button", name="Undo").click()
    expect(form.get_by_label("Company")).to_have_value("Planned")
    expect(form.get_by_label("Title")).to_have_value("Typed")
    expect(form.get_by_role("note", name="Draft")).to_be_visible()
    press(form, "Publish changes")
    expect(form).to_be_hidden()
    saved = read(site, nominee)
    assert (saved["company"], saved["title"]) == ("Planned", "Typed")


def test_a_draft_is_compared_with_what_changed_since_it_was_begun(
    editor_page: Page, site: Site, nominee: dict[str, Any]
) -> None:
    save_draft(site, nominee, company="Planned", title="Director")
    site.api.patch(f"{API}/{nominee['id']}", json={"company": "Theirs", "isWinner": True})
    form = open_form(editor_page)
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
    expect_notice(editor_page, "Success", "Nominee updated successfully")
    saved = read(site, nominee)
    assert (saved["company"], saved["title"], saved["isWinner"]) == ("Theirs", "Director", True)


def test_a_draft_that_someone_else_saved_meanwhile_is_compared_and_kept(
    editor_page: Page, site: Site, nominee: dict[str, Any]
) -> None:
    form = open_form(editor_page)
    form.get_by_label("Company").fill("Mine")
    save_draft(site, nominee, company="Theirs", title="Director")
    press(form, "Save draft")
    changes = form.get_by_test_id("differences").get_by_role("listitem")
    expect(changes).to_have_count(2)
    press(form, "Save anyway")
    expect_notice(editor_page, "Draft saved")
    assert read(site, nominee, "/draft")["values"] == {"company": "Mine", "title": "Director"}
    assert read(site, nominee)["company"] == "Before"


def test_an_unpublished_record_has_no_draft(
    editor_page: Page, site: Site, nominee: dict[str, Any]
) -> None:
    site.api.patch(f"{API}/{nominee['id']}", json={"isPublished": False})
    form = open_form(editor_page)
    expect(form.get_by_role("button", name="Save Changes")).to_be_visible()
    expect(form.get_by_role("button", name="Save draft")).to_have_count(0)
