"""Tests of the page of honorees with too many of them to load at once."""

import pytest
from playwright.sync_api import Locator, Page, expect

from awards_site.ui.lists.editions import MAX_AT_ONCE
from tests.browser.content import copy_record, publish_nominee
from tests.browser.site import Site
from tests.browser.visits import record_paths, visit, wait_until

YEARS = (2025, 2024, 2023)
NEWEST = 12
"""The number of honorees of 2025; the other years have two each, and 2022 the most."""
TOTAL = NEWEST + 4 + MAX_AT_ONCE


@pytest.fixture(scope="module", autouse=True)
def editions(site: Site) -> None:
    """Publish more honorees than a page loads at once, most of them in the oldest edition."""
    for year in YEARS:
        publish_nominee(site, f"Ada of {year}", year=year, category="tech")
        publish_nominee(site, f"Berta of {year}", year=year, category="creative")
    dora = publish_nominee(site, "Dora of 2025", year=2025, category="leadership")
    copy_record(site, "nominees", dora["id"], NEWEST - 3)
    carla = publish_nominee(site, "Carla", year=2022, category="startup")
    copy_record(site, "nominees", carla["id"], MAX_AT_ONCE - 1)


@pytest.fixture
def requests(page: Page) -> list[str]:
    """The paths of the API's lists of nominees that the page has read."""
    return record_paths(page, "/nominees")


def names(page: Page) -> Locator:
    """Return the names on the page."""
    return page.get_by_test_id("nominee-card").get_by_role("heading")


def test_the_page_arrives_with_the_newest_edition_only(page: Page, site: Site) -> None:
    def html() -> str:
        return site.api.get("/nominees").text

    wait_until(page, lambda: "Berta of 2025" in html() and "Carla" not in html())
    assert "Ada of 2024" not in html()
    visit(page, "/nominees")
    expect(page.get_by_test_id("nominee-card")).to_have_count(NEWEST)
    expect(page.get_by_label("Year")).to_have_value("2025")
    expect(page.get_by_text(f"{NEWEST} honorees", exact=True)).to_be_visible()


def test_the_address_of_an_edition_arrives_with_it(
    page: Page, site: Site, requests: list[str]
) -> None:
    def html(query: str) -> str:
        return site.api.get(f"/nominees?{query}").text

    wait_until(page, lambda: "Berta of 2023" in html("year=2023"))
    visit(page, "/nominees?utm_source=mail&year=2023&category=tech")
    expect(page.get_by_label("Year")).to_have_value("2023")
    expect(names(page)).to_have_text(["Ada of 2023"])
    assert "/nominees/year/2025" not in requests
    clara = publish_nominee(site, "Clara of 2023", year=2023)
    wait_until(page, lambda: "Clara of 2023" in html("year=2023"))
    assert site.api.delete(f"/api/nominees/{clara['id']}").status_code == 204
    assert "Clara of 2023" not in html("year=2023")
    wait_until(page, lambda: "Berta of 2025" in html("year=1900"))


def test_another_edition_is_read_once_when_it_is_chosen(page: Page, requests: list[str]) -> None:
    visit(page, "/nominees")
    for year in ("2023", "2024", "2023"):
        page.get_by_label("Year").select_option(year)
        expect(page.get_by_role("link", name=f"Ada of {year}")).to_be_visible()
        expect(names(page)).to_have_text([f"Ada of {year}", f"Berta of {year}"])
    chosen = [path for path in requests if path != "/nominees/year/2025"]
    assert chosen.count("/nominees/year/2023") == chosen.count("/nominees/year/2024") == 1
    assert "/nominees/published" not in requests


def test_filters_choose_from_all_editions(page: Page) -> None:
    visit(page, "/nominees?year=all&category=tech")
    expect(page.get_by_text("3 honorees", exact=True)).to_be_visible()
    expect(page.get_by_test_id("nominee-card")).to_have_count(3)
    expect(names(page)).to_have_text([f"Ada of {year}" for year in YEARS])
    page.get_by_label("Year").select_option("2024")
    expect(page.get_by_test_id("nominee-card")).to_have_count(1)
    page.get_by_label("Category").select_option("startup")
    expect(page.get_by_text("No nominees found")).to_be_visible()


def test_all_years_are_shown_an_edition_at_a_time(page: Page) -> None:
    visit(page, "/nominees")
    page.get_by_label("Year").select_option("all")
    expect(page.get_by_text(f"{TOTAL} honorees", exact=True)).to_be_visible()
    for shown, year in ((NEWEST + 2, 2024), (NEWEST + 4, 2023), (TOTAL, 2022)):
        page.get_by_role("button", name=f"Show the honorees of {year}").click()
        expect(page.get_by_test_id("nominee-card")).to_have_count(shown)
    expect(page.get_by_role("button", name="Show the honorees")).to_have_count(0)


def test_the_home_page_reads_the_first_honorees_only(page: Page, requests: list[str]) -> None:
    visit(page, "/")
    expect(page.get_by_test_id("honorees").get_by_role("listitem")).to_have_count(8)
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    with page.expect_response("**/api/nominees/published?limit=8"):
        page.evaluate("window.dispatchEvent(new Event('focus'))")
    assert "/nominees/published" not in requests
