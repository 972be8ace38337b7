"""Tests of the server: origins, two sites side by side, and stopping with open pages."""

import os
import re
import signal
from contextlib import closing
from http.client import HTTPConnection
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, expect

from awards_site import app  # noqa: F401 # It fills the menu.
from awards_site.pages.public_pages import PUBLIC_PAGES
from awards_site.portal.navigation import nav_items
from tests import postgresql
from tests.api.public import PUBLIC
from tests.browser.content import publish_nominee
from tests.browser.problems import Problems
from tests.browser.site import ADMIN, Site
from tests.browser.visits import sign_in_as
from tests.faults.proxy import proxied
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
    # Other tests may be building another site's pages.
    "build",
    "reflex.lock",
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


def test_the_site_works_under_the_loopback_address(browser: Browser, site: Site) -> None:
    url = site.url.replace("localhost", "127.0.0.1")
    problems = Problems(url)
    page = browser.new_page(base_url=url)
    sign_in_as(page.context, ADMIN)
    problems.watch(page)
    with page.expect_websocket() as connection:
        page.goto(PORTAL)
    connection.value.wait_for_event("framereceived")
    assert connection.value.url.startswith(url.replace("http://", "ws://"))
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


BUSY = "The database is busy. Please try again in a moment."
FOREIGN = "foreign.example"
FOREIGN_HOST = {
    "Host": FOREIGN,
    "X-Forwarded-Host": FOREIGN,
    "X-Original-Host": FOREIGN,
    "X-Forwarded-Server": FOREIGN,
    "Forwarded": f"for=192.0.2.1;host={FOREIGN};proto=https",
}
ODD_PATHS = [
    *("/assets", "/assets/", "/assets/..", "/assets/../", "/assets/../about", "/assets/%2e%2e"),
    *("/assets/no-such-file.js", "/assets/../admin", "/about/..", "/admin/..", "/external", "/.."),
    *("//other.example", "//other.example/..", "//other.example/%2e%2e", "/%5Cother.example/.."),
    *("/\\\\other.example/..", "///other.example//..", "/./", "//", "/?next=//other.example"),
    *("/admin", "/admin/", "/admin/nominees/", "/auth", "/auth/", "/no-such-page", "/none/"),
    *("/api", "/api/", "/api/nominees/", "/api/docs", "/api/docs/", "/api/docs-files", "/api/none"),
    *("/forms/contact", "/forms/newsletter", "/uploads", "/uploads/", "/uploads/none.png"),
    *("/previews", "/previews/none", "/share/", "/events/1", "/nominees/1", "/blog/none"),
]


def raw_response(site: Site, method: str, path: str) -> tuple[int, list[tuple[str, str]], bytes]:
    """Return the response to a path that no client normalizes, with a foreign host."""
    connection = HTTPConnection(urlsplit(site.url).netloc, timeout=30)
    with closing(connection):
        connection.request(method, path, headers=FOREIGN_HOST | {"Range": "bytes=0-9999999"})
        response = connection.getresponse()
        return response.status, response.getheaders(), response.read()


def test_no_response_names_a_host_that_is_not_checked(site: Site) -> None:
    nominee = publish_nominee(site, "Hannah Host")
    renamed = f"/nominees/{nominee['id']}-another-name"
    fixed = [page.route for page in PUBLIC_PAGES if not page.records]
    paths = [*fixed, *(f"{each}/" for each in fixed), *PUBLIC, *ODD_PATHS, renamed, f"{renamed}/"]
    found, statuses = [], {}
    for method, path in product(("GET", "HEAD", "POST"), dict.fromkeys(paths)):
        status, headers, body = raw_response(site, method, path)
        statuses[method, path] = status
        values = {name.lower(): value for name, value in headers}
        text = f"{headers}{body.decode('latin-1')}"
        is_immutable = "immutable" in values.get("cache-control", "")
        redirects_away = not re.match(r"/([^/\\]|$)", values.get("location", "/"))
        is_file = status in (200, 206, 304) and "text/html" not in values.get("content-type", "")
        leaves_folder = ".." in path and status in (200, 206)
        if FOREIGN in text or redirects_away or leaves_folder or (is_immutable and not is_file):
            found.append((method, path, status, headers))
    assert found == []
    assert statuses["GET", renamed] == 308
    assert [path for path in paths if statuses["HEAD", path] != statuses["GET", path]] == []


def test_every_response_of_the_api_says_who_may_store_it(site: Site) -> None:
    with httpx.Client(base_url=site.url) as staff:
        credentials = {"username": ADMIN.username, "password": ADMIN.password}
        assert staff.post("/api/auth/login", json=credentials).status_code == 200
        described = staff.get("/api/openapi.json").json()["paths"].items()
        paths = [path for path, methods in described if "get" in methods and "{" not in path]
        read = [path for path in paths if path.startswith("/api/")]
        assert len(read) > 50
        stored = {path: staff.get(path).headers["Cache-Control"] for path in read}
    known = {"private, no-store", "public, no-cache", "no-store"}
    assert {path: policy for path, policy in stored.items() if policy not in known} == {}


@pytest.mark.postgresql_only
def test_while_the_database_is_away_staff_get_a_page_that_tries_again(
    browser: Browser, built: None, tmp_path: Path
) -> None:
    with (
        proxied(postgresql.new_url()) as (proxy, url),
        running_site(tmp_path, DATABASE_URL=url, AWARDS_DEMO="1") as site,
        httpx.Client(base_url=site.url, timeout=60) as staff,
    ):
        credentials = {"username": ADMIN.username, "password": ADMIN.password}
        assert staff.post("/api/auth/login", json=credentials).status_code == 200
        page = browser.new_page(base_url=site.url)
        sign_in_as(page.context, ADMIN)
        cached = httpx.get(f"{site.url}/about").text
        proxy.cut()
        for path in (
            *(each.path for each in nav_items()),
            "/auth",
            "/nominees/1-nobody-has-read-this",
        ):
            response = staff.get(path)
            assert response.status_code == 503, path
            assert int(response.headers["Retry-After"]) > 0
            assert response.headers["Content-Type"] == "text/html; charset=utf-8"
            assert response.headers["Cache-Control"] == "no-store"
        refused = staff.get("/api/auth/me", headers={"Accept": "text/html"})
        assert (refused.status_code, refused.json()["message"]) == (503, BUSY)
        assert int(refused.headers["Retry-After"]) > 0
        assert httpx.get(f"{site.url}/about").text == cached
        page.goto("/admin/nominees")
        expect(page.get_by_role("heading", name="We will be right back")).to_be_visible()
        proxy.restore()
        expect(page.get_by_role("heading", name="Nominees", exact=True)).to_be_visible(
            timeout=60_000
        )
        page.close()


def test_two_sites_run_side_by_side_and_stop_cleanly_while_pages_are_open(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    before = files_of_the_checkout()
    with running_site(tmp_path) as other:
        assert other.url != site.url
        # The other site has its own database, without the sessions of this one.
        foreign = httpx.get(f"{other.url}/api/users", cookies=site.api.cookies)
        assert foreign.status_code == 401
        page = browser.new_page(base_url=other.url)
        sign_in_as(page.context, ADMIN)
        with page.expect_websocket() as connection:
            page.goto(PORTAL)
        connection.value.wait_for_event("framereceived")
        other.process.send_signal(signal.SIGINT)
        assert other.process.wait(STOP_SECONDS) == 0
        page.close()
    assert site.api.get("/api/health").status_code == 200
    assert files_of_the_checkout() == before
