"""No text that people type, and no size of text, makes a page wider or covers its neighbour."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from awards_site.public_pages import PUBLIC_PAGES
from tests import factories
from tests.browser.content import publish_nominee, upload_image
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import WIDTHS, assert_no_horizontal_scroll, visit

WORD = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunter"
ARABIC = "المستشفىالتخصصيللأطفالوالنساءفيالمدينةالمنورةالجامعيةالحديثة"
CHINESE = "全国女性企业家年度颁奖典礼暨慈善晚宴组织委员会" * 3
FIXED = [page.route for page in PUBLIC_PAGES if page.records is None and page.route != "/404"]

_CUT_TEXTS = """() => {
    const PANELS = "li, article, figure, td, th, dt, dd, section, dialog, [role=dialog], main";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const clips = (element) => {
        for (let each = element; each; each = each.parentElement) {
            if (getComputedStyle(each).overflowX !== "visible") return each !== document.body;
        }
        return false;
    };
    const cut = [];
    while (walker.nextNode()) {
        const { parentElement, data } = walker.currentNode;
        const panel = parentElement.closest(PANELS);
        if (!data.trim() || !panel || clips(parentElement)) continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const text = range.getBoundingClientRect();
        const box = panel.getBoundingClientRect();
        if (!text.width || !box.width) continue;
        if (text.right > box.right + 1.5 || text.left < box.left - 1.5) cut.push(data.slice(0, 40));
    }
    return cut;
}"""
"""Returns the texts that are drawn outside their panel."""


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
                **factories.sponsor_body(name=f"{word}{tier}", tier=tier, is_published=True),
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


def test_long_words_wrap_on_every_public_page_at_every_width(
    page: Page, problems: Problems, pages: list[str]
) -> None:
    problems.expect("/uploads/logo-")  # A sponsor without a logo is shown by name.
    found = []
    for path in pages:
        visit(page, path)
        page.wait_for_function("() => !document.querySelector('main .skeleton')")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            cut = page.evaluate(_CUT_TEXTS)
            if wide > 0 or cut:
                found.append((path, width, wide, cut))
    assert found == []


@pytest.fixture
def large_text(browser: Browser, site: Site) -> Iterator[Page]:
    """Return a page 320 px wide whose text is twice as large as by default."""
    with browser.new_context(base_url=site.url, viewport={"width": 320, "height": 640}) as context:
        context.add_init_script(
            "addEventListener('DOMContentLoaded', () =>"
            " document.documentElement.style.fontSize = '200%')"
        )
        yield context.new_page()


def test_no_page_scrolls_sideways_with_text_of_200_percent(
    large_text: Page, pages: list[str]
) -> None:
    found = []
    for path in [*pages, "/auth"]:
        visit(large_text, path)
        wide = large_text.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            found.append((path, wide))
    assert found == []
    visit(large_text, "/about")
    large_text.get_by_role("button", name="Open menu").click()
    assert_no_horizontal_scroll(large_text)


_STATES = """selector => [...document.querySelectorAll(selector)].slice(0, 1).map((element) => {
    const { backgroundColor, outlineStyle, textDecorationLine } = getComputedStyle(element);
    return [backgroundColor, outlineStyle, textDecorationLine].join();
})"""
STATES = {
    "/nominees": [("header [aria-current=page]", "header nav a:not([aria-current])")],
    "/gallery": [
        ("[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]"),
        ("[aria-pressed=true]", "[aria-pressed=false]"),
    ],
    "/videos": [("[aria-pressed=true]", "[aria-pressed=false]")],
    "/events?month=2030-05&day=2030-05-08": [
        ("[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]"),
        ("[role=gridcell][aria-selected=true]", "[role=gridcell]:not([aria-selected])"),
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


_LIGHT_TEXTS = """() => [...document.querySelectorAll("main *")].filter((element) =>
    element.checkVisibility() && getComputedStyle(element).color !== "rgb(0, 0, 0)"
    && [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim())
).map((element) => element.textContent)"""
MAX_TOP = 300
"""The maximum height above a printed page's heading, in px."""


def test_a_printed_record_is_dark_text_that_begins_on_the_first_page(
    page: Page, pages: list[str]
) -> None:
    for path in pages[-3:]:
        visit(page, path)
        page.emulate_media(media="print")
        expect(page.get_by_test_id("site-header")).to_be_hidden()
        expect(page.get_by_test_id("site-footer")).to_be_hidden()
        assert page.evaluate(_LIGHT_TEXTS) == []
        heading = page.locator("h1").bounding_box()
        assert heading, path
        assert heading["y"] < MAX_TOP, path
        page.emulate_media(media="screen")
