"""Links of published records to other sites are followed now and then, and only those."""

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from sqlmodel import select

from awards_site.checklist import link_check
from awards_site.checklist.link_check import follow_all
from awards_site.checklist.link_checker import follow_due_links
from awards_site.checklist.models import FollowedLink
from awards_site.core import clock
from awards_site.core.database.sessions import reading, writing
from awards_site.core.records.schemas import Record
from awards_site.nominees.models import Nominee
from awards_site.sponsors.models import Sponsor
from tests.factories import nominee_body, sponsor_body

pytestmark = pytest.mark.usefixtures("empty_database")


class _Site(BaseHTTPRequestHandler):
    """Answers `/404` with that status, `/loop` with itself, `/slow` with headers without end."""

    seen: list[str] = []

    def do_GET(self) -> None:
        self.seen.append(self.path)
        if self.path == "/slow":
            with suppress(OSError):
                self.wfile.write(b"HTTP/1.0 200 OK\r\n")
                while True:
                    self.wfile.write(b"X-More: x\r\n")
                    time.sleep(0.05)
            return
        status = int(self.path[1:]) if self.path[1:].isdigit() else 302
        self.send_response(status)
        if status == 302:
            self.send_header("Location", self.path if self.path == "/loop" else "/200")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_arguments: Any) -> None:
        """Log nothing."""


@pytest.fixture
def site() -> Iterator[str]:
    """The URL of a site on this machine."""
    _Site.seen.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), _Site) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.fixture
def no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """No host has an address."""

    def fail(*_arguments: Any, **_options: Any) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)


def add(*records: Record) -> None:
    with writing() as session:
        session.add_all(records)


def sponsor(url: str, **fields: Any) -> Sponsor:
    return Sponsor(**sponsor_body(website_url=url, **fields))


def links() -> dict[str, str]:
    with reading() as session:
        return {each.url: each.problem for each in session.exec(select(FollowedLink))}


@pytest.mark.anyio
async def test_missing_pages_and_endless_redirects_are_dead(site: str) -> None:
    paths = {
        "/200": "",
        "/redirected": "",
        "/403": "",
        "/500": "",
        "/404": link_check.NOT_FOUND,
        "/410": link_check.GONE,
        "/loop": link_check.ENDLESS,
    }
    found = await follow_all([f"{site}{path}" for path in paths], allows_private=True)
    assert {url.removeprefix(site): problem for url, problem in found.items()} == paths


@pytest.mark.anyio
@pytest.mark.parametrize(
    "host", ["127.0.0.1", "[::1]", "10.0.0.1", "169.254.169.254", "[::ffff:127.0.0.1]", "0.0.0.0"]
)
async def test_private_networks_are_never_asked(site: str, host: str) -> None:
    url = f"http://{host}:{site.rpartition(':')[2]}/200"
    assert await follow_all([url]) == {url: link_check.PRIVATE}
    assert _Site.seen == []


@pytest.mark.anyio
@pytest.mark.usefixtures("no_names")
async def test_offline_nothing_is_known_about_links() -> None:
    assert await follow_all(["https://a.example.org", "https://b.example.org"]) == {}


@pytest.mark.anyio
async def test_a_site_that_does_not_answer_is_not_dead(site: str) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/"
    assert await follow_all([url, f"{site}/200"], allows_private=True) == {f"{site}/200": ""}


@pytest.mark.anyio
async def test_a_site_that_answers_without_end_is_not_waited_for(
    site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_check, "TOTAL_SECONDS", 0.5)
    found = await follow_all([f"{site}/slow", f"{site}/200"], allows_private=True)
    assert found == {f"{site}/200": ""}


@pytest.mark.anyio
async def test_links_of_published_records_are_followed_and_stored(site: str) -> None:
    add(
        sponsor(f"{site}/404"),
        sponsor(f"{site}/200"),
        sponsor(f"{site}/410", is_published=False),
        Nominee(**nominee_body(), website_url=f"{site}/404", linkedin_url="/nominees"),
    )
    await follow_due_links(allows_private=True)
    assert links() == {f"{site}/404": link_check.NOT_FOUND, f"{site}/200": ""}
    assert sorted(_Site.seen) == ["/200", "/404"]


@pytest.mark.anyio
async def test_a_link_is_followed_again_after_the_configured_days(
    site: str, data_dir: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWARDS_LINK_CHECK_DAYS", "2")
    now = clock.now()
    add(sponsor(f"{site}/200"))
    for days, requests in ((0, 1), (1, 1), (2, 2)):
        monkeypatch.setattr(clock, "now", lambda: now + timedelta(days=days))  # noqa: B023
        await follow_due_links(allows_private=True)
        assert len(_Site.seen) == requests


@pytest.mark.anyio
async def test_a_link_that_is_gone_from_all_records_is_forgotten(site: str) -> None:
    add(linked := sponsor(f"{site}/404"))
    await follow_due_links(allows_private=True)
    assert links()
    with writing() as session:
        session.delete(session.merge(linked))
    await follow_due_links(allows_private=True)
    assert links() == {}
