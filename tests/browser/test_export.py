"""Tests of the site as plain files, which a server of files serves with no application."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.problems import Problems
from tests.browser.test_rendered_pages import PAGES
from tests.browser.visits import visit
from tests.site_server import ROOT, clean_environment


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and writes nothing about it."""

    def log_message(self, *args: object) -> None:
        """See SimpleHTTPRequestHandler."""


@pytest.fixture(scope="module")
def folder(built: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Export the demo edition, and return the folder."""
    folder = tmp_path_factory.mktemp("files") / "site"
    settings = {"AWARDS_DATA_DIR": str(tmp_path_factory.mktemp("data")), "AWARDS_DEMO": "1"}
    outcome = subprocess.run(
        [sys.executable, "-m", "awards_site", "export", str(folder)],
        cwd=ROOT,
        env=clean_environment() | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    return folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """Serve the folder by Python's own server, and return its address."""
    with ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(QuietHandler, directory=str(folder))
    ) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """Return a fresh browser profile that visits the files."""
    with browser.new_context(base_url=address, viewport={"width": 1280, "height": 800}) as opened:
        yield opened


@pytest.fixture
def problems(address: str) -> Problems:
    """Return what is noted about a page of the files."""
    return Problems(address)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_there_and_complains_about_nothing(page: Page, path: str) -> None:
    visit(page, path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate("document.querySelectorAll('img').forEach((each) => { each.loading = 'eager'; })")
    page.wait_for_load_state("networkidle")


def test_nothing_of_the_portal_is_exported(folder: Path) -> None:
    assert not (folder / "admin").exists()
    assert not (folder / "auth").exists()
    assert (folder / "404.html").is_file()
    assert (folder / "sitemap.xml").is_file()


def test_filters_work(page: Page) -> None:
    visit(page, "/nominees")
    before = page.get_by_test_id("nominee-card").count()
    page.get_by_label("Year").select_option("all")
    expect(page.get_by_test_id("nominee-card")).not_to_have_count(before)


def test_a_record_has_its_page(page: Page) -> None:
    visit(page, "/nominees")
    page.get_by_test_id("nominee-card").get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_the_calendar_works(page: Page) -> None:
    visit(page, "/events")
    page.get_by_role("tab", name="List View").click()
    page.get_by_test_id("upcoming-events").get_by_role("button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_the_lightbox_works(page: Page) -> None:
    visit(page, "/gallery")
    page.get_by_test_id("photos").get_by_role("button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    outcome = subprocess.run(
        [sys.executable, "-m", "awards_site", "export", str(tmp_path)],
        cwd=ROOT,
        env=clean_environment() | {"AWARDS_DATA_DIR": str(tmp_path / "data"), "AWARDS_DEMO": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 1
    assert "is not empty" in outcome.stderr
    assert (tmp_path / "mine.txt").read_text() == "keep"
    assert not (tmp_path / "index.html").exists()
