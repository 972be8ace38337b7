"""Tests of lists with more records than a document holds: nominees, photos and videos."""

from collections.abc import Callable
from math import ceil

import pytest
from playwright.sync_api import Locator, Page, expect

from awards_site.features.nominees.entity import NomineeCategory
from tests.browser.content import (
    copy_record,
    publish_nominee,
    publish_photo,
    publish_video,
    upload_image,
)
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, hold_requests, visit, wait_until

MAX_SHOWN = 100
"""The most records that a document holds and a page shows at once."""
NEWEST, PAST, OLDEST = 12, 2, MAX_SHOWN + 10
"""The numbers of nominees and of photos of 2025, of 2024 and of 2022."""
TOTAL = NEWEST + PAST + OLDEST
VIDEOS = {2024: 8, 2023: 5, 2012: MAX_SHOWN}
"""The numbers of videos by year."""
PER_PAGE = 6
LAST_PAGE = ceil(sum(VIDEOS.values()) / PER_PAGE)

LISTS = {
    "/nominees": "**/api/nominees/published",
    "/gallery": "**/api/photos",
    "/videos": "**/api/videos",
}
"""The pages with lists and what they read."""
PAST_NOMINEES = "**/api/nominees/year/2024"


@pytest.fixture(scope="module", autouse=True)
def records(site: Site) -> None:
    def copy(table: str, record: dict[str, object], count: int) -> None:
        copy_record(site, table, record["id"], count - 1)

    ada = publish_nominee(site, "Ada of 2025", year=2025, category="tech")
    copy("nominees", ada, NEWEST - 1)
    publish_nominee(site, "Berta of 2025", year=2025, category="creative")
    publish_nominee(site, "Ada of 2024", year=2024, category="tech")
    publish_nominee(site, "Berta of 2024", year=2024, category="leadership")
    copy("nominees", publish_nominee(site, "Carla of 2022", year=2022, category="startup"), OLDEST)

    image = upload_image(site)
    photos = ((2025, "ceremony", NEWEST), (2022, "general", OLDEST), (2024, "winners", PAST))
    for order, (year, category, count) in enumerate(photos):
        shown = {"imageUrl": image, "category": category, "displayOrder": order}
        photo = publish_photo(site, f"Evening of {year}", year=year, **shown)
        copy("photos", photo, count)

    for order, (year, count) in enumerate(VIDEOS.items()):
        video = publish_video(
            site, f"Gala of {year}", year=year, category="ceremony", displayOrder=order
        )
        copy("videos", video, count)


@pytest.fixture
def lists(page: Page) -> list[str]:
    """The paths of the lists that the page has read, but for those that have not changed."""
    paths: list[str] = []

    def record(status: int, url: str) -> None:
        if "/api/" in url and "content-blocks" not in url and status == 200:
            paths.append(url.partition("/api")[2])

    page.on("response", lambda response: record(response.status, response.url))
    return paths


def cards(page: Page) -> Locator:
    return page.get_by_test_id("nominee-card")


def names(page: Page) -> Locator:
    return cards(page).get_by_role("heading")


def tiles(page: Page) -> Locator:
    return page.get_by_test_id("photos").get_by_role("button")


def videos(page: Page) -> Locator:
    return page.get_by_test_id("video-card")


def press(page: Page, label: str) -> None:
    """Press a button by the keyboard: below a list, cards that are rendered late may move it."""
    page.get_by_role("button", name=label, exact=True).press("Enter")


def expect_status(page: Page, text: str) -> None:
    expect(page.get_by_role("status").filter(has_text=text)).to_be_visible()


def choose_year(page: Page, year: str) -> None:
    page.get_by_label("Year").select_option(year)


@pytest.fixture
def failing(page: Page, problems: Problems) -> Callable[[str], Callable[[], None]]:
    """Make reads of a URL fail; the returned function waits until the page has given up."""
    problems.expect("ERR_FAILED")
    page.clock.install()

    def fail(url: str) -> Callable[[], None]:
        page.route(url, lambda route: route.abort())
        return lambda: page.clock.run_for(10_000)

    return fail


# Nominees


@pytest.mark.parametrize("width", [375, 768, 1280, 1600])
def test_cards_out_of_sight_have_their_height_before_they_are_rendered(
    page: Page, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    visit(page, "/nominees?year=2022")
    expect(cards(page)).to_have_count(MAX_SHOWN)
    height = "document.querySelector('main').offsetHeight"
    reserved = page.evaluate(height)
    page.locator("main *").evaluate_all(
        "all => all.forEach(e => e.style.contentVisibility = 'visible')"
    )
    # A name of two lines is 6 % of a card.
    assert reserved == pytest.approx(page.evaluate(height), rel=0.06)


def test_the_document_has_the_latest_year_only(page: Page, site: Site, lists: list[str]) -> None:
    html = site.read_rendered("/nominees")
    wait_until(page, lambda: "Carla" not in site.read_rendered("/nominees"))
    assert "Berta of 2025" in html
    assert "of 2024" not in html
    visit(page, "/nominees")
    expect(cards(page)).to_have_count(NEWEST)
    expect_status(page, f"{NEWEST} honorees")
    with page.expect_response(LISTS["/nominees"]) as revalidated:
        page.evaluate("window.dispatchEvent(new Event('focus'))")
    assert revalidated.value.status == 304
    assert lists == []


def test_another_year_loads_its_nominees_once(
    page: Page, problems: Problems, lists: list[str]
) -> None:
    problems.expect("ERR_INTERNET_DISCONNECTED")
    visit(page, "/nominees")
    choose_year(page, "2024")
    expect(names(page)).to_have_text(["Ada of 2024", "Berta of 2024"])
    choose_year(page, "2022")
    expect(cards(page)).to_have_count(MAX_SHOWN)
    assert lists == ["/nominees/year/2024", "/nominees/year/2022"]
    page.context.set_offline(True)
    choose_year(page, "2024")
    expect(cards(page)).to_have_count(PAST)
    choose_year(page, "2025")
    expect(cards(page)).to_have_count(NEWEST)
    choose_year(page, "2022")
    press(page, "Show more honorees")
    expect(cards(page)).to_have_count(OLDEST)


def test_all_years_load_the_whole_list_once(page: Page, lists: list[str]) -> None:
    visit(page, "/nominees")
    choose_year(page, "all")
    expect_status(page, f"{TOTAL} honorees")
    expect(cards(page)).to_have_count(MAX_SHOWN)
    choose_year(page, "2024")
    expect(cards(page)).to_have_count(PAST)
    assert lists == ["/nominees/published"]


def test_filters_choose_from_the_whole_list_and_more_are_shown_on_request(page: Page) -> None:
    visit(page, "/nominees?year=2024&category=leadership")
    expect(names(page)).to_have_text(["Berta of 2024"])
    expect(page.get_by_label("Year")).to_have_value("2024")
    years = page.get_by_label("Year").get_by_role("option")
    expect(years).to_have_text(["All Years", "2025", "2024", "2022"])
    labels = [NomineeCategory(each).label for each in ("tech", "creative", "leadership", "startup")]
    categories = page.get_by_label("Category").get_by_role("option").all_text_contents()
    assert {"All Categories", *labels} == set(categories)
    choose_year(page, "all")
    page.get_by_label("Category").select_option("tech")
    expect_status(page, f"{NEWEST} honorees")
    expect(names(page).last).to_have_text("Ada of 2024")
    page.get_by_label("Category").select_option("all")
    expect_status(page, f"{TOTAL} honorees")
    expect(cards(page)).to_have_count(MAX_SHOWN)
    press(page, "Show more honorees")
    expect(cards(page)).to_have_count(TOTAL)
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)
    choose_year(page, "2022")
    expect(cards(page)).to_have_count(MAX_SHOWN)


def test_a_spinner_is_shown_while_the_list_loads(page: Page) -> None:
    visit(page, "/nominees")
    release = hold_requests(page, PAST_NOMINEES)
    choose_year(page, "2024")
    expect(page.get_by_test_id("spinner")).to_be_visible()
    expect_status(page, f"{PAST} honorees")
    expect(page.get_by_text("No nominees found")).to_have_count(0)
    release()
    expect(cards(page)).to_have_count(PAST)
    expect(page.get_by_test_id("spinner")).to_have_count(0)


def test_a_list_that_cannot_be_loaded_can_be_tried_again(
    page: Page, failing: Callable[[str], Callable[[], None]]
) -> None:
    visit(page, "/nominees")
    give_up = failing(PAST_NOMINEES)
    choose_year(page, "2024")
    give_up()
    failure = page.get_by_role("alert").filter(has_text="Failed to load nominees.")
    expect(failure).to_be_visible()
    assert_accessible(page)
    page.unroute_all()
    failure.get_by_role("button", name="Try Again").click()
    expect(cards(page)).to_have_count(PAST)
    expect(failure).to_have_count(0)


# Photos


def test_the_gallery_has_the_first_photos_and_more_on_request(
    page: Page, site: Site, lists: list[str]
) -> None:
    assert "Evening of 2024" not in site.read_rendered("/gallery")
    visit(page, "/gallery")
    expect(tiles(page)).to_have_count(MAX_SHOWN)
    expect_status(page, f"{TOTAL} photos")
    years = page.get_by_role("group", name="Year").get_by_role("button")
    expect(years).to_have_text(["All Years", "2025", "2024", "2022"])
    press(page, "Show more photos")
    expect(tiles(page)).to_have_count(TOTAL)
    expect(tiles(page).last).to_have_attribute("aria-label", "View Evening of 2024")
    assert lists == ["/photos"]


def test_a_filter_of_the_gallery_reads_its_photos(page: Page, lists: list[str]) -> None:
    release = hold_requests(page, "**/api/photos/year/2024")
    visit(page, "/gallery?year=2024")
    expect(page.get_by_test_id("photo-skeleton")).to_have_count(12)
    release()
    expect(tiles(page)).to_have_count(PAST)
    expect(page.get_by_test_id("photo-skeleton")).to_have_count(0)
    page.get_by_role("tab", name="General").click()
    expect(page.get_by_text("No images found matching the selected filters.")).to_be_visible()
    press(page, "All Years")
    expect(tiles(page)).to_have_count(MAX_SHOWN)
    expect_status(page, f"{OLDEST} photos")
    press(page, "Show more photos")
    expect(tiles(page)).to_have_count(OLDEST)
    assert lists == ["/photos/year/2024", "/photos/category/general"]


def test_the_lightbox_goes_on_after_the_first_photos(page: Page) -> None:
    visit(page, "/gallery")
    lightbox = page.get_by_test_id("lightbox")
    tiles(page).nth(MAX_SHOWN - 1).click()
    for number in range(MAX_SHOWN, MAX_SHOWN + 3):
        expect(lightbox).to_contain_text(f"{number} / {TOTAL}")
        lightbox.get_by_role("button", name="Next photo").click()
    page.keyboard.press("Escape")
    expect(lightbox).to_have_count(0)
    expect(tiles(page)).to_have_count(MAX_SHOWN)


# Videos


def test_the_library_has_its_first_videos(page: Page, lists: list[str]) -> None:
    visit(page, "/videos")
    expect_status(page, f"{sum(VIDEOS.values())} videos, page 1 of {LAST_PAGE}")
    press(page, "2")
    expect(videos(page).filter(has_text="Gala of 2023")).to_have_count(4)
    press(page, "2023")
    expect_status(page, f"{VIDEOS[2023]} videos")
    expect(videos(page)).to_have_count(VIDEOS[2023])
    press(page, "2022")
    expect(page.get_by_text("No videos found for the selected filter.")).to_be_visible()
    assert lists == []


def test_later_pages_load_the_list_once(page: Page, lists: list[str]) -> None:
    release = hold_requests(page, LISTS["/videos"])
    visit(page, f"/videos?page={LAST_PAGE}")
    expect_status(page, f"page {LAST_PAGE} of {LAST_PAGE}")
    expect(page.get_by_test_id("video-skeleton")).to_have_count(PER_PAGE)
    release()
    expect(videos(page)).to_have_count(sum(VIDEOS.values()) % PER_PAGE)
    press(page, "Previous")
    expect(videos(page)).to_have_count(PER_PAGE)
    assert lists == ["/videos"]


def test_try_again_reloads_the_library(
    page: Page, failing: Callable[[str], Callable[[], None]]
) -> None:
    visit(page, "/videos")
    give_up = failing(LISTS["/videos"])
    press(page, str(LAST_PAGE))
    give_up()
    failure = page.get_by_role("alert").filter(has_text="Failed to load videos.")
    expect(failure).to_be_visible()
    page.unroute_all()
    with page.expect_navigation(url=f"**/videos?page={LAST_PAGE}"):
        failure.get_by_role("button", name="Try Again").click()
    expect(videos(page)).to_have_count(sum(VIDEOS.values()) % PER_PAGE)


# The largest list


def test_of_5000_nominees_no_more_than_100_are_shown_at_once(page: Page, site: Site) -> None:
    [newest, *_] = site.api.get("/api/nominees/published").json()
    copy_record(site, "nominees", newest["id"], 5_000 - TOTAL)
    shown = f"{NEWEST + 5_000 - TOTAL:,} honorees"
    wait_until(page, lambda: shown in site.read_rendered("/nominees"))
    visit(page, "/nominees")
    expect(cards(page)).to_have_count(MAX_SHOWN)
    choose_year(page, "all")
    expect_status(page, "5,000 honorees")
    expect(cards(page)).to_have_count(MAX_SHOWN)
    press(page, "Show more honorees")
    expect(cards(page)).to_have_count(2 * MAX_SHOWN)
