"""No text that people type, and no size of text, makes a page wider or covers its neighbour."""

import pytest
from playwright.sync_api import Page, expect

from awards_site.pages.public_pages import PUBLIC_PAGES
from tests import factories
from tests.browser.content import publish_nominee, upload_image
from tests.browser.looks import CUT_TEXTS, faults_of_looks, set_text_size, sideways
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import WIDTHS, assert_no_horizontal_scroll, visit

WORD = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunter"
ARABIC = "المستشفىالتخصصيللأطفالوالنساءفيالمدينةالمنورةالجامعيةالحديثة"
CHINESE = "全国女性企业家年度颁奖典礼暨慈善晚宴组织委员会" * 3
FIXED = [page.route for page in PUBLIC_PAGES if page.records is None and page.route != "/404"]

_SMALL_TARGETS = """() => [
    ...document.querySelectorAll("a[href], button, select, textarea, summary")
]
    .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isInSentence = getComputedStyle(element).display === "inline"
            && element.parentElement.innerText.trim() !== element.innerText.trim();
        const isSmall = width > 1 && Math.min(width, height) < 24;
        return isSmall && !isInSentence && element.checkVisibility();
    }).map((element) => element.ariaLabel || element.innerText)"""
"""Returns the names of controls less than 24 px high or wide, but for links in sentences."""


@pytest.fixture(scope="module")
def pages(site: Site) -> list[str]:
    """Publish records whose texts are long words, and return the paths of all public pages."""
    image = upload_image(site)
    paths = []
    for number, word in enumerate((WORD, ARABIC, CHINESE)):
        texts = {"title": word, "description": word}
        nominee = publish_nominee(
            site,
            word,
            title=word,
            company=word,
            bio=word,
            achievements=word,
            imageUrl=image if number else None,
        )
        event = site.create(
            "/api/events",
            **factories.event_body(**texts, location=word, startDate="2030-05-07T10:00:00Z"),
        )
        site.create("/api/photos", **factories.photo_body(**texts, imageUrl=image, year=2024))
        site.create("/api/videos", **factories.video_body(**texts))
        for tier in ("platinum", "gold", "regular"):
            site.create(
                "/api/sponsors",
                **factories.sponsor_body(
                    name=f"{word}{tier}",
                    tier=tier,
                    website_url="https://example.org",
                    is_published=True,
                ),
            )
        post = site.create(
            "/api/blog",
            **factories.blog_body(
                title=word,
                excerpt=word,
                content=word,
                tags=[word[:60]],
                isPublished=True,
                publishedDate="2020-01-01T00:00:00Z",
            ),
        )
        paths += [f"/nominees/{nominee['id']}", f"/events/{event['id']}", f"/blog/{post['slug']}"]
    return [*FIXED, "/events?view=list", "/events?month=2030-05&day=2030-05-07", *paths]


_STATES = """selector => [...document.querySelectorAll(selector)].slice(0, 1).map((element) => {
    const { backgroundColor, outlineStyle, textDecorationLine } = getComputedStyle(element);
    return [backgroundColor, outlineStyle, textDecorationLine].join();
})"""
_SYSTEM_COLOURS = """selector => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.cssText = "color: SelectedItemText; background: SelectedItem";
    const coloursOf = (element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        return [color, backgroundColor].join();
    };
    const element = document.querySelector(selector);
    return [element, ...element.querySelectorAll("*")].every(
        (each) => coloursOf(each) === coloursOf(probe)
    );
}"""
"""Says whether a selected element, and all in it, has the user's colours of selections."""
STATES = {
    "/nominees": [("header [aria-current=page]", "header nav a:not([aria-current])")],
    "/gallery": [
        ("[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]"),
        ("[aria-pressed=true]", "[aria-pressed=false]"),
    ],
    "/videos": [("[aria-pressed=true]", "[aria-pressed=false]")],
    "/events?month=2030-05&day=2030-05-08": [
        ("[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]"),
        (
            "[role=gridcell][aria-selected=true] button",
            "[role=gridcell]:not([aria-selected]) button",
        ),
        ("button[data-marked]", "[role=gridcell] button:not([data-marked])"),
    ],
    "/events": [
        ("[aria-current=date]", "[role=gridcell] button:not([aria-current], [data-marked])")
    ],
}
"""Selectors of an element in a state and of one without it, by the page."""


def test_every_state_is_told_apart_in_forced_colours(page: Page, pages: list[str]) -> None:
    page.emulate_media(forced_colors="active")
    for path, pairs in STATES.items():
        visit(page, path)
        for on, off in pairs:
            page.wait_for_selector(on)
            shown = [page.evaluate(_STATES, each) for each in (on, off)]
            assert all(shown), (path, on)
            assert shown[0] != shown[1], (path, on)
            if "=true]" in on or "=page]" in on:
                assert page.evaluate(_SYSTEM_COLOURS, on), (path, on)


_LIGHT_TEXTS = """() => [...document.querySelectorAll("main *")].filter((element) =>
    element.checkVisibility()
    && (getComputedStyle(element).color !== "rgb(0, 0, 0)" || element.closest(".opacity-70")
        && getComputedStyle(element.closest(".opacity-70")).opacity !== "1")
    && [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim())
).map((element) => element.textContent)"""
_CONTENT = """() => [...document.querySelectorAll("main :is(h1, h2, h3, img, td > button)")].filter(
    (element) => !element.closest("form, nav, [aria-hidden=true]") && element.checkVisibility()
        && (element.matches("img") || element.innerText.trim())
).map((element) => element.alt ?? element.innerText)"""
"""Returns the headings, images and days that are shown."""
MAX_TOP = 300
"""The maximum height above a printed page's heading, in px."""


def test_every_public_page_holds_long_words_at_any_width_and_text_size_and_in_print(
    page: Page, problems: Problems, pages: list[str]
) -> None:
    problems.expect("/uploads/logo-")  # A sponsor without a logo is shown by name.
    faults: dict[tuple[str, str], object] = {}
    for path in pages:
        visit(page, path)
        page.wait_for_function("() => !document.querySelector('main .skeleton')")
        found: dict[str, object] = {}
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            found[f"wide at {width}"] = max(0, sideways(page))
            found[f"cut at {width}"] = page.evaluate(CUT_TEXTS)
            found[f"small at {width}"] = page.evaluate(_SMALL_TARGETS)
        found["missing in print"], found["light in print"], found["low in print"] = printed(page)
        found |= faults_of_looks(page)
        page.set_viewport_size({"width": 320, "height": 640})
        set_text_size(page, "200%")
        found["wide with large text at 320"] = max(0, sideways(page))
        faults |= {(path, fault): value for fault, value in found.items() if value}
    assert faults == {}


def printed(page: Page) -> tuple[list[str], list[str], float]:
    """Return what is missing or light in print, and how low the heading is, if too low."""
    # Images that are out of sight are loaded when the page gets shorter; some are missing, and what
    # stands for them comes a moment later.
    page.evaluate("for (const image of document.images) image.loading = 'eager'")
    page.wait_for_function("() => [...document.images].every(({ naturalWidth }) => naturalWidth)")
    shown = page.evaluate(_CONTENT)
    page.emulate_media(media="print")
    expect(page.get_by_test_id("site-header")).to_be_hidden()
    expect(page.get_by_test_id("site-footer")).to_be_hidden()
    heading = page.locator("h1").bounding_box()
    assert heading, page.url
    top = heading["y"] if heading["y"] >= MAX_TOP else 0
    missing = sorted({*shown} - {*page.evaluate(_CONTENT)})
    light: list[str] = page.evaluate(_LIGHT_TEXTS)
    page.emulate_media(media="screen")
    return missing, light, top


def test_the_open_menu_fits_a_phone_with_large_text(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    visit(page, "/about")
    set_text_size(page, "200%")
    page.get_by_role("button", name="Open menu").click()
    assert_no_horizontal_scroll(page)


def test_the_name_in_the_header_stands_on_one_line_on_the_narrowest_phone(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    visit(page, "/about")
    lines = "name => name.offsetHeight / parseFloat(getComputedStyle(name).lineHeight)"
    assert page.get_by_test_id("site-header").get_by_text("WEA").evaluate(lines) == 1
