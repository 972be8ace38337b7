"""Public pages work without websocket, without scripts, and as static files."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, WebSocket, expect

from tests import factories
from tests.browser.content import publish_nominee, upload_image
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import visit
from tools.site_server import ROOT, clean_environment

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
    """Return a list that records each websocket of the page."""
    opened: list[WebSocket] = []
    page.on("websocket", lambda websocket: opened.append(websocket))
    return opened


def test_a_public_page_opens_no_websocket(page: Page, content: Site) -> None:
    opened = record_websockets(page)
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    for path in PAGES:
        visit(page, path)
        page.wait_for_load_state("networkidle")
        assert opened == [], path
        assert messages == [], path


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
        for path, names in PUBLISHED.items():
            page.goto(path)
            for name in names:
                expect(page.get_by_text(name, exact=True).first).to_be_visible()


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


@pytest.fixture(scope="module")
def files_url(content: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of the site's public pages as static files."""
    folder: Path = tmp_path_factory.mktemp("files") / "site"
    environment = clean_environment() | {"AWARDS_DATA_DIR": str(content.running.data_dir)}
    command = [sys.executable, "-m", "awards_site", "export", str(folder)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    handler = partial(QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without logging requests."""

    def log_message(self, *_parts: object) -> None:
        """Log nothing."""


@pytest.fixture
def file_page(browser: Browser, files_url: str) -> Iterator[Page]:
    """A page of the static files; console errors fail the test."""
    with browser.new_context(base_url=files_url) as context:
        page = context.new_page()
        problems = Problems(files_url)
        problems.watch(page)
        yield page
        assert not problems.unexpected(), os.linesep.join(problems.unexpected())


def test_every_page_works_as_a_static_file(file_page: Page) -> None:
    for path in PAGES:
        visit(file_page, path)
        expect(file_page).to_have_url(re.compile(f"{path}/?$"))
        expect(file_page.get_by_role("heading", level=1)).to_be_visible()
        expect(file_page.get_by_test_id("site-footer")).to_be_attached()


@pytest.mark.parametrize("path", ["/timeline.ics", "/nomination-form.pdf"])
def test_downloads_are_static_files(files_url: str, path: str) -> None:
    assert httpx.get(f"{files_url}{path}").is_success


def test_filters_work_without_a_server(file_page: Page) -> None:
    visit(file_page, "/nominees")
    file_page.get_by_label("Year").select_option("2020")
    expect(file_page.get_by_role("heading", name="Ada Before")).to_be_visible()
    expect(file_page.get_by_role("heading", name="Ada Now")).to_be_hidden()


def test_the_calendar_works_without_a_server(file_page: Page) -> None:
    visit(file_page, "/events?month=2100-06")
    expect(file_page.get_by_role("grid", name="June 2100")).to_be_visible()
    file_page.get_by_role("button", name="Next month").click()
    expect(file_page.get_by_role("grid", name="July 2100")).to_be_visible()


def test_the_lightbox_works_without_a_server(file_page: Page) -> None:
    visit(file_page, "/gallery")
    file_page.get_by_test_id("photo").first.click()
    lightbox = file_page.get_by_role("dialog")
    expect(lightbox).to_be_visible()
    file_page.keyboard.press("Escape")
    expect(lightbox).to_be_hidden()


def test_a_nominee_page_is_a_static_file(file_page: Page) -> None:
    visit(file_page, "/nominees")
    file_page.get_by_role("link", name="Ada Now").click()
    expect(file_page.get_by_role("heading", level=1, name="Ada Now")).to_be_visible()
