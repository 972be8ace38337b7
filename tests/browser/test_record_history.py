"""The history of any record: who changed what, comparing versions and restoring one."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import empty, unreadable
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, assert_fits_any_width, expect_notice
from tests.factories import nominee_body

SCREEN = "/admin/nominees"
API = "/api/nominees"


@pytest.fixture(autouse=True)
def start_empty(site: Site) -> None:
    empty(site, API, API)


def add_nominee(site: Site, **fields: object) -> str:
    made = site.create(API, **nominee_body(name="Amina Diallo", **fields))
    return f"{API}/{made['id']}"


def open_history(page: Page) -> Locator:
    page.goto(SCREEN)
    page.get_by_role("button", name="History of Amina Diallo").click()
    return page.get_by_role("dialog", name="Edit History")


def shown(dialog: Locator) -> Locator:
    return dialog.get_by_test_id("version")


def test_the_history_shows_who_changed_what_by_word(editor_page: Page, site: Site) -> None:
    url = add_nominee(site, bio="She began with a borrowed sewing machine.", isWinner=False)
    site.api.patch(url, json={"bio": "She began with two sewing machines.", "isWinner": True})
    dialog = open_history(editor_page)
    expect(shown(dialog)).to_have_count(2)
    newest, oldest = shown(dialog).all()
    expect(newest).to_contain_text("Administrator · Changed")
    expect(newest.get_by_text("Current version")).to_be_visible()
    expect(newest.get_by_role("term")).to_have_text(["Bio", "Winner"])
    bio, winner = newest.get_by_role("definition").all()
    expect(bio.locator("del")).to_have_text(["a borrowed ", "machine."])
    expect(bio.locator("ins")).to_have_text(["two ", "machines."])
    expect(winner).to_have_text("NoYes")
    expect(oldest).to_contain_text("Administrator · Created")
    expect(oldest.get_by_role("term")).to_have_count(0)
    assert_accessible(editor_page)
    assert_fits_any_width(editor_page)


def test_any_two_versions_are_compared(editor_page: Page, site: Site) -> None:
    url = add_nominee(site, company="One")
    for company in ("Two", "Three"):
        site.api.patch(url, json={"company": company})
    dialog = open_history(editor_page)
    expect(shown(dialog).first.get_by_role("definition")).to_have_text("TwoThree")
    compared = dialog.get_by_label("Compare each version with")
    compared.select_option(index=3)
    expect(shown(dialog).first.get_by_role("definition")).to_have_text("OneThree")
    expect(shown(dialog).nth(1).get_by_role("definition")).to_have_text("OneTwo")
    expect(shown(dialog).last.get_by_role("definition")).to_have_count(0)
    compared.select_option("the one before")
    expect(shown(dialog).first.get_by_role("definition")).to_have_text("TwoThree")


def test_a_restored_version_is_a_new_one(editor_page: Page, site: Site) -> None:
    url = add_nominee(site, company="Right", isPublished=False)
    site.api.patch(url, json={"company": "Wrong"})
    site.api.patch(url, json={"isPublished": True})
    dialog = open_history(editor_page)
    restore = dialog.get_by_role("button", name=re.compile("^Restore the version of "))
    restore.last.focus()
    editor_page.keyboard.press("Enter")
    expect_notice(editor_page, "Success", "Nominee updated successfully")
    expect(dialog).to_be_hidden()
    expect(editor_page.get_by_role("button", name="History of Amina Diallo")).to_be_focused()
    nominee = site.api.get(url).json()
    assert (nominee["company"], nominee["isPublished"]) == ("Right", True)
    dialog = open_history(editor_page)
    expect(shown(dialog).first).to_contain_text("Test Editor · Restored")


def test_restoring_does_not_overwrite_newer_changes(
    editor_page: Page, site: Site, problems: Problems
) -> None:
    problems.expect("412")
    url = add_nominee(site, company="One")
    site.api.patch(url, json={"company": "Two"})
    dialog = open_history(editor_page)
    expect(shown(dialog)).to_have_count(2)
    site.api.patch(url, json={"company": "Theirs"})
    dialog.get_by_role("button", name="Restore").click()
    expect_notice(editor_page, "Error")
    assert site.api.get(url).json()["company"] == "Theirs"


def test_earlier_versions_are_shown_on_demand(editor_page: Page, site: Site) -> None:
    url = add_nominee(site)
    for number in range(1, 24):
        site.api.patch(url, json={"company": f"Company {number}"})
    dialog = open_history(editor_page)
    expect(shown(dialog)).to_have_count(20)
    expect(shown(dialog).last.get_by_role("definition")).to_have_text("Company 34")
    dialog.get_by_role("button", name="Show earlier versions").click()
    expect(shown(dialog)).to_have_count(24)
    expect(dialog.get_by_role("button", name="Show earlier versions")).to_have_count(0)


def test_a_history_that_cannot_be_read_shows_an_error(editor_page: Page, site: Site) -> None:
    add_nominee(site)
    editor_page.goto(SCREEN)
    button = editor_page.get_by_role("button", name="History of Amina Diallo")
    with unreadable(site, "record_versions"):
        button.click()
        expect(editor_page.get_by_text("Error fetching edit history").first).to_be_visible(
            timeout=30_000
        )
    expect_notice(editor_page, "Error fetching edit history", "Failed to fetch edit history")
    expect(editor_page.get_by_role("dialog")).to_have_count(0)
    expect(button).to_be_enabled()
