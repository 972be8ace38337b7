"""Tests of the photo gallery: filters, tiles, the lightbox, and the states of the page."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.content import publish_photo, upload_image
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import (
    assert_accessible,
    assert_no_horizontal_scroll,
    visit,
    wait_for_animations,
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

    def viewed_width(self) -> float:
        return float(self.viewed.evaluate("image => image.getBoundingClientRect().width"))

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


def test_the_filters_combine_and_are_in_the_url(gallery: Gallery) -> None:
    page = gallery.page
    expect(page).to_have_title(re.compile("Gallery"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Photo Gallery")
    gallery.expect_titles(TITLES)
    years = page.get_by_role("group", name="Year").get_by_role("button")
    expect(years).to_have_text(list(YEARS))
    expect(page.get_by_role("tablist", name="Category").get_by_role("tab")).to_have_text(list(TABS))
    expect(page.get_by_role("tab", selected=True)).to_have_text("All")
    for label, titles in reversed(TABS.items()):
        page.get_by_role("tab", name=label).click()
        gallery.expect_titles(titles)
        panel = page.get_by_role("tabpanel", name=label)
        expect(panel.get_by_test_id("photo")).to_have_count(len(titles))
    for label, titles in YEARS.items():
        button = page.get_by_role("button", name=label, exact=True)
        button.click()
        gallery.expect_titles(titles)
        expect(button).to_have_attribute("aria-pressed", "true")
    page.get_by_role("tab", name="Winners").click()
    expect(page.get_by_text("No images found matching the selected filters.")).to_be_visible()
    assert_accessible(page)
    expect(page).to_have_url(re.compile(r"/gallery/?\?year=2022&category=winners$"))
    page.go_back()
    gallery.expect_titles(YEARS["2022"])
    page.go_back()
    gallery.expect_titles(YEARS["2023"])


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
    for title in ("Curtain up", "The bench"):
        beside = page.locator(f"[inert] [alt='What is seen in {title}']")
        expect(gallery.lightbox.locator(beside)).to_have_count(1)
    page.keyboard.press("ArrowRight")
    gallery.expect_viewed("The bench")
    page.keyboard.press("ArrowLeft")
    gallery.expect_viewed("Her trophy")
    gallery.lightbox.get_by_role("button", name="Previous photo").click()
    gallery.expect_viewed("Curtain up")
    gallery.lightbox.get_by_role("button", name="Next photo").click()
    gallery.expect_viewed("Her trophy")
    page.mouse.move(900, 400)
    page.mouse.down()
    page.mouse.move(300, 405, steps=8)
    page.mouse.up()
    gallery.expect_viewed("The bench")
    page.set_viewport_size({"width": 320, "height": 700})
    assert_accessible(page)
    assert_no_horizontal_scroll(page)


Fingers = list[tuple[float, float]]

ENLARGING: dict[str, list[Fingers]] = {
    "apart on the photo": [[(160, 370), (200, 370)], [(90, 340), (280, 400)]],
    "one finger first": [
        [(180, 370)],
        [(140, 375)],
        [(140, 375), (200, 370)],
        [(40, 370), (340, 370)],
    ],
    "apart above the photo": [[(180, 160), (200, 160)], [(60, 160), (320, 160)]],
    "one upwards": [[(180, 370), (180, 400)], [(180, 250), (180, 400)]],
    "one downwards": [[(180, 370), (180, 400)], [(180, 370), (180, 550)]],
    "two taps": [[(190, 370)], [], [(190, 370)]],
}
OTHER: dict[str, list[Fingers]] = {
    "together": [[(60, 370), (300, 370)], [(160, 370), (200, 370)]],
    "apart from the caption": [[(180, 690), (190, 690)], [(40, 690), (330, 690)]],
    "one on the caption": [[(180, 690), (190, 160)], [(40, 690), (330, 160)]],
    "from the edges": [[(4, 300), (371, 300)], [(120, 300), (250, 300)]],
}
"""Positions of fingers in a window of 375 x 740 px, one step after the other."""

IS_VISIBLE = """(element) => {
    const area = visualViewport, rounding = 0.01;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left >= area.offsetLeft && right <= area.offsetLeft + area.width + rounding
        && top >= area.offsetTop && bottom <= area.offsetTop + area.height + rounding;
}"""


class Touchscreen:
    """Touches the visible area of a page, whose size is that of the window, also when zoomed."""

    def __init__(self, page: Page) -> None:
        self._page, self._devtools = page, page.context.new_cdp_session(page)

    def zoom_in(self) -> None:
        """Enlarge the page, and return once that has ended; fingers would let it slide on."""
        self._devtools.send("Input.synthesizePinchGesture", {"x": 200, "y": 400, "scaleFactor": 2})

    def gesture(self, steps: list[Fingers]) -> None:
        """Put fingers on the screen, move them, and take them away."""
        scale = self._page.evaluate("visualViewport.scale")
        touching = 0
        for fingers in [*steps, []]:
            points = [
                {"id": number, "x": x / scale, "y": y / scale}
                for number, (x, y) in enumerate(fingers)
            ]
            moving = "touchMove" if points else "touchEnd"
            kind = "touchStart" if len(points) > touching else moving
            self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            touching = len(points)


@pytest.mark.parametrize("page_is_zoomed", [False, True])
def test_two_fingers_enlarge_the_photo_and_never_change_it(
    browser: Browser, site: Site, page_is_zoomed: bool
) -> None:
    phone = browser.new_context(
        base_url=site.url, viewport={"width": 375, "height": 740}, has_touch=True, is_mobile=True
    )
    page = phone.new_page()
    gallery, touchscreen = Gallery(page), Touchscreen(page)
    visit(page, "/gallery")
    if page_is_zoomed:
        touchscreen.zoom_in()
        assert page.evaluate("visualViewport.scale") == pytest.approx(2)
        assert page.evaluate("visualViewport.offsetLeft") > 0
    page.get_by_role("button", name="View The bench").dispatch_event("click")
    gallery.expect_viewed("The bench")
    for name in ("Close", "Previous photo", "Next photo"):
        button = gallery.lightbox.get_by_role("button", name=name)
        assert button.evaluate(IS_VISIBLE), name
    initial = gallery.viewed_width()
    for name, steps in (ENLARGING | OTHER).items():
        touchscreen.gesture(steps)
        wait_for_animations(page)
        gallery.expect_viewed("The bench")
        assert (gallery.viewed_width() > 1.5 * initial) == (name in ENLARGING), name
        page.keyboard.press("Control+0")
        wait_for_animations(page)
    phone.close()


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
    expect(tile).to_be_focused()
    expect(page.locator("body")).not_to_have_css("overflow-y", "hidden")
    assert page.evaluate("scrollY") == before
    page.mouse.wheel(0, 200)
    page.wait_for_function("(before) => scrollY > before", arg=before)
    gallery.open("The bench")
    gallery.lightbox.get_by_role("button", name="Close").click()
    expect(gallery.lightbox).to_have_count(0)
    expect(tile).to_be_focused()


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
