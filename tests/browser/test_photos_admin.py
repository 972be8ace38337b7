"""The photos screen."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import empty, publish_nominee, upload_image
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import (
    assert_accessible,
    expect_notice,
    open_form,
)

SCREEN = "/admin/photos"


@pytest.fixture(autouse=True)
def start_empty(site: Site) -> None:
    empty(site, "/api/admin/photos", "/api/photos")
    empty(site, "/api/nominees", "/api/nominees")


def read_all(site: Site) -> list[dict[str, Any]]:
    photos: list[dict[str, Any]] = site.api.get("/api/admin/photos").json()
    return photos


def open_create(editor_page: Page) -> Locator:
    editor_page.goto(SCREEN)
    return open_form(editor_page, "Add Photo", "Add Photo")


def test_a_photo_needs_an_image(editor_page: Page, site: Site) -> None:
    form = open_create(editor_page)
    expect(form.get_by_text("JPG, PNG, GIF, WEBP, max 5MB", exact=True)).to_be_visible()
    form.get_by_label("Title", exact=True).fill("Nothing to see")
    form.get_by_role("button", name="Create Photo").click()
    expect_notice(editor_page, "Image Required", "Please upload an image before submitting.")
    expect(form.get_by_label("Image URL")).to_have_accessible_description(
        re.compile("Please upload an image before submitting.")
    )
    expect(form.get_by_label("Title", exact=True)).to_have_value("Nothing to see")
    assert read_all(site) == []


def test_the_nominee_is_chosen_by_keyboard_among_many(editor_page: Page, site: Site) -> None:
    for number in range(12):
        publish_nominee(site, f"Nominee {number:02}", title="Chief Engineer")
    form = open_create(editor_page)
    nominee = form.get_by_role("combobox", name="Nominee")
    nominee.focus()
    editor_page.keyboard.press("ArrowDown")
    found = form.get_by_role("listbox", name="nominees").get_by_role("option")
    expect(found).to_have_count(10)
    expect(form.get_by_text("The first 10 of 12; type to narrow them down")).to_be_visible()
    assert_accessible(editor_page)
    editor_page.keyboard.press("Escape")
    expect(found).to_have_count(0)
    expect(form).to_be_visible()
    editor_page.keyboard.type("nominee 11")
    expect(found).to_have_count(1)
    editor_page.keyboard.press("Enter")
    expect(nominee).to_have_value("Nominee 11")
    expect(form).to_be_visible()
    nominee.fill("nothing like it")
    expect(form.get_by_text("No nominees found")).to_be_visible()
    form.get_by_label("Title", exact=True).fill("On the stage")
    expect(nominee).to_have_value("Nominee 11")
    form.get_by_label("Image URL").fill(upload_image(site))
    form.get_by_role("button", name="Create Photo").click()
    expect_notice(editor_page, "Photo created successfully", "On the stage")
    [photo] = read_all(site)
    assert (photo["nomineeName"], photo["nomineeTitle"]) == ("Nominee 11", "Chief Engineer")
    form = open_form(editor_page, "Edit On the stage", "Edit Photo")
    expect(form.get_by_role("combobox", name="Nominee")).to_have_value("Nominee 11")
    form.get_by_role("button", name="Remove nominee").click()
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(editor_page, "Photo updated successfully", "On the stage")
    assert read_all(site)[0]["nomineeId"] is None


def test_a_failed_nominee_search_is_reported(editor_page: Page, problems: Problems) -> None:
    problems.expect("503")
    editor_page.route(
        re.compile(r"/api/nominees\?"),
        lambda route: route.fulfill(status=503, json={"message": ""}),
    )
    form = open_create(editor_page)
    form.get_by_role("combobox", name="Nominee").click()
    expect(form.get_by_text("Search failed. Please try again.")).to_be_visible()
