"""Public pages work without websocket and without scripts."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, WebSocket, expect

from tests import factories
from tests.browser.content import publish_nominee, upload_image
from tests.browser.site import Site
from tests.browser.visits import visit

PHONE: ViewportSize = {"width": 375, "height": 812}

PAGES = (
    "/",
    "/about",
    "/categories",
    "/nominees",
    "/timeline",
    "/videos",
    "/gallery",
    "/partners",
    "/contact",
    "/events",
    "/blog",
    "/privacy",
    "/terms",
    "/cookies",
)


@pytest.fixture(scope="module")
def content(site: Site) -> Site:
    """The module's site with one published record of each kind."""
    image = upload_image(site)
    publish_nominee(site, "Ada Now", imageUrl=image, category="tech")
    publish_nominee(site, "Ada Before", year=2020, category="tech")
    for title in ("Arrival", "Applause"):
        site.create("/api/photos", **factories.photo_body(title=title, imageUrl=image, year=2024))
    site.create("/api/videos", **factories.video_body(title="A talk"))
    site.create("/api/events", **factories.event_body(title="Gala of the century"))
    site.create("/api/sponsors", **factories.sponsor_body(name="Sum & Co", logo_url=image))
    site.create(
        "/api/blog",
        **factories.blog_body(
            title="Why we began",
            isPublished=True,
            publishedDate="2020-01-01T00:00:00Z",
        ),
    )
    return site


def record_websockets(page: Page) -> list[WebSocket]:
    opened: list[WebSocket] = []
    page.on("websocket", lambda websocket: opened.append(websocket))
    return opened


def test_a_public_page_opens_no_websocket(page: Page, content: Site) -> None:
    opened = record_websockets(page)
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    for path in PAGES:
        visit(page, path)
        assert (opened, messages) == ([], []), path
    assert page.context.cookies() == []


def test_sending_a_form_opens_no_websocket(page: Page, content: Site) -> None:
    opened = record_websockets(page)
    visit(page, "/contact")
    newsletter = page.get_by_test_id("footer-newsletter")
    newsletter.get_by_role("textbox").fill("reader@example.org")
    newsletter.get_by_role("button").click()
    expect(page.get_by_test_id("notice")).to_contain_text("Subscribed to newsletter!")
    assert opened == []


PUBLISHED = {
    "/": ["Ada Now"],
    "/nominees": ["Ada Now", "Ada Before"],
    "/events": ["Gala of the century"],
    "/gallery": ["Arrival", "Applause"],
    "/videos": ["A talk"],
    "/partners": ["Sum & Co"],
    "/blog": ["Why we began"],
}
"""Published texts by the page that shows them."""


def test_published_content_is_shown_without_scripts(browser: Browser, content: Site) -> None:
    with browser.new_context(base_url=content.url, java_script_enabled=False) as context:
        page = context.new_page()
        loading = page.locator(".skeleton, [data-testid=spinner]").filter(visible=True)
        for path in PAGES:
            page.goto(path)
            for name in PUBLISHED.get(path, []):
                expect(page.get_by_text(name, exact=True).first).to_be_visible()
            expect(loading).to_have_count(0)


_IS_LAID_OUT_WHOLE = """() => [...document.querySelectorAll("main h1, main h2")].every(
    (heading) => heading.checkVisibility({ contentVisibilityAuto: true })
)"""
"""A screenshot of the whole page then has no empty sections."""


def test_the_whole_home_page_is_laid_out_once_loaded(page: Page, content: Site) -> None:
    page.goto("/")
    assert page.evaluate(_IS_LAID_OUT_WHOLE)


def test_a_phone_lays_out_the_whole_home_page_soon_after_loading(page: Page, content: Site) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/")
    page.wait_for_function(_IS_LAID_OUT_WHOLE)


def test_a_phone_lays_out_the_whole_home_page_without_scripts(
    browser: Browser, content: Site
) -> None:
    with browser.new_context(
        base_url=content.url, java_script_enabled=False, viewport=PHONE
    ) as context:
        page = context.new_page()
        page.goto("/")
        assert page.evaluate(_IS_LAID_OUT_WHOLE)
