"""The long lists of management screens: pages, order and search, all of them in the URL."""

import re
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.api.entities import NOMINEE
from tests.api.test_imports import file_of, import_rows
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import PHONE, assert_accessible, assert_no_horizontal_scroll

SCREEN = "/admin/nominees"
ALL = 205
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


@pytest.fixture(scope="module")
def many(site: Site) -> None:
    """Fill three pages with drafts: Nominee 000 to 204, each second one of technology.

    Sorted by title, they are in reverse order.
    """
    rows = [
        {
            "Name": f"Nominee {number:03}",
            "Title": f"Founder {ALL - number:03}",
            "Company": "Company",
            "Category": "tech" if number % 2 else "leadership",
        }
        for number in range(ALL)
    ]
    import_rows(site.api, NOMINEE, file_of(NOMINEE, *rows), matches=ALL)


def expect_first(page: Page, name: str) -> None:
    expect(page.get_by_test_id("record").first).to_contain_text(name)


def sort_by_title(page: Page) -> None:
    heading = page.get_by_role("columnheader", name="Title and Company")
    heading.get_by_role("button").click()


@pytest.mark.usefixtures("many")
def test_a_page_has_100_rows_and_its_number_is_in_the_url(page: Page) -> None:
    page.add_init_script(RECORD_COUNTS)
    page.goto(SCREEN)
    rows = page.get_by_test_id("record")
    expect(rows).to_have_count(100)
    # The first rows are drawn before the others.
    assert page.evaluate("window.rowCounts") == [10, 100]
    expect(page.get_by_text(f"{ALL} in total", exact=True)).to_be_visible()
    expect_first(page, "Nominee 000")
    pages = page.get_by_role("navigation", name="Pagination")
    expect(pages.get_by_role("button", name="Previous")).to_be_disabled()
    pages.get_by_role("button", name="Next").scroll_into_view_if_needed()
    page.evaluate(RECORD_SCROLLING)
    pages.get_by_role("button", name="Next").click()
    expect_first(page, "Nominee 100")
    # It jumps to the start of the list.
    expect(page.get_by_role("row").first).to_be_in_viewport()
    assert len(page.evaluate("window.positions")) <= 2
    expect(page).to_have_url(re.compile(r"nominees/?\?page=2$"))
    current = pages.get_by_role("button", name="2", exact=True)
    expect(current).to_have_attribute("aria-current", "page")
    pages.get_by_role("button", name="3", exact=True).click()
    expect(rows).to_have_count(5)
    expect(pages.get_by_role("button", name="Next")).to_be_disabled()
    expect(page.get_by_label("Go to page")).to_have_count(0)
    assert_accessible(page)
    page.go_back()
    expect_first(page, "Nominee 100")
    page.reload()
    expect_first(page, "Nominee 100")
    page.go_back()
    expect_first(page, "Nominee 000")
    expect(page).to_have_url(re.compile(r"nominees/?$"))


@pytest.mark.usefixtures("many")
def test_headings_sort_ascending_descending_and_not_at_all(page: Page) -> None:
    page.goto(f"{SCREEN}?page=3")
    expect_first(page, "Nominee 200")
    title = page.get_by_role("columnheader", name="Title and Company")
    expect(title).to_have_attribute("aria-sort", "none")
    sort_by_title(page)
    expect(title).to_have_attribute("aria-sort", "ascending")
    expect_first(page, "Nominee 204")
    # It returns to the first page.
    expect(page).to_have_url(re.compile(r"\?sort=title$"))
    title.get_by_role("button").press("Enter")
    expect(title).to_have_attribute("aria-sort", "descending")
    expect_first(page, "Nominee 000")
    title.get_by_role("button").press("Enter")
    expect(title).to_have_attribute("aria-sort", "none")
    expect(title.get_by_role("button")).to_be_focused()
    actions = page.get_by_role("columnheader", name="Actions")
    expect(actions.get_by_role("button")).to_have_count(0)


@pytest.mark.usefixtures("many")
def test_a_search_keeps_its_focus_and_adds_one_history_entry(page: Page) -> None:
    page.goto("/admin")
    page.get_by_test_id("admin-sidebar").get_by_role("link", name="Nominees").click()
    rows = page.get_by_test_id("record")
    expect(rows.first).to_be_visible()
    box = page.get_by_role("searchbox", name="Search nominees")
    box.press_sequentially("tech nominee 007", delay=40)
    expect(rows).to_have_count(1)
    expect(box).to_have_value("tech nominee 007")
    expect(box).to_be_focused()
    expect(page).to_have_url(re.compile(r"\?search=tech\+nominee\+007$"))
    box.fill("")
    expect(rows).to_have_count(100)
    expect(page).to_have_url(re.compile(r"nominees/?$"))
    page.go_back()
    expect(page.get_by_test_id("dashboard")).to_be_visible()


@pytest.mark.usefixtures("many")
def test_a_search_that_is_too_long_says_so_and_the_back_button_restores_the_one_before(
    page: Page, problems: Problems
) -> None:
    problems.expect("422")
    page.goto(f"{SCREEN}?search=technology")
    expect(page.get_by_text(f"102 of {ALL}", exact=True)).to_be_visible()
    sort_by_title(page)
    expect_first(page, "Nominee 203")
    box = page.get_by_label("Search nominees")
    box.fill(" ".join("abcdefghijk"))
    error = "Please search for at most 10 words and 200 characters"
    expect(page.get_by_role("alert").filter(has_text=error)).to_be_visible()
    expect(box).to_have_accessible_description(error)
    expect(page.get_by_test_id("record").first).to_be_visible()
    box.fill("leadership")
    expect(page.get_by_text(error)).to_have_count(0)
    expect_first(page, "Nominee 204")
    page.go_back()
    expect(box).to_have_value("technology")
    expect_first(page, "Nominee 001")


@pytest.mark.usefixtures("many")
def test_a_new_record_is_on_top_until_the_list_is_read_again(page: Page, site: Site) -> None:
    page.goto(f"{SCREEN}?search=technology")
    expect_first(page, "Nominee 001")
    page.get_by_role("button", name="Add Nominee").click()
    form = page.get_by_role("dialog", name="Add Nominee")
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
    expect_first(page, "Zora Last")
    expect(page.get_by_text(f"102 of {ALL + 1}", exact=True)).to_be_visible()
    sort_by_title(page)
    expect_first(page, "Nominee 203")
    expect(page.get_by_text("Zora Last")).to_have_count(0)
    [zora] = site.api.get("/api/nominees?search=Zora").json()["items"]
    assert site.api.delete(f"/api/nominees/{zora['id']}").status_code == 204


@pytest.mark.usefixtures("many")
def test_the_last_page_is_shown_if_a_page_has_become_empty(page: Page, site: Site) -> None:
    page.goto(f"{SCREEN}?search=nominee&page=3")
    rows = page.get_by_test_id("record")
    expect(rows).to_have_count(5)
    last, *others = [each["id"] for each in site.api.get("/api/nominees").json()][:-6:-1]
    for record_id in others:
        site.api.delete(f"/api/nominees/{record_id}")
    page.get_by_role("button", name="Delete Nominee 204").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(100)
    expect_first(page, "Nominee 100")
    expect(page.get_by_text("200 of 200", exact=True)).to_be_visible()
    for record_id in [*others, last]:
        assert site.api.post(f"/api/nominees/{record_id}/restore").status_code == 200


@pytest.mark.usefixtures("many")
def test_a_phone_can_sort_and_page(page: Page) -> None:
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(SCREEN)
    expect(page.get_by_test_id("record").first).to_be_visible()
    page.get_by_role("combobox", name="Sort by").select_option("Title and Company, ascending")
    expect_first(page, "Nominee 204")
    pages = page.get_by_role("navigation", name="Pagination")
    pages.get_by_role("button", name="2", exact=True).click()
    expect_first(page, "Nominee 104")
    assert_no_horizontal_scroll(page)


def subscribe(site: Site, number: int) -> None:
    """Add subscribers directly: through the API, so many take a minute."""
    with closing(site.open_database()) as database, database:
        database.execute(
            """
            WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
            INSERT INTO subscribers (email, email_folded, search_text, created_at)
            SELECT email, email, email, '2026-01-01 00:00:00'
            FROM (SELECT 'reader' || n || '@example.org' AS email FROM numbers)
            """,
            (number,),
        )


def test_a_long_list_has_a_field_for_the_page_and_counts_its_matches(
    page: Page, site: Site
) -> None:
    subscribe(site, 1123)
    page.goto("/admin/subscribers")
    number = page.get_by_label("Go to page")
    expect(number).to_have_value("1")
    number.fill("7")
    number.press("Enter")
    expect(page).to_have_url(re.compile(r"\?page=7$"))
    expect(number).to_have_value("7")
    current = page.get_by_role("button", name="7", exact=True)
    expect(current).to_have_attribute("aria-current", "page")
    number.fill("999")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page).to_have_url(re.compile(r"\?page=12$"))
    expect(page.get_by_test_id("record")).to_have_count(23)
    page.set_viewport_size({"width": PHONE, "height": 800})
    assert_no_horizontal_scroll(page)
    assert_accessible(page)
    shown = page.get_by_test_id("records-count")
    expect(shown).to_have_text("Showing 1,123 of 1,123 subscribers")
    page.get_by_role("searchbox").fill("reader7")
    expect(shown).to_have_text("Showing 111 of 1,123 subscribers")
