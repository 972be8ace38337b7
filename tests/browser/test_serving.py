"""Tests of the server: origins, two sites side by side, and stopping with open pages."""

import os
import signal
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.browser.problems import Problems
from tests.browser.site import ADMIN, Site
from tests.browser.visits import sign_in_as, visit
from tools.site_server import ROOT, STOP_SECONDS, running_site

PORTAL = "/admin"
"""A page that opens a websocket for signed-in users."""
NOT_SERVED_FROM = {
    ".git",
    "node_modules",
    ".venv",
    ".web",
    "__pycache__",
    ".pytest_cache",
    ".mypy_cache",
}


def files_of_the_checkout() -> dict[Path, int]:
    """Return the files that a server could write by mistake, with their modification times."""
    times: dict[Path, int] = {}
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in NOT_SERVED_FROM]
        for name in names:
            path = Path(folder) / name
            times[path] = path.stat().st_mtime_ns
    return times


def test_the_websocket_uses_the_port_of_the_page(page: Page, site: Site) -> None:
    sign_in_as(page.context, ADMIN)
    with page.expect_websocket() as connection:
        page.goto(PORTAL)
    connection.value.wait_for_event("framereceived")
    assert connection.value.url.startswith(site.url.replace("http://", "ws://"))


def test_a_page_from_the_browser_cache_works(page: Page) -> None:
    visit(page, "/")
    visit(page, "/")


def test_the_site_works_under_the_loopback_address(browser: Browser, site: Site) -> None:
    url = site.url.replace("localhost", "127.0.0.1")
    problems = Problems(url)
    page = browser.new_page(base_url=url)
    sign_in_as(page.context, ADMIN)
    problems.watch(page)
    with page.expect_websocket() as connection:
        page.goto(PORTAL)
    connection.value.wait_for_event("framereceived")
    page.close()
    assert not problems.unexpected()


def test_a_websocket_from_a_foreign_origin_is_refused(site: Site) -> None:
    handshake = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    url = "/_event/?EIO=4&transport=websocket&token=1"
    foreign = {"Origin": "https://example.org"}
    assert site.api.get(url, headers=handshake | foreign).status_code == 403


def test_two_sites_run_side_by_side(page: Page, site: Site, tmp_path: Path, built: None) -> None:
    before = files_of_the_checkout()
    with (
        running_site(tmp_path / "other") as other,
        httpx.Client(base_url=other.url, cookies=site.api.cookies) as api,
    ):
        page.goto("/")
        assert api.get("/").status_code == 200
        assert site.api.get("/api/health").status_code == 200
        assert other.url != site.url
        # The other site has its own database, without the sessions of this one.
        assert api.get("/api/users").status_code == 401
    assert site.api.get("/api/health").status_code == 200
    assert files_of_the_checkout() == before


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM])
def test_the_server_stops_cleanly_while_pages_are_open(
    browser: Browser, built: None, tmp_path: Path, signal_number: signal.Signals
) -> None:
    with running_site(tmp_path) as site:
        page = browser.new_page(base_url=site.url)
        sign_in_as(page.context, ADMIN)
        with page.expect_websocket() as connection:
            page.goto(PORTAL)
        connection.value.wait_for_event("framereceived")
        site.process.send_signal(signal_number)
        assert site.process.wait(STOP_SECONDS) == 0
        page.close()
