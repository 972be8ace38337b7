"""The lists of management screens: pages, order and search, all of them in the URL."""

import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, assert_no_horizontal_scroll
from tests.factories import nominee_body

PHONE: ViewportSize = {"width": 375, "height": 800}
SCREEN = "/admin/nominees"
ALL = 205
SUBSCRIBE = """
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
    INSERT INTO subscribers (email, email_folded, search_text, created_at)
    SELECT email, email, email, '2026-01-01 00:00:00'
    FROM (SELECT 'reader' || n || '@example.org' AS email FROM numbers)
"""
"""Inserts directly: through the API, so many take a minute."""
RECORD_SCROLLING = """() => {
    window.positions = [];
    addEventListener("scroll", () => window.positions.push(scrollY));
}"""
RECORD_COUNTS = """
    window.rowCounts = [];
    new MutationObserver(() => {
        const count = document.querySelectorAll("[data-testid=record]").length;
        if (count && count !== window.rowCounts.at(-1)) window.rowCounts.push(count);
    }).observe(document, { childList: true, subtree: true });
"""
"""Records how many rows there are whenever that changes."""


@pytest.fixture(scope="module", autouse=True)
def nominees(site: Site) -> None:
    """Fill three pages with drafts: Nominee 000 to 204, each second one of technology.

    Sorted by title, they are in reverse order.
    """
    for number in range(ALL):
        body = nominee_body(
            name=f"Nominee {number:03}",
            title=f"Founder {ALL - number:03}",
            company="Company",
            category="tech" if number % 2 else "leadership",
            isPublished=False,
        )
        site.create("/api/nominees", **body)


@pytest.fixture
def editor_page(editor_page: Page) -> Page:
    editor_page.goto("/admin")
    return editor_page


def open_list(page: Page) -> None:
    page.get_by_test_id("admin-sidebar").get_by_role("link", name="Nominees").click()
    expect(page.get_by_test_id("record").first).to_be_visible()


def expect_first(page: Page, name: str) -> None:
    expect(page.get_by_test_id("record").first).to_contain_text(name)


def test_a_page_has_100_rows_and_its_number_is_in_the_url(editor_page: Page) -> None:
    open_list(editor_page)
    rows = editor_page.get_by_test_id("record")
    expect(rows).to_have_count(100)
    expect(editor_page.get_by_text(f"{ALL} in total", exact=True)).to_be_visible()
    expect_first(editor_page, "Nominee 000")
    pages = editor_page.get_by_role("navigation", name="Pagination")
    expect(pages.get_by_role("button", name="Previous")).to_be_disabled()
    pages.get_by_role("button", name="Next").click()
    expect_first(editor_page, "Nominee 100")
    expect(editor_page).to_have_url(re.compile(r"nominees/?\?page=2$"))
    expect(pages.get_by_role("button", name="2", exact=True)).to_have_attribute(
        "aria-current", "page"
    )
    pages.get_by_role("button", name="3", exact=True).click()
    expect(rows).to_have_count(5)
    expect(pages.get_by_role("button", name="Next")).to_be_disabled()
    expect(editor_page.get_by_label("Go to page")).to_have_count(0)
    assert_accessible(editor_page)
    editor_page.go_back()
    expect_first(editor_page, "Nominee 100")
    editor_page.reload()
    expect_first(editor_page, "Nominee 100")
    editor_page.go_back()
    expect_first(editor_page, "Nominee 000")
    expect(editor_page).to_have_url(re.compile(r"nominees/?$"))


def subscribe(site: Site, number: int) -> None:
    with closing(sqlite3.connect(site.running.data_dir / "awards.db")) as database, database:
        database.execute("DELETE FROM subscribers")
        database.execute(SUBSCRIBE, (number,))


def test_the_first_rows_are_drawn_before_the_others(editor_page: Page) -> None:
    editor_page.add_init_script(RECORD_COUNTS)
    editor_page.goto(SCREEN)
    expect(editor_page.get_by_test_id("record")).to_have_count(100)
    assert editor_page.evaluate("window.rowCounts") == [10, 100]


def test_beyond_ten_pages_a_number_can_be_typed(editor_page: Page, site: Site) -> None:
    subscribe(site, 1050)
    editor_page.goto("/admin/subscribers")
    number = editor_page.get_by_label("Go to page")
    expect(number).to_have_value("1")
    number.fill("7")
    number.press("Enter")
    expect(editor_page).to_have_url(re.compile(r"\?page=7$"))
    expect(number).to_have_value("7")
    expect(editor_page.get_by_role("button", name="7", exact=True)).to_have_attribute(
        "aria-current", "page"
    )
    number.fill("99")
    editor_page.get_by_role("button", name="Go", exact=True).click()
    expect(editor_page).to_have_url(re.compile(r"\?page=11$"))
    expect(editor_page.get_by_test_id("record")).to_have_count(50)
    assert_accessible(editor_page)
    editor_page.set_viewport_size(PHONE)
    assert_no_horizontal_scroll(editor_page)


def test_turning_a_page_jumps_to_the_start_of_the_list(editor_page: Page) -> None:
    editor_page.goto(SCREEN)
    expect(editor_page.get_by_test_id("record")).to_have_count(100)
    editor_page.get_by_role("button", name="Next").scroll_into_view_if_needed()
    editor_page.evaluate(RECORD_SCROLLING)
    editor_page.get_by_role("button", name="Next").click()
    expect_first(editor_page, "Nominee 100")
    expect(editor_page.get_by_role("row").first).to_be_in_viewport()
    assert len(editor_page.evaluate("window.positions")) <= 2


def test_a_new_record_is_on_top_until_the_list_is_read_again(editor_page: Page, site: Site) -> None:
    editor_page.goto(f"{SCREEN}?search=technology")
    expect_first(editor_page, "Nominee 001")
    editor_page.get_by_role("button", name="Add Nominee").click()
    form = editor_page.get_by_role("dialog", name="Add Nominee")
    for label, text in {
        "Name": "Zora Last",
        "Title": "Founder",
        "Company": "Sahel Solar",
        "Bio": "A life in the sun",
        "Achievements": "Lights in 12 countries",
    }.items():
        form.get_by_label(label, exact=True).fill(text)
    form.get_by_label("Year").fill("2001")
    form.get_by_role("button", name="Create Nominee").click()
    expect_first(editor_page, "Zora Last")
    expect(editor_page.get_by_text(f"102 of {ALL + 1}", exact=True)).to_be_visible()
    editor_page.get_by_role("button", name="Edit Zora Last").click()
    expect(editor_page.get_by_role("dialog").get_by_label("Name", exact=True)).to_have_value(
        "Zora Last"
    )
    editor_page.keyboard.press("Escape")
    editor_page.get_by_role("columnheader", name="Title and Company").get_by_role("button").click()
    expect_first(editor_page, "Nominee 203")
    expect(editor_page.get_by_text("Zora Last")).to_have_count(0)
    [zora] = site.api.get("/api/nominees?search=Zora").json()["items"]
    assert site.api.delete(f"/api/nominees/{zora['id']}").status_code == 204


def test_headings_sort_ascending_descending_and_not_at_all(editor_page: Page) -> None:
    open_list(editor_page)
    year = editor_page.get_by_role("columnheader", name="Year")
    title = editor_page.get_by_role("columnheader", name="Title and Company")
    expect(title).to_have_attribute("aria-sort", "none")
    title.get_by_role("button").click()
    expect(title).to_have_attribute("aria-sort", "ascending")
    expect_first(editor_page, "Nominee 204")
    expect(editor_page).to_have_url(re.compile(r"\?sort=title$"))
    title.get_by_role("button").press("Enter")
    expect(title).to_have_attribute("aria-sort", "descending")
    expect_first(editor_page, "Nominee 000")
    title.get_by_role("button").press("Enter")
    expect(title).to_have_attribute("aria-sort", "none")
    expect(title.get_by_role("button")).to_be_focused()
    expect(year.get_by_role("button")).to_be_visible()
    expect(
        editor_page.get_by_role("columnheader", name="Actions").get_by_role("button")
    ).to_have_count(0)


def test_sorting_returns_to_the_first_page(editor_page: Page) -> None:
    editor_page.goto(f"{SCREEN}?page=3")
    expect_first(editor_page, "Nominee 200")
    editor_page.get_by_role("columnheader", name="Title and Company").get_by_role("button").click()
    expect_first(editor_page, "Nominee 204")
    expect(editor_page).to_have_url(re.compile(r"\?sort=title$"))


def test_a_search_keeps_its_focus_and_adds_one_history_entry(
    editor_page: Page,
) -> None:
    open_list(editor_page)
    box = editor_page.get_by_role("searchbox", name="Search nominees")
    box.press_sequentially("tech nominee 007", delay=40)
    expect(editor_page.get_by_test_id("record")).to_have_count(1)
    expect(box).to_have_value("tech nominee 007")
    expect(box).to_be_focused()
    expect(editor_page).to_have_url(re.compile(r"\?search=tech\+nominee\+007$"))
    box.fill("")
    expect(editor_page.get_by_test_id("record")).to_have_count(100)
    expect(editor_page).to_have_url(re.compile(r"nominees/?$"))
    editor_page.go_back()
    expect(editor_page.get_by_test_id("dashboard")).to_be_visible()


def test_a_search_that_is_too_long_says_so_beside_the_box(
    editor_page: Page, problems: Problems
) -> None:
    problems.expect("422")
    open_list(editor_page)
    box = editor_page.get_by_label("Search nominees")
    box.fill(" ".join("abcdefghijk"))
    error = "Please search for at most 10 words and 200 characters"
    expect(editor_page.get_by_role("alert").filter(has_text=error)).to_be_visible()
    expect(box).to_have_accessible_description(error)
    expect(editor_page.get_by_test_id("record").first).to_be_visible()
    assert_accessible(editor_page)
    box.fill("Nominee 007")
    expect(editor_page.get_by_text(error)).to_have_count(0)
    expect_first(editor_page, "Nominee 007")


def test_the_back_button_restores_the_search_box(editor_page: Page) -> None:
    editor_page.goto(f"{SCREEN}?search=technology")
    expect(editor_page.get_by_text(f"102 of {ALL}", exact=True)).to_be_visible()
    editor_page.get_by_role("columnheader", name="Title and Company").get_by_role("button").click()
    expect_first(editor_page, "Nominee 203")
    editor_page.get_by_role("searchbox").fill("leadership")
    expect_first(editor_page, "Nominee 204")
    editor_page.go_back()
    expect(editor_page.get_by_role("searchbox")).to_have_value("technology")
    expect_first(editor_page, "Nominee 001")


def test_the_last_page_is_shown_if_a_page_has_become_empty(editor_page: Page, site: Site) -> None:
    editor_page.goto(f"{SCREEN}?search=nominee&page=3")
    rows = editor_page.get_by_test_id("record")
    expect(rows).to_have_count(5)
    last, *others = [each["id"] for each in site.api.get("/api/nominees").json()][:-6:-1]
    for record_id in others:
        site.api.delete(f"/api/nominees/{record_id}")
    editor_page.get_by_role("button", name="Delete Nominee 204").click()
    editor_page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(100)
    expect_first(editor_page, "Nominee 100")
    expect(editor_page.get_by_text("200 of 200", exact=True)).to_be_visible()
    for record_id in [*others, last]:
        assert site.api.post(f"/api/nominees/{record_id}/restore").status_code == 200


def test_a_phone_can_sort_and_page(editor_page: Page) -> None:
    editor_page.set_viewport_size(PHONE)
    editor_page.goto(SCREEN)
    expect(editor_page.get_by_test_id("record").first).to_be_visible()
    headings = editor_page.get_by_role("columnheader").get_by_role("button").all()
    assert headings
    for heading in headings:
        expect(heading).to_be_in_viewport(ratio=1)
    editor_page.get_by_role("columnheader", name="Title and Company").get_by_role("button").click()
    expect_first(editor_page, "Nominee 204")
    editor_page.get_by_role("navigation", name="Pagination").get_by_role(
        "button", name="2", exact=True
    ).click()
    expect_first(editor_page, "Nominee 104")
    assert_no_horizontal_scroll(editor_page)
    assert_accessible(editor_page)
