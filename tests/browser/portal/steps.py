"""Steps of tests on any management screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.portal.portal_screen import NoticeText, PortalScreen
from tests.browser.site import Site
from tests.browser.visits import (
    PHONE,
    WIDTHS,
    assert_accessible,
    assert_no_horizontal_scroll,
    expect_notice,
)
from tests.factories import Body

OpenPage = Callable[[str], Page]
SignIn = Callable[[Page, str], None]
Add = Callable[[PortalScreen, Body], Body]


def for_each(screens: tuple[PortalScreen, ...] | list[PortalScreen]) -> pytest.MarkDecorator:
    """Run a test for each of the screens."""
    assert screens
    return pytest.mark.parametrize("screen", screens, ids=str)


def open_screen(open_page: OpenPage, screen: PortalScreen, role: str = "") -> Page:
    page = open_page(role or screen.role)
    page.goto(screen.path)
    return page


def row_of(page: Page, name: str) -> Locator:
    return page.get_by_test_id("record").filter(has=page.get_by_text(name, exact=True))


def press(page: Page, action: str, screen: PortalScreen) -> None:
    page.get_by_role("button", name=f"{action} {screen.name}", exact=True).click()


def more_of(page: Page, name: str) -> Locator:
    """Return the button that opens the menu of a record's row."""
    return page.get_by_role("button", name=f"More actions for {name}", exact=True)


def choose(page: Page, entry: str, name: str) -> None:
    """Open the menu of a record's row, and choose an entry, such as 'History of Ada Obi'."""
    more_of(page, name).click()
    page.get_by_role("menuitem", name=entry, exact=True).click()


def use_tool(page: Page, name: str) -> None:
    """Press a button of a list's heading, which phones unfold."""
    more = page.get_by_role("button", name="More", exact=True)
    button = page.get_by_role("button", name=name, exact=True)
    expect(more.or_(button).first).to_be_visible()
    if more.is_visible():
        more.click()
    button.click()


def expect_notice_text(page: Page, notice: NoticeText, *, is_failure: bool = False) -> None:
    expect_notice(page, *notice)
    if is_failure:
        expect(page.get_by_test_id("notice")).to_have_attribute("data-variant", "destructive")


def use_notice(page: Page, button: str) -> None:
    """Press the button of the last notice, such as Undo or Restore."""
    page.get_by_test_id("notice").get_by_role("button", name=button).press("Enter")


def expect_to_fit(page: Page, *shown: Locator) -> None:
    """Assert that a page fits any width, with these parts in view, and is accessible on a phone."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert_no_horizontal_scroll(page)
        for each in shown:
            expect(each).to_be_in_viewport()
        if width == PHONE:
            assert_accessible(page)


def change_role(site: Site, user: Body, role: str) -> None:
    assert site.api.patch(f"/api/users/{user['id']}/role", json={"role": role}).is_success


def find(site: Site, screen: PortalScreen, record_id: object) -> Body:
    [record] = [each for each in screen.entity.records(site.api) if each["id"] == record_id]
    return record


def names(site: Site, screen: PortalScreen) -> list[str]:
    return [str(record[screen.entity.name]) for record in screen.entity.records(site.api)]
