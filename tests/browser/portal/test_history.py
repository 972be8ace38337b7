"""The history of a record, of any kind and of a content section: versions, restoring one."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import unreadable
from tests.browser.content_sections import add_section, stored
from tests.browser.portal.steps import choose, expect_to_fit, more_of
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice, visit
from tests.factories import Body, nominee_body

API = "/api/nominees"

pytestmark = pytest.mark.usefixtures("start_empty")


def add_nominee(site: Site, *changes: Body, **fields: object) -> str:
    """Add a nominee, change her, and return her path in the API."""
    made = site.create(API, **nominee_body(name="Amina Diallo", **fields))
    url = f"{API}/{made['id']}"
    for change in changes:
        assert site.api.patch(url, json=change).is_success
    return url


def open_versions(page: Page, name: str) -> None:
    """Open the history of a record; by the specification, sections have a button for it."""
    if page.url.split("?")[0].endswith("/content"):
        page.get_by_role("button", name=f"History of {name}").click()
    else:
        choose(page, f"History of {name}", name)


def open_history(page: Page, name: str = "Amina Diallo", slug: str = "nominees") -> Locator:
    page.goto(f"/admin/{slug}")
    open_versions(page, name)
    return page.get_by_role("dialog", name="Edit History")


def shown(dialog: Locator) -> Locator:
    return dialog.get_by_test_id("version")


def test_the_history_shows_who_changed_what_by_word(page: Page, site: Site) -> None:
    add_nominee(
        site,
        {"bio": "She began with two sewing machines.", "isWinner": True},
        {"bio": "She began with many sewing machines."},
        bio="She began with a borrowed sewing machine.",
        isWinner=False,
    )
    dialog = open_history(page)
    expect(shown(dialog)).to_have_count(3)
    newest, middle, oldest = shown(dialog).all()
    expect(newest).to_contain_text("Administrator · Changed")
    expect(newest.get_by_text("Current version")).to_be_visible()
    expect(middle.get_by_role("term")).to_have_text(["Bio", "Winner"])
    bio, winner = middle.get_by_role("definition").all()
    expect(bio.locator("del")).to_have_text(["a borrowed ", "machine."])
    expect(bio.locator("ins")).to_have_text(["two ", "machines."])
    expect(winner).to_have_text("NoYes")
    expect(oldest).to_contain_text("Administrator · Created")
    expect(oldest.get_by_role("term")).to_have_count(0)
    expect_to_fit(page)
    # Any two versions are compared.
    compared = dialog.get_by_label("Compare each version with")
    compared.select_option(index=3)
    changed = newest.get_by_role("definition").first
    expect(changed.locator("del")).to_have_text(["a borrowed ", "machine."])
    expect(changed.locator("ins")).to_have_text(["many ", "machines."])
    expect(oldest.get_by_role("definition")).to_have_count(0)
    compared.select_option("the one before")
    expect(changed.locator("del")).to_have_text(["two "])


def test_a_restored_version_is_a_new_one_that_overwrites_no_newer_change(
    page: Page, site: Site, problems: Problems
) -> None:
    problems.expect("412")
    url = add_nominee(
        site, {"company": "Wrong"}, {"isPublished": True}, company="Right", isPublished=False
    )
    dialog = open_history(page)
    restore = dialog.get_by_role("button", name=re.compile("^Restore the version of "))
    restore.last.focus()
    page.keyboard.press("Enter")
    expect_notice(page, "Success", "Nominee updated successfully")
    expect(dialog).to_be_hidden()
    expect(more_of(page, "Amina Diallo")).to_be_focused()
    nominee = site.api.get(url).json()
    assert (nominee["company"], nominee["isPublished"]) == ("Right", True)
    open_versions(page, "Amina Diallo")
    expect(shown(dialog).first).to_contain_text("Test Editor · Restored")
    site.api.patch(url, json={"company": "Theirs"})
    restore.last.click()
    expect_notice(page, "Error")
    assert site.api.get(url).json()["company"] == "Theirs"


def test_earlier_versions_are_shown_on_demand_and_a_failure_is_reported(
    page: Page, site: Site
) -> None:
    add_nominee(site, *({"company": f"Company {number}"} for number in range(1, 24)))
    dialog = open_history(page)
    expect(shown(dialog)).to_have_count(20)
    expect(shown(dialog).last.get_by_role("definition")).to_have_text("Company 34")
    dialog.get_by_role("button", name="Show earlier versions").click()
    expect(shown(dialog)).to_have_count(24)
    expect(dialog.get_by_role("button", name="Show earlier versions")).to_have_count(0)
    page.keyboard.press("Escape")
    with unreadable(site, "record_versions"):
        open_versions(page, "Amina Diallo")
        expect(page.get_by_text("Error fetching edit history").first).to_be_visible(timeout=30_000)
    expect_notice(page, "Error fetching edit history", "Failed to fetch edit history")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(more_of(page, "Amina Diallo")).to_be_enabled()


def test_the_history_of_a_section_shows_and_restores_its_edits(page: Page, site: Site) -> None:
    url = add_section(site, "About page", "page.about", title="First title", lead="Kept")
    dialog = open_history(page, "About page", "content")
    expect(dialog.get_by_text("No edit history found for this section.")).to_be_visible()
    assert_accessible(page)
    site.api.put(url, json={"content": {"title": "Second title", "lead": "Kept"}})
    dialog = open_history(page, "About page", "content")
    expect(shown(dialog)).to_have_count(2)
    newest, original = shown(dialog).all()
    expect(newest).to_contain_text("Administrator")
    expect(newest.get_by_role("heading")).to_have_text(
        re.compile(r"^\w{3} \d+, \d{4}, \d+:\d\d [AP]M UTC$")
    )
    expect(newest.get_by_text("Current version")).to_be_visible()
    for side, did, title in (("Previous", "Removed", "First"), ("New", "Added", "Second")):
        lines = newest.get_by_role("list", name=f"{side} content").get_by_role("listitem")
        changed = lines.filter(has_text=f"{did}: ")
        expect(changed).to_have_text(re.compile(f'"title": "{title} title"'))
        expect(lines.filter(has_text="Kept")).not_to_contain_text(did)
    expect(original).to_contain_text("Original version")
    assert_accessible(page)
    dialog.get_by_role("button", name="Restore the original version").click()
    expect_notice(page, "Content updated")
    expect(dialog).to_be_hidden()
    assert stored(site)[0]["content"] == {"title": "First title", "lead": "Kept"}
    edits = site.api.get(f"{url}/history").json()
    assert [each["newContent"]["title"] for each in edits] == ["First title", "Second title"]
    assert edits[0]["userName"] == "Test Editor"
    visit(page, "/about")
    expect(page.get_by_role("heading", name="First title")).to_be_visible()
