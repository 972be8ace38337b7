"""Every management screen publishes and deletes records by the buttons of their rows."""

from playwright.sync_api import expect

from tests.browser.screens import SCREENS
from tests.browser.screens.portal_screen import SEARCH_HINT, PortalScreen
from tests.browser.screens.steps import (
    Add,
    OpenPage,
    expect_notice_text,
    find,
    for_each,
    names,
    open_screen,
    press,
    row_of,
)
from tests.browser.site import Site
from tests.browser.visits import assert_accessible

PUBLISHING = [screen for screen in SCREENS if screen.publishes]


@for_each(PUBLISHING)
def test_visitors_see_published_records_only(
    open_page: OpenPage, site: Site, add: Add, screen: PortalScreen
) -> None:
    entity = screen.entity
    record = add(screen, screen.record | {entity.flag: False})
    page = open_screen(open_page, screen)
    press(page, "Publish", screen)
    expect_notice_text(page, screen.success_notice("published"))
    published = site.api.get(entity.shown).json()
    assert [each[entity.name] for each in published] == [screen.name]
    press(page, "Unpublish", screen)
    expect_notice_text(page, screen.success_notice("unpublished"))
    assert site.api.get(entity.shown).json() == []
    entity.delete(site.api, record)
    press(page, "Publish", screen)
    expect_notice_text(page, screen.failure_notice("update"), is_failure=True)


@for_each(SCREENS)
def test_deleting_needs_confirmation_and_can_be_undone(
    open_page: OpenPage, site: Site, add: Add, screen: PortalScreen
) -> None:
    before = names(site, screen)
    record = add(screen, screen.record)
    page = open_screen(open_page, screen, screen.delete_role)
    question = page.get_by_role("alertdialog", name="Are you sure?")
    press(page, "Delete", screen)
    expect(question).to_contain_text(screen.deletion_warning or screen.name)
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    opener = page.get_by_role("button", name=f"Delete {screen.name}", exact=True)
    expect(opener).to_be_focused()
    assert find(site, screen, record["id"])

    opener.click()
    question.get_by_role("button", name="Delete").click()
    expect_notice_text(page, screen.success_notice("deleted"))
    expect(row_of(page, screen.name)).to_have_count(0)
    if not before:
        expect(page.get_by_text(screen.empty, exact=True)).to_be_visible()
        expect(page.get_by_text(SEARCH_HINT)).to_have_count(0)
    assert names(site, screen) == before
    assert_accessible(page)
    page.get_by_test_id("notice").get_by_role("button", name="Undo").press("Enter")
    expect_notice_text(page, screen.success_notice("restored"))
    expect(row_of(page, screen.name)).to_be_visible()
    restored = find(site, screen, record["id"])
    assert restored[screen.entity.name] == screen.name

    opener.click()
    screen.entity.delete(site.api, record)
    question.get_by_role("button", name="Delete").click()
    expect_notice_text(page, screen.failure_notice("delete"), is_failure=True)
