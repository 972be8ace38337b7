"""Tests of the video library with too many videos to load at once."""

from math import ceil

import pytest
from playwright.sync_api import Locator, Page, expect

from awards_site.ui.lists.editions import MAX_AT_ONCE
from tests.browser.content import copy_record, publish_video
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import hold_requests, record_paths, visit, wait_until

NEWEST, SECOND = 8, 5
"""The numbers of videos of 2024 and 2023."""
TOTAL = NEWEST + SECOND + MAX_AT_ONCE
PER_PAGE = 6
LAST_PAGE, LAST_TALKS = ceil(TOTAL / PER_PAGE), ceil(MAX_AT_ONCE / PER_PAGE)
"""The number of pages of all videos, and of those of 2012."""


@pytest.fixture(scope="module", autouse=True)
def videos(site: Site) -> None:
    """Publish more videos than a page loads at once, most of them of the oldest year."""

    def publish(title: str, year: int, category: str, count: int) -> None:
        video = publish_video(site, title, year=year, category=category)
        copy_record(site, "videos", video["id"], count - 1)

    publish("Gala of 2024", 2024, "ceremony", NEWEST)
    publish("Gala of 2023", 2023, "ceremony", SECOND)
    publish("Talk of 2012", 2012, "interviews", MAX_AT_ONCE)


@pytest.fixture
def requests(page: Page) -> list[str]:
    """The paths of the API's lists of videos that the page has read."""
    return record_paths(page, "/videos")


def cards(page: Page) -> Locator:
    return page.get_by_test_id("video-card")


def press(page: Page, label: str) -> None:
    page.get_by_role("button", name=label, exact=True).click()


def expect_status(page: Page, text: str) -> None:
    expect(page.get_by_role("status").filter(has_text=text)).to_be_visible()


def test_the_page_arrives_with_the_newest_videos_only(page: Page, site: Site) -> None:
    html = site.read_rendered("/videos")
    assert "Gala of 2024" in html
    assert "Gala of 2023" not in html
    visit(page, "/videos")
    expect(cards(page)).to_have_count(6)
    expect_status(page, f"{TOTAL} videos, page 1 of {LAST_PAGE}")


def test_a_page_is_read_when_it_is_chosen(page: Page, requests: list[str]) -> None:
    visit(page, "/videos")
    press(page, "2")
    expect(cards(page).filter(has_text="Gala of 2024")).to_have_count(2)
    expect(cards(page).filter(has_text="Gala of 2023")).to_have_count(4)
    press(page, str(LAST_PAGE))
    expect(cards(page).filter(has_text="Talk of 2012")).to_have_count(TOTAL % PER_PAGE)
    page.go_back()
    expect(cards(page).filter(has_text="Gala of 2023")).to_have_count(4)
    press(page, "3")
    expect(cards(page).filter(has_text="Gala of 2023")).to_have_count(1)
    expect(cards(page).filter(has_text="Talk of 2012")).to_have_count(5)
    assert requests.count("/videos/year/2023") == requests.count("/videos/year/2012") == 1
    assert "/videos" not in requests


def test_a_filter_reads_its_videos(page: Page, requests: list[str]) -> None:
    visit(page, "/videos")
    press(page, "2023")
    expect(cards(page).filter(has_text="Gala of 2023")).to_have_count(SECOND)
    expect_status(page, f"{SECOND} videos")
    press(page, "Award Ceremony")
    expect_status(page, f"{NEWEST + SECOND} videos, page 1 of 3")
    expect(cards(page)).to_have_count(6)
    assert "/videos/category/award-ceremony" in requests
    press(page, "Interview")
    expect_status(page, f"{MAX_AT_ONCE} videos, page 1 of {LAST_TALKS}")
    expect(cards(page).filter(has_text="Talk of 2012")).to_have_count(6)
    press(page, "2022")
    expect(page.get_by_text("No videos found for the selected filter.")).to_be_visible()
    press(page, "View All Videos")
    expect_status(page, f"{TOTAL} videos, page 1 of {LAST_PAGE}")


def test_the_address_of_a_year_arrives_with_it(page: Page, site: Site, requests: list[str]) -> None:
    def html() -> str:
        return site.api.get("/videos?filter=2012").text

    wait_until(page, lambda: "Talk of 2012" in html())
    assert "Gala of 2024" not in html()
    visit(page, "/videos?filter=2012&page=2")
    expect_status(page, f"page 2 of {LAST_TALKS}")
    expect(cards(page)).to_have_count(6)
    assert "/videos/year/2024" not in requests


def test_a_shared_page_number_shows_that_page(page: Page) -> None:
    visit(page, "/videos?page=3")
    expect_status(page, f"page 3 of {LAST_PAGE}")
    expect(cards(page).filter(has_text="Talk of 2012")).to_have_count(5)


def test_skeletons_are_shown_while_a_page_loads(page: Page) -> None:
    release = hold_requests(page, "**/api/videos/year/2012")
    visit(page, "/videos")
    press(page, str(LAST_PAGE))
    expect(page.get_by_test_id("video-skeleton")).to_have_count(6)
    release()
    expect(cards(page)).to_have_count(TOTAL % PER_PAGE)


def test_try_again_reloads_the_page(page: Page, problems: Problems) -> None:
    problems.expect("ERR_FAILED")
    page.clock.install()
    visit(page, "/videos")
    page.route("**/api/videos/year/2023", lambda route: route.abort())
    press(page, "2")
    page.clock.run_for(10_000)
    failure = page.get_by_role("alert").filter(has_text="Failed to load videos.")
    expect(failure).to_be_visible()
    page.unroute_all()
    with page.expect_navigation(url="**/videos?page=2"):
        failure.get_by_role("button", name="Try Again").click()
    expect(cards(page)).to_have_count(6)
    expect_status(page, f"page 2 of {LAST_PAGE}")


def test_without_scripts_links_lead_to_the_years(site: Site) -> None:
    html = site.read_rendered("/videos")
    for year in (2024, 2023, 2012):
        assert f'href="?filter={year}"' in html
