"""Tests of the video library: filters, pages, cards, and the states of the page."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import publish_video, upload_image
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, assert_stable_at_any_width, visit

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
    """Publish the videos; the first three have an image, a broken one and none."""
    images = [upload_image(site, size=(160, 90)), "/uploads/missing.png", None]
    titles = (
        (f"{category} {number}", category, year)
        for category, (year, count) in STORED.items()
        for number in range(1, count + 1)
    )
    for order, (title, category, year) in enumerate(titles, start=1):
        publish_video(
            site,
            title,
            category=category,
            year=year,
            duration=f"{order}:00",
            description=f"What happens in {title}",
            thumbnailUrl=images[order - 1] if order <= len(images) else images[0],
            displayOrder=order,
        )


@pytest.fixture(autouse=True)
def expect_broken_images(problems: Problems, shared_problems: Problems) -> None:
    for each in (problems, shared_problems):
        each.expect(r"404 \(Not Found\).*missing")


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


# Filters


def test_the_page_offers_all_years_and_categories(videos: Library) -> None:
    expect(videos.page).to_have_title(re.compile("Videos"))
    expect(videos.page.get_by_role("heading", level=1)).to_have_text("Event Video Library")
    buttons = videos.page.get_by_test_id("video-filters").get_by_role("button")
    expect(buttons).to_have_text(list(FILTERS))
    expect(buttons.and_(videos.page.locator("[aria-pressed=true]"))).to_have_text("All")


def test_a_later_year_is_offered_if_it_has_published_videos(page: Page, site: Site) -> None:
    video = publish_video(site, "Of a later year", year=2031, isPublished=False)
    visit(page, "/videos")
    later = page.get_by_test_id("video-filters").get_by_role("button", name="2031")
    expect(page.get_by_role("button", name="2024")).to_be_visible()
    expect(later).to_have_count(0)
    site.api.put(f"/api/videos/{video['id']}", json={"isPublished": True}).raise_for_status()
    visit(page, "/videos")
    expect(later).to_be_visible()
    site.api.delete(f"/api/videos/{video['id']}")


def test_a_filter_shows_its_videos(videos: Library) -> None:
    for label, count in FILTERS.items():
        videos.choose(label)
        videos_in_words = "1 video" if count == 1 else f"{count} videos"
        expect(videos.page.get_by_role("status")).to_contain_text(videos_in_words)
        expect(videos.cards).to_have_count(min(count, 6))
        expect(videos.pagination).to_have_count(int(count > 6))
        if label != "All":
            expect(videos.cards.filter(has_text=label)).to_have_count(min(count, 6))


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


def test_a_url_with_filter_and_page_can_be_shared(page: Page) -> None:
    visit(page, "/videos?filter=award-ceremony&page=2")
    library = Library(page)
    library.expect_page(2, of=2)
    expect(library.cards).to_have_count(2)
    expect(page.get_by_role("button", name="Award Ceremony", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )


def test_filters_and_pages_make_no_request(videos: Library, problems: Problems) -> None:
    problems.expect("ERR_INTERNET_DISCONNECTED")
    frames: list[str | bytes] = []
    videos.page.context.set_offline(True)
    videos.page.on("websocket", lambda socket: socket.on("framesent", frames.append))
    videos.turn_to("2")
    videos.expect_page(2, of=LAST_PAGE)
    videos.choose("Interview")
    videos.expect_page(2, of=2)
    assert frames == []


def test_filters_without_matches_show_a_message(videos: Library) -> None:
    videos.choose("2020")
    expect(videos.page.get_by_text("No videos found for the selected filter.")).to_be_visible()
    expect(videos.pagination).to_have_count(0)
    assert_accessible(videos.page)
    videos.page.get_by_role("button", name="View All Videos").click()
    videos.expect_page(1, of=LAST_PAGE)
    expect(videos.page).to_have_url(re.compile(r"/videos/?$"))


# Pages


def test_changing_the_filter_keeps_the_page_number(page: Page) -> None:
    visit(page, "/videos?page=3")
    library = Library(page)
    library.expect_page(3, of=LAST_PAGE)
    library.choose("Interview")
    library.expect_page(2, of=2)
    library.choose("All")
    library.expect_page(3, of=LAST_PAGE)


def test_the_pagination_shows_its_window(page: Page) -> None:
    visit(page, "/videos?page=4")
    pages = Library(page).pagination.get_by_role("listitem")
    expect(pages).to_have_text(["1", "…", "3", "4", "5", "…", "7"])


def test_previous_and_next_are_disabled_at_the_ends(videos: Library) -> None:
    previous = videos.pagination.get_by_role("button", name="Previous")
    following = videos.pagination.get_by_role("button", name="Next")
    expect(previous).to_be_disabled()
    following.click()
    videos.expect_page(2, of=LAST_PAGE)
    expect(previous).to_be_enabled()
    videos.turn_to("7")
    expect(following).to_be_disabled()
    expect(videos.cards).to_have_count(3)
    previous.click()
    videos.expect_page(6, of=LAST_PAGE)


def test_a_page_change_scrolls_and_moves_the_focus_to_the_top(videos: Library) -> None:
    videos.pagination.scroll_into_view_if_needed()
    assert videos.page.evaluate("scrollY") > 0
    videos.turn_to("Next")
    videos.page.wait_for_function("() => scrollY === 0")
    expect(videos.page.get_by_role("status")).to_be_focused()


# Cards


def test_a_card_shows_title_category_year_and_duration(videos: Library) -> None:
    card = videos.cards.first
    expect(card.get_by_role("heading")).to_have_text("ceremony 1")
    expect(card).to_contain_text("Award Ceremony | 2024")
    expect(card.get_by_test_id("video-duration")).to_have_text("Duration 1:00")
    expect(card.get_by_role("button", name="Play ceremony 1")).to_be_visible()
    expect(card.get_by_role("button", name="Details")).to_be_visible()
    expect(card.locator("img")).to_be_visible()


# States


def test_the_page_fits_any_width_without_layout_shift(page: Page) -> None:
    assert_stable_at_any_width(page, "/videos", Library(page).cards.nth(5))
    expect(Library(page).cards).to_have_count(6)
