"""The keyboard shortcuts of management screens."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.site import Site
from tests.browser.visits import assert_accessible
from tests.factories import nominee_body

SCREEN = "/admin/nominees?sort=name"


@pytest.fixture(scope="module", autouse=True)
def nominees(site: Site) -> None:
    for name in ("Ada", "Bisi"):
        site.create("/api/nominees", **nominee_body(name=name))


def test_shortcuts_search_create_edit_and_move_between_rows(editor_page: Page) -> None:
    page = editor_page
    page.goto(SCREEN)
    ada, bisi = (page.get_by_test_id("record").filter(has_text=name) for name in ("Ada", "Bisi"))
    expect(bisi).to_be_visible()
    for key, row in (("j", ada), ("j", bisi), ("j", bisi), ("k", ada), ("j", bisi)):
        page.keyboard.press(key)
        expect(row).to_be_focused()
    page.keyboard.press("e")
    form = page.get_by_role("dialog", name="Edit Nominee")
    expect(form.get_by_label("Name", exact=True)).to_have_value("Bisi")
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    page.keyboard.press("/")
    search = page.get_by_role("searchbox")
    expect(search).to_be_focused()
    page.keyboard.type("jane?")
    expect(search).to_have_value("jane?")
    expect(ada).to_be_hidden()
    expect(page.get_by_role("dialog")).to_have_count(0)
    search.fill("")
    expect(ada).to_be_visible()
    search.blur()
    page.keyboard.press("j")
    expect(ada).to_be_focused()
    page.keyboard.press("n")
    # Ignored, because a dialog is opening.
    page.keyboard.press("e")
    form = page.get_by_role("dialog", name="Add Nominee")
    expect(form).to_be_visible()
    form.get_by_role("button", name="Create Nominee").click()
    expect(form.get_by_role("alert").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()


def test_the_list_of_shortcuts_switches_them_off(editor_page: Page) -> None:
    page = editor_page
    page.goto(SCREEN)
    expect(page.get_by_test_id("record")).to_have_count(2)
    page.keyboard.press("?")
    shortcuts = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(shortcuts).to_contain_text("Add a nominee")
    assert_accessible(page)
    shortcuts.get_by_role("switch", name="Use keyboard shortcuts").uncheck()
    page.keyboard.press("Escape")
    expect(shortcuts).to_be_hidden()
    page.reload()
    expect(page.get_by_test_id("record")).to_have_count(2)
    page.keyboard.press("n")
    page.keyboard.press("?")
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(shortcuts.get_by_role("switch")).not_to_be_checked()
    expect(page.get_by_role("dialog")).to_have_count(1)
