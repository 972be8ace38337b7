"""Tests of the photo gallery: filters, tiles, the lightbox, and the states of the page."""

import re
from dataclasses import dataclass
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import publish_photo, upload_image
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import (
    assert_accessible,
    assert_no_horizontal_scroll,
    assert_stable_at_any_width,
    visit,
)

WIDE, UPRIGHT = (300, 200), (160, 200)

PHOTOS: list[tuple[str, str, int | None]] = [
    ("Curtain up", "ceremony", 2024),
    ("Her trophy", "winners", 2024),
    ("The talk", "conference", 2023),
    ("The bench", "workshop", 2024),
    ("At the bar", "events", 2023),
    ("The house", "general", None),
    ("Broken", "general", 2022),
]
"""Title, stored category and year of the published photos, in display order."""

TITLES = [title for title, _, _ in PHOTOS]

TABS = {
    "All": TITLES,
    "Ceremony": ["Curtain up"],
    "Winners": ["Her trophy"],
    "Sessions": ["The talk", "The bench"],
    "Networking": ["At the bar"],
    "General": ["The house", "Broken"],
}
YEARS = {
    "All Years": TITLES,
    "2024": ["Curtain up", "Her trophy", "The bench"],
    "2023": ["The talk", "At the bar"],
    "2022": ["Broken"],
}


@pytest.fixture(scope="module", autouse=True)
def photos(site: Site) -> None:
    """Publish the photos; the second is upright, the last one's image is missing."""
    for order, (title, category, year) in enumerate(PHOTOS, start=1):
        image = upload_image(site, size=UPRIGHT if order == 2 else WIDE)
        publish_photo(
            site,
            title,
            imageUrl="/uploads/missing.png" if title == "Broken" else image,
            altText=f"What is seen in {title}",
            description=f"Description of {title}",
            category=category,
            year=year,
            displayOrder=order,
        )


@pytest.fixture(autouse=True)
def expect_broken_images(problems: Problems) -> None:
    problems.expect(r"404 \(Not Found\).*missing")


@dataclass(frozen=True)
class Gallery:
    page: Page

    @property
    def tiles(self) -> Locator:
        return self.page.get_by_test_id("photos").get_by_role("button")

    @property
    def lightbox(self) -> Locator:
        return self.page.get_by_test_id("lightbox")

    @property
    def viewed(self) -> Locator:
        return self.lightbox.locator("[role=group]:not([inert])").get_by_role("img")

    def expect_titles(self, titles: list[str]) -> None:
        """Wait until just these photos are shown, in this order."""
        expect(self.tiles).to_have_count(len(titles))
        for number, title in enumerate(titles):
            expect(self.tiles.nth(number)).to_have_attribute("aria-label", f"View {title}")

    def open(self, title: str) -> None:
        self.page.get_by_role("button", name=f"View {title}").click()
        self.expect_viewed(title)

    def expect_viewed(self, title: str) -> None:
        """Wait until the viewer shows this photo and its caption."""
        expect(self.viewed).to_have_attribute("alt", f"What is seen in {title}")
        expect(self.page.get_by_role("dialog", name=title, exact=True)).to_be_visible()
        expect(self.lightbox.get_by_role("heading", name=title)).to_be_visible()
        expect(self.lightbox.get_by_text(f"Description of {title}")).to_be_visible()


@pytest.fixture
def gallery(page: Page) -> Gallery:
    visit(page, "/gallery")
    gallery = Gallery(page)
    expect(gallery.tiles).to_have_count(len(PHOTOS))
    return gallery


# Filters


def test_the_filters_are_the_present_years_and_the_categories(gallery: Gallery) -> None:
    expect(gallery.page).to_have_title(re.compile("Gallery"))
    expect(gallery.page.get_by_role("heading", level=1)).to_have_text("Photo Gallery")
    gallery.expect_titles(TITLES)
    years = gallery.page.get_by_role("group", name="Year").get_by_role("button")
    expect(years).to_have_text(list(YEARS))
    tabs = gallery.page.get_by_role("tablist", name="Category").get_by_role("tab")
    expect(tabs).to_have_text(list(TABS))
    expect(gallery.page.get_by_role("tab", selected=True)).to_have_text("All")


def test_a_tab_shows_its_category(gallery: Gallery) -> None:
    for label, titles in reversed(TABS.items()):
        gallery.page.get_by_role("tab", name=label).click()
        gallery.expect_titles(titles)
        panel = gallery.page.get_by_role("tabpanel", name=label)
        expect(panel.get_by_test_id("photo")).to_have_count(len(titles))


def test_a_year_shows_its_photos(gallery: Gallery) -> None:
    for label, titles in reversed(YEARS.items()):
        button = gallery.page.get_by_role("button", name=label, exact=True)
        button.click()
        gallery.expect_titles(titles)
        expect(button).to_have_attribute("aria-pressed", "true")


def test_the_filters_combine_and_are_in_the_url(gallery: Gallery) -> None:
    page = gallery.page
    page.get_by_role("button", name="2024", exact=True).click()
    page.get_by_role("tab", name="Sessions").click()
    gallery.expect_titles(["The bench"])
    expect(page).to_have_url(re.compile(r"/gallery/?\?year=2024&category=sessions$"))
    page.go_back()
    gallery.expect_titles(YEARS["2024"])
    page.go_back()
    gallery.expect_titles(TITLES)


def test_filters_without_matches_show_a_message(page: Page) -> None:
    visit(page, "/gallery?year=2022&category=winners")
    expect(page.get_by_text("No images found matching the selected filters.")).to_be_visible()
    assert_accessible(page)


# Tiles


def test_a_tile_has_alternative_text_and_the_aspect_ratio(gallery: Gallery) -> None:
    for title, size in (("Curtain up", WIDE), ("Her trophy", UPRIGHT)):
        box = gallery.page.get_by_role("button", name=f"View {title}").bounding_box()
        assert box is not None
        assert box["width"] / box["height"] == pytest.approx(size[0] / size[1], rel=0.02)
    tile = gallery.page.get_by_role("button", name="View Curtain up")
    expect(tile).to_have_accessible_description("What is seen in Curtain up")
    expect(tile.get_by_role("img")).to_have_attribute("alt", "What is seen in Curtain up")


# The lightbox


def test_the_lightbox_is_loaded_when_it_is_first_opened(gallery: Gallery) -> None:
    loaded: list[str] = []
    gallery.page.on("requestfinished", lambda request: loaded.append(request.url))
    # The first click loads deferred scripts.
    with gallery.page.expect_request_finished(lambda request: "/toast" in request.url):
        gallery.page.get_by_role("heading", level=1).click()
    assert not [url for url in loaded if "lightbox" in url]
    gallery.open("Curtain up")
    assert [url for url in loaded if "lightbox_viewer" in url]


def test_the_lightbox_moves_through_the_filtered_photos(page: Page) -> None:
    visit(page, "/gallery?year=2024")
    gallery = Gallery(page)
    gallery.open("Her trophy")
    expect(gallery.lightbox).to_contain_text("2 / 3")
    page.keyboard.press("ArrowRight")
    gallery.expect_viewed("The bench")
    page.keyboard.press("ArrowLeft")
    gallery.expect_viewed("Her trophy")
    gallery.lightbox.get_by_role("button", name="Previous photo").click()
    gallery.expect_viewed("Curtain up")
    gallery.lightbox.get_by_role("button", name="Next photo").click()
    gallery.expect_viewed("Her trophy")


def test_swipes_move_the_lightbox(gallery: Gallery) -> None:
    gallery.open("Curtain up")
    mouse = gallery.page.mouse
    mouse.move(900, 400)
    mouse.down()
    mouse.move(300, 405, steps=8)
    mouse.up()
    gallery.expect_viewed("Her trophy")


def test_the_previous_and_next_photos_are_preloaded(gallery: Gallery) -> None:
    gallery.open("Her trophy")
    ahead = gallery.lightbox.locator("[inert] img")
    expect(ahead.and_(gallery.page.locator("[alt='What is seen in The talk']"))).to_have_count(1)
    expect(ahead.and_(gallery.page.locator("[alt='What is seen in Curtain up']"))).to_have_count(1)


def test_page_scrolling_is_locked_and_restored(gallery: Gallery) -> None:
    page = gallery.page
    page.set_viewport_size({"width": 1280, "height": 500})
    tile = page.get_by_role("button", name="View The bench")
    tile.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    assert before > 0
    gallery.open("The bench")
    expect(page.locator("body")).to_have_css("overflow-y", "hidden")
    page.mouse.move(640, 250)
    page.mouse.wheel(0, 400)
    assert page.evaluate("scrollY") == before
    page.keyboard.press("Escape")
    expect(gallery.lightbox).to_have_count(0)
    expect(page.locator("body")).not_to_have_css("overflow-y", "hidden")
    assert page.evaluate("scrollY") == before
    page.mouse.wheel(0, 200)
    page.wait_for_function("(before) => scrollY > before", arg=before)


def test_closing_returns_the_focus_to_the_photo(gallery: Gallery) -> None:
    escape = partial(gallery.page.keyboard.press, "Escape")
    for close in (escape, gallery.lightbox.get_by_role("button", name="Close").click):
        gallery.open("The talk")
        close()
        expect(gallery.lightbox).to_have_count(0)
        expect(gallery.page.get_by_role("button", name="View The talk")).to_be_focused()


def test_the_lightbox_is_accessible(gallery: Gallery) -> None:
    gallery.open("Curtain up")
    for width in (1280, 320):
        gallery.page.set_viewport_size({"width": width, "height": 700})
        assert_accessible(gallery.page)
        assert_no_horizontal_scroll(gallery.page)


def test_the_page_works_if_the_lightbox_cannot_be_loaded(
    gallery: Gallery, problems: Problems
) -> None:
    problems.expect("ERR_FAILED")
    # The first click loads the script of notices.
    with gallery.page.expect_request_finished(lambda request: "/toast" in request.url):
        gallery.page.get_by_role("heading", level=1).click()
    gallery.page.route("**/*lightbox_viewer*", lambda route: route.abort())
    gallery.page.get_by_role("button", name="View Curtain up").click()
    notice = gallery.page.get_by_text("The photo cannot be opened now", exact=True)
    expect(notice).to_be_visible()
    expect(gallery.tiles).to_have_count(len(PHOTOS))


# States


def test_the_page_fits_any_width_without_layout_shift(page: Page) -> None:
    assert_stable_at_any_width(page, "/gallery", Gallery(page).tiles.nth(len(PHOTOS) - 1))
    expect(Gallery(page).tiles).to_have_count(len(PHOTOS))
