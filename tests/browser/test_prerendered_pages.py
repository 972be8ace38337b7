"""Prerendered pages: published content, and clicks before hydration."""

import re
import time

import httpx
import psutil
import pytest
from playwright.sync_api import Page, expect

from awards_site.pages.public_pages import PUBLIC_PAGES
from awards_site.portal.gateway import PAGES_PENDING
from tests.browser.content import publish_event, publish_nominee
from tests.browser.site import Site
from tests.browser.visits import visit

NASTY = 'Ada </script><script>window.stolen=1</script> "O\'Neill" & Söhne'
HIDDEN = "Erna Unpublished"
PUBLISH_SECONDS = 10.0
"""The maximum delay of publishing, on a machine that is busy with tests."""


@pytest.fixture(scope="module")
def published(site: Site) -> dict[str, str]:
    """Publish one of each, and return the names by the page that shows them."""
    publish_nominee(site, "Grace Published")
    publish_nominee(site, NASTY)
    publish_nominee(site, HIDDEN, isPublished=False)
    publish_event(site, "A Workshop of Tests", "2090-01-02T10:00:00Z", "2090-01-02T12:00:00Z")
    return {
        "/": "Grace Published",
        "/nominees": "Grace Published",
        "/events": "A Workshop of Tests",
    }


def html(site: Site, path: str) -> str:
    return httpx.get(f"{site.url}{path}").text


def assert_shown(url: str, path: str, name: str) -> None:
    """Assert that a name appears in a page's HTML within PUBLISH_SECONDS."""
    end = time.monotonic() + PUBLISH_SECONDS
    while name not in httpx.get(f"{url}{path}").text:
        assert time.monotonic() < end, f"{name} is not in {path}"
        time.sleep(0.01)


def test_markup_in_a_name_is_escaped(page: Page, published: dict[str, str]) -> None:
    visit(page, "/nominees")
    expect(page.get_by_role("heading").get_by_text("Ada </script><script>")).to_be_visible()
    assert page.evaluate("window.stolen") is None


PAINTED_BEFORE = """() => {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const entries = performance.getEntriesByType("resource");
  const fonts = entries.filter(({ name }) => name.endsWith("woff2"));
  return fonts.length > 1 && fonts.every(({ startTime }) => startTime >= paint.startTime);
}"""
"""Whether fonts were requested, none of them before the first paint."""
LOADED_BEFORE_PAINT = PAINTED_BEFORE.replace(">=", "<")
"""Whether fonts were requested, all of them before the first paint."""


def test_fonts_do_not_delay_the_first_paint(page: Page, published: dict[str, str]) -> None:
    page.goto("/nominees")
    page.wait_for_function(PAINTED_BEFORE)
    page.wait_for_function("""() => document.fonts.check('1em "Fraunces Variable"')""")


def test_a_second_page_preloads_its_fonts(page: Page, published: dict[str, str]) -> None:
    page.goto("/nominees")
    page.get_by_role("link", name="About", exact=True).first.click()
    expect(page).to_have_url(re.compile("/about"))
    page.wait_for_function(LOADED_BEFORE_PAINT)


def test_incomplete_sections_are_not_painted(page: Page, site: Site) -> None:
    read, arrow, _ = html(site, "/").partition('<a aria-label="Scroll down')
    assert arrow
    page.route(f"{site.url}/", lambda route: route.fulfill(body=read, content_type="text/html"))
    page.goto("/")
    expect(page.get_by_role("link", name="WEA home")).to_be_visible()
    expect(page.get_by_test_id("hero").locator("h1")).to_be_hidden()
    page.unroute(f"{site.url}/")
    page.goto("/")
    expect(page.get_by_test_id("hero").locator("h1")).to_be_visible()


def test_pages_with_equal_content_have_equal_bytes(site: Site, published: dict[str, str]) -> None:
    past = publish_event(site, "A Past Workshop", "2020-01-02T10:00:00Z", "2020-01-02T12:00:00Z")
    nominee = publish_nominee(site, "Wanda Winner")
    fixed = [page.route for page in PUBLIC_PAGES if not page.records]
    event_path = f"/events/{past['id']}-a-past-workshop"
    paths = [*fixed, event_path, f"/nominees/{nominee['id']}-wanda-winner"]

    def read() -> dict[str, str]:
        return {path: site.read_rendered(path) for path in paths}

    read()
    # The pages of other records may show these two only now.
    site.bump_content_version()
    before = read()
    site.api.patch(
        f"/api/nominees/{nominee['id']}",
        json={"isWinner": True, "revealAt": "2090-01-01T00:00:00Z"},
    ).raise_for_status()
    site.bump_content_version()
    after = read()
    assert [path for path in paths if before[path] != after[path]] == []
    assert 'data-past="true"' in after[event_path]


def rendering_process(site: Site) -> psutil.Process:
    return next(
        process
        for process in psutil.Process(site.running.process.pid).children(recursive=True)
        if any("ssr_worker" in part for part in process.cmdline())
    )


def test_rendering_has_a_lower_priority_than_serving(site: Site) -> None:
    worker = rendering_process(site)
    assert worker.nice() > psutil.Process(site.running.process.pid).nice()


def test_editors_see_a_notice_while_the_pages_are_pending(editor_page: Page, site: Site) -> None:
    publish_nominee(site, "Lena Later", isPublished=False)
    visit(editor_page, "/admin/nominees")
    worker = rendering_process(site)
    worker.suspend()
    try:
        editor_page.get_by_role("button", name="Publish Lena Later", exact=True).click()
        expect(editor_page.get_by_test_id("notice")).to_contain_text(PAGES_PENDING)
    finally:
        worker.resume()
    assert_shown(site.url, "/nominees", "Lena Later")
