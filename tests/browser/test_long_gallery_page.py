"""Tests of the photo gallery with too many photos to load at once."""

import pytest
from playwright.sync_api import Locator, Page, expect

from awards_site.ui.lists.editions import MAX_AT_ONCE
from tests.browser.content import copy_record, publish_photo
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, hold_requests, record_paths, visit, wait_until

NEWEST = 12
"""The number of photos of 2025."""
TOTAL = NEWEST + 3 + MAX_AT_ONCE + 1


@pytest.fixture(scope="module", autouse=True)
def photos(site: Site) -> None:
    """Publish more photos than a page loads at once, most of them of the oldest year."""

    def publish(title: str, year: int | None, category: str) -> object:
        image = f"/uploads/{year}.jpg"
        photo = publish_photo(site, title, year=year, category=category, imageUrl=image)
        return photo["id"]

    publish("Winner of 2025", 2025, "winners")
    copy_record(site, "photos", publish("Evening of 2025", 2025, "ceremony"), NEWEST - 2)
    publish("Winner of 2024", 2024, "winners")
    publish("Evening of 2024", 2024, "ceremony")
    publish("Winner of 2023", 2023, "winners")
    copy_record(site, "photos", publish("Crowd", 2022, "general"), MAX_AT_ONCE - 1)
    publish("House", None, "general")


@pytest.fixture(autouse=True)
def show_no_images(page: Page, problems: Problems) -> None:
    """Answer requests for images with an empty response."""
    problems.expect(r"404 \(Not Found\).*/uploads/")


@pytest.fixture
def requests(page: Page) -> list[str]:
    """The paths of the API's lists of photos that the page has read."""
    return record_paths(page, "/photos")


def tiles(page: Page) -> Locator:
    return page.get_by_test_id("photos").get_by_role("button")


def titles(page: Page) -> list[str | None]:
    return [tile.get_attribute("aria-label") for tile in tiles(page).all()]


def choose_year(page: Page, year: int) -> None:
    page.get_by_role("button", name=str(year), exact=True).click()


def show_next(page: Page, edition: str) -> None:
    page.get_by_role("button", name=f"Show the photos {edition}").click()


def test_the_page_arrives_with_the_newest_photos_only(page: Page, site: Site) -> None:
    html = site.read_rendered("/gallery")
    assert "Evening of 2025" in html
    assert "of 2024" not in html.replace("Show the photos of 2024", "")
    visit(page, "/gallery")
    expect(tiles(page)).to_have_count(NEWEST)
    expect(page.get_by_text(f"{TOTAL} photos", exact=True)).to_be_visible()
    years = page.get_by_role("group", name="Year").get_by_role("button")
    expect(years).to_have_text(["All Years", "2025", "2024", "2023", "2022"])


def test_another_year_is_read_once_when_it_is_chosen(page: Page, requests: list[str]) -> None:
    visit(page, "/gallery")
    choose_year(page, 2024)
    expect(tiles(page)).to_have_count(2)
    expect(page.get_by_text("2 photos", exact=True)).to_be_visible()
    page.get_by_role("tab", name="Winners").click()
    expect(tiles(page)).to_have_count(1)
    assert titles(page) == ["View Winner of 2024"]
    page.go_back()
    expect(tiles(page)).to_have_count(2)
    page.go_back()
    expect(tiles(page)).to_have_count(NEWEST)
    page.go_forward()
    expect(tiles(page)).to_have_count(2)
    assert requests.count("/photos/year/2024") == 1
    assert "/photos" not in requests


def test_the_address_of_a_year_arrives_with_it(page: Page, site: Site, requests: list[str]) -> None:
    def html() -> str:
        return site.api.get("/gallery?year=2024").text

    wait_until(page, lambda: "Winner of 2024" in html())
    assert "Evening of 2025" not in html()
    visit(page, "/gallery?year=2024&category=winners")
    expect(page.get_by_role("button", name="2024", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    assert titles(page) == ["View Winner of 2024"]
    assert "/photos/year/2025" not in requests


def test_a_withdrawn_photo_is_on_no_page_of_its_year(page: Page, site: Site) -> None:
    def html() -> str:
        return site.api.get("/gallery?year=2023").text

    photo = publish_photo(site, "Mistake of 2023", year=2023, imageUrl="/uploads/x.jpg")
    wait_until(page, lambda: "Mistake of 2023" in html())
    assert site.api.delete(f"/api/photos/{photo['id']}").status_code == 204
    assert "Mistake of 2023" not in html()


def test_all_years_are_shown_a_year_at_a_time(page: Page) -> None:
    visit(page, "/gallery")
    editions = (
        ("of 2024", NEWEST + 2),
        ("of 2023", NEWEST + 3),
        ("of 2022", NEWEST + 3 + MAX_AT_ONCE),
        ("without a year", TOTAL),
    )
    for edition, shown in editions:
        show_next(page, edition)
        expect(tiles(page)).to_have_count(shown)
    expect(page.get_by_role("button", name="Show the photos")).to_have_count(0)
    assert titles(page)[-1] == "View House"


def test_a_category_of_all_years_is_read_at_once(page: Page, requests: list[str]) -> None:
    visit(page, "/gallery?category=winners")
    expect(page.get_by_text("3 photos", exact=True)).to_be_visible()
    expect(tiles(page)).to_have_count(3)
    assert titles(page) == [f"View Winner of {year}" for year in (2023, 2024, 2025)]
    assert "/photos/category/winners" in requests


def test_a_long_category_is_read_by_year(page: Page, requests: list[str]) -> None:
    visit(page, "/gallery?category=general")
    expect(page.get_by_text(f"{MAX_AT_ONCE + 1} photos", exact=True)).to_be_visible()
    expect(tiles(page)).to_have_count(MAX_AT_ONCE)
    show_next(page, "without a year")
    expect(tiles(page)).to_have_count(MAX_AT_ONCE + 1)
    assert "/photos/category/general" not in requests


def test_skeletons_are_shown_while_a_year_loads(page: Page) -> None:
    release = hold_requests(page, "**/api/photos/year/2024")
    visit(page, "/gallery")
    choose_year(page, 2024)
    expect(page.get_by_test_id("photo-skeleton")).to_have_count(12)
    expect(page.get_by_text("No images found")).to_have_count(0)
    release()
    expect(tiles(page)).to_have_count(2)
    expect(page.get_by_test_id("photo-skeleton")).to_have_count(0)


def test_a_year_that_cannot_be_read_can_be_tried_again(page: Page, problems: Problems) -> None:
    problems.expect("ERR_FAILED")
    page.clock.install()
    visit(page, "/gallery")
    page.route("**/api/photos/year/2024", lambda route: route.abort())
    choose_year(page, 2024)
    page.clock.run_for(10_000)
    failure = page.get_by_role("alert").filter(has_text="Failed to fetch photos for year")
    expect(failure).to_be_visible()
    assert_accessible(page)
    page.unroute_all()
    failure.get_by_role("button", name="Try Again").click()
    expect(tiles(page)).to_have_count(2)
    expect(failure).to_have_count(0)


def test_photos_stay_if_the_next_year_cannot_be_read(page: Page, problems: Problems) -> None:
    problems.expect("ERR_FAILED")
    page.clock.install()
    visit(page, "/gallery")
    page.route("**/api/photos/year/2024", lambda route: route.abort())
    show_next(page, "of 2024")
    page.clock.run_for(10_000)
    failure = page.get_by_role("alert").filter(has_text="Failed to fetch photos for year")
    expect(failure).to_be_visible()
    expect(tiles(page)).to_have_count(NEWEST)
    page.unroute_all()
    failure.get_by_role("button", name="Try Again").click()
    expect(tiles(page)).to_have_count(NEWEST + 2)


def test_the_lightbox_goes_on_with_the_next_years(page: Page) -> None:
    visit(page, "/gallery")
    lightbox = page.get_by_test_id("lightbox")
    first, last = tiles(page).first, tiles(page).nth(NEWEST - 1)
    first.click()
    expect(lightbox).to_contain_text(f"1 / {TOTAL}")
    expect(lightbox.get_by_role("button", name="Previous photo")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(lightbox).to_have_count(0)
    last.click()
    expect(lightbox).to_contain_text(f"{NEWEST} / {TOTAL}")
    for number, title in ((1, "Evening of 2024"), (2, "Winner of 2024"), (3, "Winner of 2023")):
        lightbox.get_by_role("button", name="Next photo").click()
        expect(lightbox).to_contain_text(f"{NEWEST + number} / {TOTAL}")
        expect(lightbox.get_by_role("heading", name=title)).to_be_visible()
    page.keyboard.press("Escape")
    expect(last).to_be_focused()


def test_without_scripts_links_lead_to_the_years(site: Site) -> None:
    html = site.read_rendered("/gallery")
    for year in (2025, 2024, 2023, 2022):
        assert f'href="?year={year}"' in html
