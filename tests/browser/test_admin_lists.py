"""The lists of management screens: pages, order and search, all of them in the address bar."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.site import Site
from tests.browser.visits import assert_accessible

PHONE: ViewportSize = {"width": 375, "height": 800}
SCREEN = "/admin/nominees"
ALL = 60


@pytest.fixture(scope="module", autouse=True)
def nominees(site: Site) -> None:
    """Fill three pages: Nominee 00 to 59, of 2001 to 2060, each second one of technology."""
    for number in range(ALL):
        site.create(
            "/api/nominees",
            name=f"Nominee {number:02}",
            title="Founder",
            company="Sahel Solar",
            bio="A life in the sun",
            achievements="Lights in 12 countries",
            category="tech" if number % 2 else "leadership",
            year=2001 + number,
        )


@pytest.fixture
def screen(page: Page, sign_in: Callable[[Page, str], None]) -> Page:
    """Return a page whose visitor is signed in as an editor, on the dashboard."""
    sign_in(page, "editor")
    page.goto("/admin")
    return page


def open_list(page: Page) -> None:
    """Open the screen by its entry, as a person does."""
    page.get_by_test_id("admin-sidebar").get_by_role("link", name="Nominees").click()
    expect(page.get_by_test_id("record").first).to_be_visible()


def expect_first(page: Page, name: str) -> None:
    """Fail unless this nominee comes to stand first."""
    expect(page.get_by_test_id("record").first).to_contain_text(name)


def test_a_page_has_25_rows_and_its_number_is_in_the_address(screen: Page) -> None:
    open_list(screen)
    rows = screen.get_by_test_id("record")
    expect(rows).to_have_count(25)
    expect(screen.get_by_text(f"{ALL} in total", exact=True)).to_be_visible()
    expect_first(screen, "Nominee 59")
    pages = screen.get_by_role("navigation", name="Pagination")
    expect(pages.get_by_role("button", name="Previous")).to_be_disabled()
    pages.get_by_role("button", name="Next").click()
    expect_first(screen, "Nominee 34")
    expect(screen).to_have_url(re.compile(r"nominees/?\?page=2$"))
    expect(pages.get_by_role("button", name="2", exact=True)).to_have_attribute(
        "aria-current", "page"
    )
    pages.get_by_role("button", name="3", exact=True).click()
    expect(rows).to_have_count(10)
    expect(pages.get_by_role("button", name="Next")).to_be_disabled()
    assert_accessible(screen)
    screen.go_back()
    expect_first(screen, "Nominee 34")
    screen.reload()
    expect_first(screen, "Nominee 34")
    screen.go_back()
    expect_first(screen, "Nominee 59")
    expect(screen).to_have_url(re.compile(r"nominees/?$"))


def test_headings_sort_up_and_down_and_not_at_all(screen: Page) -> None:
    open_list(screen)
    heading = screen.get_by_role("columnheader", name="Title and Company")
    year = screen.get_by_role("columnheader", name="Year")
    expect(year).to_have_attribute("aria-sort", "none")
    year.get_by_role("button").click()
    expect(year).to_have_attribute("aria-sort", "ascending")
    expect_first(screen, "Nominee 00")
    expect(screen).to_have_url(re.compile(r"\?sort=year$"))
    year.get_by_role("button").press("Enter")
    expect(year).to_have_attribute("aria-sort", "descending")
    expect_first(screen, "Nominee 59")
    year.get_by_role("button").press("Enter")
    expect(year).to_have_attribute("aria-sort", "none")
    expect(year.get_by_role("button")).to_be_focused()
    expect(heading.get_by_role("button")).to_be_visible()
    expect(screen.get_by_role("columnheader", name="Actions").get_by_role("button")).to_have_count(
        0
    )


def test_a_new_order_begins_at_the_first_page(screen: Page) -> None:
    screen.goto(f"{SCREEN}?page=3")
    expect_first(screen, "Nominee 09")
    screen.get_by_role("columnheader", name="Name").get_by_role("button").click()
    expect_first(screen, "Nominee 00")
    expect(screen).to_have_url(re.compile(r"\?sort=name$"))


def test_an_address_holds_all_that_was_chosen(screen: Page) -> None:
    screen.goto(f"{SCREEN}?search=technology&sort=-name&page=2")
    expect(screen.get_by_test_id("record")).to_have_count(5)
    expect_first(screen, "Nominee 09")
    expect(screen.get_by_role("searchbox")).to_have_value("technology")
    expect(screen.get_by_text(f"30 of {ALL}", exact=True)).to_be_visible()


@pytest.mark.parametrize("address", ["?page=99", "?page=3&sort=height&filter=none"])
def test_what_an_address_cannot_ask_for_does_no_harm(screen: Page, address: str) -> None:
    screen.goto(SCREEN + address)
    expect(screen.get_by_test_id("record")).to_have_count(10)
    current = screen.get_by_role("button", name="3", exact=True)
    expect(current).to_have_attribute("aria-current", "page")


def test_typing_a_search_keeps_focus_and_text_and_is_one_step_of_the_history(
    screen: Page,
) -> None:
    open_list(screen)
    box = screen.get_by_role("searchbox", name="Search nominees")
    box.press_sequentially("tech nominee 07", delay=40)
    expect(screen.get_by_test_id("record")).to_have_count(1)
    expect(box).to_have_value("tech nominee 07")
    expect(box).to_be_focused()
    expect(screen).to_have_url(re.compile(r"\?search=tech\+nominee\+07$"))
    box.fill("")
    expect(screen.get_by_test_id("record")).to_have_count(25)
    expect(screen).to_have_url(re.compile(r"nominees/?$"))
    screen.go_back()
    expect(screen.get_by_test_id("dashboard")).to_be_visible()


def test_back_takes_the_search_box_along(screen: Page) -> None:
    screen.goto(f"{SCREEN}?search=technology")
    expect(screen.get_by_text(f"30 of {ALL}", exact=True)).to_be_visible()
    screen.get_by_role("columnheader", name="Year").get_by_role("button").click()
    expect_first(screen, "Nominee 01")
    screen.get_by_role("searchbox").fill("leadership")
    expect_first(screen, "Nominee 00")
    screen.go_back()
    expect(screen.get_by_role("searchbox")).to_have_value("technology")
    expect_first(screen, "Nominee 59")


def test_a_page_that_became_empty_gives_way_to_the_last_one(screen: Page, site: Site) -> None:
    [number] = [each["id"] for each in site.api.get("/api/nominees").json() if each["year"] == 2001]
    screen.goto(f"{SCREEN}?search=nominee&page=3")
    rows = screen.get_by_test_id("record")
    expect(rows).to_have_count(10)
    keep = [each["id"] for each in site.api.get("/api/nominees").json()][-10:-1]
    for record_id in keep:
        site.api.delete(f"/api/nominees/{record_id}")
    screen.get_by_role("button", name="Delete Nominee 00").click()
    screen.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(25)
    expect(screen.get_by_text("50 in total", exact=True)).to_have_count(0)
    expect(screen.get_by_text("50 of 50", exact=True)).to_be_visible()
    for record_id in [*keep, number]:
        assert site.api.post(f"/api/nominees/{record_id}/restore").status_code == 200


def test_a_phone_sorts_and_turns_pages(screen: Page) -> None:
    screen.set_viewport_size(PHONE)
    screen.goto(SCREEN)
    expect(screen.get_by_test_id("record").first).to_be_visible()
    ways = screen.get_by_role("columnheader").get_by_role("button").all()
    assert ways
    for way in ways:
        expect(way).to_be_in_viewport(ratio=1)
    screen.get_by_role("columnheader", name="Year").get_by_role("button").click()
    expect_first(screen, "Nominee 00")
    screen.get_by_role("navigation", name="Pagination").get_by_role(
        "button", name="2", exact=True
    ).click()
    expect_first(screen, "Nominee 25")
    overflow = screen.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert overflow <= 0
    assert_accessible(screen)
