"""Every public page is accessible and stable, and needs no websocket, scripts or storage."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, WebSocket, expect

from awards_site.pages.public_pages import PUBLIC_PAGES
from awards_site.portal.navigation import ACCOUNT, nav_items
from tests.browser.content import (
    activate_cover,
    publish_event,
    publish_nominee,
    publish_photo,
    publish_sponsor,
    publish_video,
    upload_image,
)
from tests.browser.heads import assert_complete, meta, structured_data
from tests.browser.problems import Problems
from tests.browser.site import ADMIN, Site
from tests.browser.visits import (
    MAX_LAYOUT_SHIFT,
    PHONE,
    assert_accessible,
    assert_no_horizontal_scroll,
    record_layout_shifts,
    visit,
    visit_and_load,
)
from tests.factories import blog_body

PUBLISHED = {
    "/": ["Ada Now"],
    "/nominees": ["Ada Now", "Ada Before"],
    "/events": ["Gala of the century"],
    "/gallery": ["Arrival", "Applause"],
    "/videos": ["A talk"],
    "/partners": ["Sum & Co"],
    "/blog": ["Why we began"],
    "/nominees/1": ["Ada Now"],
    "/events/1": ["Gala of the century"],
    "/blog/why-we-began": ["Why we began"],
}
"""Published texts by the page that shows them."""
UNKNOWN = "/no-such-page"
PAGES = [page.route for page in PUBLIC_PAGES if not page.records]
SIGNED_OUT = [path for path in PAGES if path.startswith("/auth")]
PAGES = [path for path in PAGES if path != "/404" and path not in SIGNED_OUT]
PAGES += [path for path in PUBLISHED if path not in PAGES]
PHONE_SIZE: ViewportSize = {"width": PHONE, "height": 812}
DESKTOP_SIZE: ViewportSize = {"width": 1280, "height": 800}


@pytest.fixture(scope="module", autouse=True)
def content(site: Site) -> None:
    """Publish records of each kind."""
    image = upload_image(site)
    publish_nominee(site, "Ada Now", imageUrl=image)
    publish_nominee(site, "Ada Before", year=2020)
    for title in ("Arrival", "Applause"):
        publish_photo(site, title, imageUrl=image, year=2024)
    publish_video(site, "A talk", thumbnailUrl=image)
    publish_event(site, "Gala of the century", "2100-06-01T18:00:00Z", "2100-06-01T22:00:00Z")
    publish_sponsor(site, "Sum & Co", logo_url=image)
    activate_cover(site, "The gala", image_url=image)
    site.create("/api/blog", **blog_body(title="Why we began", isPublished=True))


def record_websockets(page: Page) -> list[WebSocket]:
    opened: list[WebSocket] = []
    page.on("websocket", lambda websocket: opened.append(websocket))
    return opened


@pytest.mark.parametrize("path", [*PAGES, "/events?view=list", UNKNOWN])
def test_a_page_is_accessible_and_stable(page: Page, problems: Problems, path: str) -> None:
    problems.expect(rf"404 \(Not Found\).*{UNKNOWN}")
    opened = record_websockets(page)
    shifted = record_layout_shifts(page)
    for size in (DESKTOP_SIZE, PHONE_SIZE):
        page.set_viewport_size(size)
        visit_and_load(page, path)
        assert shifted() <= MAX_LAYOUT_SHIFT
        assert_no_horizontal_scroll(page)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    assert_accessible(page)
    assert (opened, page.context.cookies()) == ([], [])


@pytest.mark.parametrize("path", ["/", "/nominees", "/events", "/blog", "/about"])
def test_a_page_has_a_complete_head(page: Page, site: Site, path: str) -> None:
    visit(page, path)
    assert_complete(page, site, path)
    assert meta(page, "og:image") == f"{site.url}/share.jpg"
    if path == "/":
        assert structured_data(page)["Organization"]["url"] == f"{site.url}/"


def test_published_content_is_shown_without_scripts(browser: Browser, site: Site) -> None:
    with browser.new_context(base_url=site.url, java_script_enabled=False) as context:
        page = context.new_page()
        loading = page.locator(".skeleton, [data-testid=spinner]").filter(visible=True)
        for path in PAGES:
            site.read_rendered(path)
            page.goto(path)
            for name in PUBLISHED.get(path, []):
                expect(page.get_by_text(name, exact=True).first).to_be_visible()
            expect(loading).to_have_count(0)
        page.goto("/events")
        zone = page.get_by_test_id("every-event").locator("p")
        expect(zone).to_have_text("Times are in the time zone UTC.")
        subscribe = page.get_by_role("link", name="Subscribe to the calendar").bounding_box()
        below = page.get_by_role("heading", name="Every date").bounding_box()
        assert subscribe is not None
        assert below is not None
        assert below["y"] - subscribe["y"] < 200


REFUSALS = {
    "blocked": """
        const refuse = { get() { throw new DOMException("Denied", "SecurityError"); } };
        for (const name of ["localStorage", "sessionStorage", "BroadcastChannel", "indexedDB"])
            Object.defineProperty(window, name, refuse);
        Object.defineProperty(Document.prototype, "cookie", refuse);
    """,
    "missing": """
        for (const name of ["localStorage", "sessionStorage"])
            Object.defineProperty(window, name, { value: null });
    """,
    "full": """
        Storage.prototype.setItem = () => { throw new DOMException("", "QuotaExceededError"); };
    """,
}
"""Operations of browsers on a page's storage."""


@pytest.mark.parametrize("refusal", REFUSALS)
def test_every_page_and_screen_works_without_storage(
    page: Page, sign_in: Callable[[Page, str], None], problems: Problems, refusal: str
) -> None:
    problems.expect(rf"404 \(Not Found\).*{UNKNOWN}")
    page.add_init_script(REFUSALS[refusal])
    for path in [*PAGES, *SIGNED_OUT, UNKNOWN]:
        visit_and_load(page, path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    sign_in(page, "admin")
    for item in (*nav_items(), ACCOUNT):
        visit_and_load(page, item.path)
        heading = item.label.replace("Dashboard", f"Welcome, {ADMIN.name}")
        expect(page.get_by_role("heading", name=heading, exact=True).first).to_be_visible()
    page.reload()
    page.get_by_test_id("account-menu-button").filter(visible=True).click()
    page.get_by_role("menuitem", name="Logout").click()
    expect(page).to_have_url(re.compile("/auth$"))


_IS_LAID_OUT_WHOLE = """() => [...document.querySelectorAll("main h1, main h2")].every(
    (heading) => heading.checkVisibility({ contentVisibilityAuto: true })
)"""
"""A screenshot of the whole page then has no empty sections."""


@pytest.mark.parametrize("size", [DESKTOP_SIZE, PHONE_SIZE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_the_whole_home_page_is_laid_out_soon_after_loading(
    browser: Browser, site: Site, size: ViewportSize, scripts: bool
) -> None:
    with browser.new_context(
        base_url=site.url, viewport=size, java_script_enabled=scripts
    ) as context:
        page = context.new_page()
        page.goto("/")
        page.wait_for_function(_IS_LAID_OUT_WHOLE)
