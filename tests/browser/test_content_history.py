"""The Content Editor's history of a section: what changed, and restoring it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.content import empty
from tests.browser.content_sections import API, add_section, open_history, stored
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice, visit


@pytest.fixture(autouse=True)
def start_empty(site: Site) -> None:
    empty(site, "/api/content", API)


def test_a_section_without_edits_has_no_history(editor_page: Page, site: Site) -> None:
    add_section(site, "Hero", "home.hero")
    dialog = open_history(editor_page, "Hero")
    expect(dialog.get_by_text("No edit history found for this section.")).to_be_visible()
    assert_accessible(editor_page)
    editor_page.keyboard.press("Escape")
    expect(editor_page.get_by_role("button", name="History of Hero")).to_be_focused()


def test_the_history_shows_who_changed_what(editor_page: Page, site: Site) -> None:
    url = add_section(site, "Hero", "home.hero", title="First", lead="Kept")
    site.api.put(url, json={"content": {"title": "Second", "lead": "Kept"}})
    site.api.put(url, json={"content": {"title": "Second", "lead": "Kept", "new": "One"}})
    dialog = open_history(editor_page, "Hero")
    expect(dialog.get_by_test_id("version")).to_have_count(3)
    newest, oldest, original = dialog.get_by_test_id("version").all()
    expect(newest).to_contain_text("Administrator")
    expect(newest.get_by_role("heading")).to_have_text(
        re.compile(r"^\w{3} \d+, \d{4}, \d+:\d\d [AP]M UTC$")
    )
    expect(newest.get_by_text("Current version")).to_be_visible()
    changes = oldest.get_by_role("list", name="Changes").get_by_role("listitem")
    expect(changes.filter(has_text="Removed: ")).to_have_text(re.compile('"title": "First"'))
    expect(changes.filter(has_text="Added: ")).to_have_text(re.compile('"title": "Second"'))
    expect(changes.filter(has_text="Kept")).not_to_contain_text("Added")
    expect(original).to_contain_text("Original version")
    assert_accessible(editor_page)


def test_restoring_a_version_is_a_new_edit(editor_page: Page, site: Site) -> None:
    url = add_section(site, "About page", "page.about", title="First title")
    site.api.put(url, json={"content": {"title": "Second title"}})
    dialog = open_history(editor_page, "About page")
    dialog.get_by_role("button", name="Restore the original version").click()
    expect_notice(editor_page, "Content updated")
    expect(dialog).to_be_hidden()
    assert stored(site)[0]["content"] == {"title": "First title"}
    edits = site.api.get(f"{url}/history").json()
    assert [each["newContent"]["title"] for each in edits] == ["First title", "Second title"]
    assert edits[0]["userName"] == "Test Editor"
    visit(editor_page, "/about")
    expect(editor_page.get_by_role("heading", name="First title")).to_be_visible()
