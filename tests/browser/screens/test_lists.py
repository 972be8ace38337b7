"""Every management screen lists its records for the roles that may see them."""

import re
from datetime import UTC, datetime

from playwright.sync_api import Locator, Page, expect

from awards_site import app  # noqa: F401 # It fills the menu.
from awards_site.portal.navigation import nav_items
from tests.browser.content import unreadable
from tests.browser.screens import OTHER_SCREENS, SCREENS
from tests.browser.screens.portal_screen import SEARCH_HINT, PortalScreen
from tests.browser.screens.steps import Add, OpenPage, for_each, open_screen, row_of
from tests.browser.site import Site
from tests.browser.visits import assert_accessible
from tests.factories import Body

NOTHING = "nothing like it"

WITH_READ_ERROR = [screen for screen in SCREENS if screen.read_error[0]]
DENIED_TO_USERS = [screen for screen in SCREENS if screen.is_denied_to_users]


def expect_row(page: Page, screen: PortalScreen, fields: Body, texts: tuple[str, ...]) -> Locator:
    """Assert that the record's row shows the texts; return the row."""
    row = row_of(page, str(fields[screen.entity.name]))
    now = datetime.now(UTC)
    for text in texts:
        cell = text.replace("{today}", f"{now:%b} {now.day}, {now.year}")
        expect(row.get_by_text(cell, exact=True).first).to_be_visible()
    return row


def test_every_screen_of_the_portal_is_tested() -> None:
    described = {screen.slug: screen.heading for screen in SCREENS}
    assert described == {
        item.slug: item.label for item in nav_items() if item.slug not in OTHER_SCREENS
    }


def test_without_a_session_every_screen_redirects_to_sign_in(page: Page) -> None:
    for path in ("/admin", *(screen.path for screen in SCREENS)):
        page.goto(path)
        expect(page).to_have_url(re.compile(r"/auth/?$"))
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def test_a_role_without_access_sees_a_locked_screen(open_page: OpenPage, add: Add) -> None:
    page = open_page("user")
    assert DENIED_TO_USERS
    for screen in DENIED_TO_USERS:
        add(screen, screen.record)
        page.goto(screen.path)
        expect(page.get_by_role("heading", level=1, name=screen.heading)).to_be_visible()
        sentence = "This list is shown to administrators and editors only."
        expect(page.get_by_text(sentence, exact=True)).to_be_visible()
        expect(page.get_by_text(screen.name, exact=True)).to_have_count(0)
        expect(page.get_by_role("main").get_by_role("button")).to_have_count(0)
    assert_accessible(page)
    for slug in ("embargoes", "trash"):
        page.goto(f"/admin/{slug}")
        expect(page.get_by_text(sentence, exact=True)).to_be_visible()


@for_each(SCREENS)
def test_the_table_shows_and_searches_the_records(
    open_page: OpenPage, add: Add, screen: PortalScreen
) -> None:
    for fields in (screen.record, screen.second_record):
        add(screen, fields)
    page = open_screen(open_page, screen)
    expect(page).to_have_title(f"{screen.heading} | WEA Admin")
    expect(page.locator("meta[name=robots]")).to_have_attribute("content", "noindex")
    expect(page.get_by_role("heading", level=1, name=screen.heading)).to_be_visible()
    table = page.get_by_role("table", name=screen.heading)
    headings = table.get_by_role("columnheader")
    expect(headings).to_have_text([re.compile(f"^{column}") for column in screen.columns])
    row = expect_row(page, screen, screen.record, screen.row)
    expect_row(page, screen, screen.second_record, screen.second_row)
    # A name is an ordinary cell, not a row header.
    expect(table.get_by_role("rowheader")).to_have_count(0)
    checkboxes = row.get_by_role("checkbox", name=f"Select {screen.name}", exact=True)
    expect(checkboxes).to_have_count(int(screen.selects))
    expect(row.get_by_role("cell")).to_have_count(len(screen.columns))
    if screen.image_key:
        expect(row.locator("img")).to_have_attribute("alt", screen.name)
    assert_accessible(page)

    rows = page.get_by_test_id("record")
    total = rows.count()
    search = page.get_by_role("searchbox")
    assert screen.matching_searches
    for query in screen.matching_searches:
        search.fill(query)
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text(screen.name)
    search.fill(NOTHING)
    expect(page.get_by_text(screen.nothing_found or screen.empty, exact=True)).to_be_visible()
    expect(page.get_by_text(SEARCH_HINT, exact=True)).to_be_visible()
    search.fill("")
    expect(rows).to_have_count(total)


@for_each(WITH_READ_ERROR)
def test_a_list_that_cannot_be_read_shows_an_error(
    open_page: OpenPage, site: Site, add: Add, screen: PortalScreen
) -> None:
    table, message = screen.read_error
    add(screen, screen.record)
    with unreadable(site, table):
        page = open_screen(open_page, screen)
        expect(page.get_by_text(message, exact=True)).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Try Again").click()
    expect(page.get_by_test_id("record")).to_have_count(1)
