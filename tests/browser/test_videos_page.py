"""Tests of the video library: filters, pages, cards, and the states of the page."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import copy_record, publish_video, upload_image
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, visit

LATER = 2027
STORED = {
    "ceremony": (2024, 8),
    "testimonials": (2023, 1),
    "panel": (2022, 2),
    "keynote": (2021, 1),
    "interviews": (LATER, 7),
    "general": (2019, 20),
}
"""Year and number of the published videos by stored category; 39 videos on 7 pages."""

LAST_PAGE = 7

FILTERS = {
    "All": 39,
    str(LATER): 7,
    "2024": 8,
    "2023": 1,
    "2022": 2,
    "2021": 1,
    "2020": 0,
    "Award Ceremony": 8,
    "Nominee Spotlight": 1,
    "Panel Discussion": 3,
    "Interview": 7,
}
"""The number of videos that each filter shows."""


@pytest.fixture(scope="module", autouse=True)
def library(site: Site) -> None:
    """Publish the videos, in the order of STORED."""
    image = upload_image(site, size=(160, 90))
    for order, (category, (year, count)) in enumerate(STORED.items()):
        video = publish_video(
            site,
            f"Of {category}",
            category=category,
            year=year,
            duration="1:00",
            thumbnailUrl=image,
            displayOrder=order,
        )
        if count > 1:
            copy_record(site, "videos", video["id"], count - 1)


@dataclass(frozen=True)
class Library:
    page: Page

    @property
    def cards(self) -> Locator:
        return self.page.get_by_test_id("video-card")

    @property
    def pagination(self) -> Locator:
        return self.page.get_by_role("navigation", name="Pagination")

    def choose(self, label: str) -> None:
        filters = self.page.get_by_test_id("video-filters")
        filters.get_by_role("button", name=label, exact=True).click()

    def turn_to(self, label: str) -> None:
        self.pagination.get_by_role("button", name=label, exact=True).click()

    def expect_page(self, number: int, of: int) -> None:
        """Wait until this page of `of` pages is shown."""
        current = self.pagination.locator("[aria-current=page]")
        expect(current).to_have_text(str(number))
        expect(self.page.get_by_role("status")).to_contain_text(f"page {number} of {of}")


@pytest.fixture
def videos(page: Page) -> Library:
    visit(page, "/videos")
    library = Library(page)
    expect(library.cards).to_have_count(6)
    return library


def test_the_page_offers_all_years_and_categories(videos: Library) -> None:
    page = videos.page
    expect(page).to_have_title(re.compile("Videos"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Event Video Library")
    buttons = page.get_by_test_id("video-filters").get_by_role("button")
    expect(buttons).to_have_text(list(FILTERS))
    expect(buttons.and_(page.locator("[aria-pressed=true]"))).to_have_text("All")
    pages = videos.pagination.get_by_role("listitem")
    expect(pages).to_have_text(["1", "2", "3", "4", "…", "7"])
    card = videos.cards.first
    expect(card.get_by_role("heading")).to_have_text("Of ceremony")
    expect(card).to_contain_text("Award Ceremony | 2024")
    expect(card.get_by_test_id("video-duration")).to_have_text("Duration 1:00")
    expect(card.get_by_role("button", name="Play Of ceremony")).to_be_visible()
    expect(card.get_by_role("button", name="Details")).to_be_visible()
    expect(card.locator("img")).to_be_visible()


def test_a_filter_shows_its_videos(videos: Library) -> None:
    for label, count in FILTERS.items():
        videos.choose(label)
        videos_in_words = "1 video" if count == 1 else f"{count} videos"
        expect(videos.page.get_by_role("status")).to_contain_text(videos_in_words)
        expect(videos.cards).to_have_count(min(count, 6))
        expect(videos.pagination).to_have_count(int(count > 6))
        if label != "All":
            expect(videos.cards.filter(has_text=label)).to_have_count(min(count, 6))
    videos.choose("2020")
    expect(videos.page.get_by_text("No videos found for the selected filter.")).to_be_visible()
    assert_accessible(videos.page)
    videos.page.get_by_role("button", name="View All Videos").click()
    videos.expect_page(1, of=LAST_PAGE)
    expect(videos.page).to_have_url(re.compile(r"/videos/?$"))


def test_filter_and_page_are_in_the_url(videos: Library) -> None:
    page = videos.page
    videos.choose("Interview")
    expect(page).to_have_url(re.compile(r"/videos/?\?filter=interview$"))
    videos.turn_to("2")
    expect(page).to_have_url(re.compile(r"/videos/?\?filter=interview&page=2$"))
    videos.expect_page(2, of=2)
    page.go_back()
    videos.expect_page(1, of=2)
    page.go_back()
    videos.expect_page(1, of=LAST_PAGE)
    expect(page).to_have_url(re.compile(r"/videos/?$"))
    visit(page, "/videos?filter=award-ceremony&page=2")
    videos.expect_page(2, of=2)
    expect(videos.cards).to_have_count(2)
    expect(page.get_by_role("button", name="Award Ceremony", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )


def test_filters_and_pages_make_no_request(videos: Library, problems: Problems) -> None:
    problems.expect("ERR_INTERNET_DISCONNECTED")
    videos.page.context.set_offline(True)
    previous = videos.pagination.get_by_role("button", name="Previous")
    following = videos.pagination.get_by_role("button", name="Next")
    expect(previous).to_be_disabled()
    videos.pagination.scroll_into_view_if_needed()
    assert videos.page.evaluate("scrollY") > 0
    following.click()
    videos.page.wait_for_function("() => scrollY === 0")
    expect(videos.page.get_by_role("status")).to_be_focused()
    videos.expect_page(2, of=LAST_PAGE)
    expect(previous).to_be_enabled()
    videos.turn_to("3")
    # Changing the filter keeps the page number.
    videos.choose("Interview")
    videos.expect_page(2, of=2)
    expect(following).to_be_disabled()
    videos.choose("All")
    videos.expect_page(3, of=LAST_PAGE)
    previous.click()
    videos.expect_page(2, of=LAST_PAGE)
