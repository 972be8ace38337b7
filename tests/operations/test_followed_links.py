"""Links of published records to other sites are followed now and then, and only those."""

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import httpx
import pytest
from sqlmodel import select

from awards_site.core import clock
from awards_site.core.database.sessions import reading, writing
from awards_site.core.schemas import Record
from awards_site.features.nominees.entity import Nominee
from awards_site.features.sponsors.entity import Sponsor
from awards_site.operations import link_checker
from awards_site.operations.link_checker import follow_all, follow_due_links
from awards_site.operations.links import FollowedLink
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
        "/404": link_checker.NOT_FOUND,
        "/410": link_checker.GONE,
        "/loop": link_checker.ENDLESS,
    }
    found = await follow_all([f"{site}{path}" for path in paths], allows_private=True)
    assert {url.removeprefix(site): problem for url, problem in found.items()} == paths


NOT_PUBLIC = {
    "loopback": ["127.0.0.1", "127.1.2.3", "::1", "0.0.0.0", "::", "0.1.2.3"],
    "private": ["10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "fc00::1", "fd12::1"],
    "link-local": ["169.254.169.254", "fe80::1", "fe80::1%lo"],
    "site-local": ["fec0::1", "feff::1"],
    "multicast": ["224.0.0.1", "239.255.255.250", "ff02::1", "ff0e::1"],
    "reserved": [
        "192.0.0.8",
        "192.88.99.1",
        "198.18.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "4000::1",
        "100::1",
    ],
    "documentation": ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
    "IPv4-mapped": ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::ffff:224.0.0.1"],
    "IPv4-compatible": ["::10.0.0.1", "::127.0.0.1", "::8.8.8.8"],
    "IPv4-translated": ["::ffff:0:10.0.0.1", "::ffff:0:8.8.8.8"],
    "NAT64": ["64:ff9b::a00:1", "64:ff9b::7f00:1", "64:ff9b::e000:1", "64:ff9b:1::a00:1"],
    "6to4": ["2002:a00:1::", "2002:7f00:1::1", "2002:c0a8:1::1", "2002:e000:1::1"],
    "Teredo": ["2001::1", "2001:0:4136:e378:8000:63bf:f5ff:fffe"],
}
PUBLIC = ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The addresses with which the name server answers, answer by answer."""
    given: list[list[str]] = []

    def look_up(host: str, port: int, *_arguments: Any, **_options: Any) -> list[Any]:
        return [(socket.AF_INET6, 1, 6, "", (each, port)) for each in given.pop(0)]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return given


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """The address, the host and the TLS name of each request; each is redirected."""
    seen: list[tuple[str, str, str]] = []

    async def connect(_self: object, request: httpx.Request) -> httpx.Response:
        seen.append((request.url.host, request.headers["Host"], request.extensions["sni_hostname"]))
        return httpx.Response(302, headers={"Location": "https://second.example.org/"})

    monkeypatch.setattr(httpx.AsyncHTTPTransport, "handle_async_request", connect)
    return seen


@pytest.mark.anyio
@pytest.mark.parametrize("kind", NOT_PUBLIC)
async def test_only_addresses_of_the_public_internet_are_asked(
    kind: str, answers: list[list[str]], connected: list[Any]
) -> None:
    url = "https://first.example.org/"
    for address in NOT_PUBLIC[kind]:
        for resolved in ([address], [PUBLIC[0], address]):
            answers.append(resolved)
            assert await follow_all([url]) == {url: link_checker.PRIVATE}, resolved
    assert connected == []


@pytest.mark.anyio
@pytest.mark.parametrize("address", PUBLIC)
async def test_the_address_that_was_checked_is_asked_and_each_redirect_is_checked_again(
    address: str, answers: list[list[str]], connected: list[Any]
) -> None:
    url = "https://first.example.org/"
    # Another look-up would fail.
    answers.extend([[address], ["10.0.0.1"]])
    assert await follow_all([url]) == {url: link_checker.PRIVATE}
    assert connected == [(address, "first.example.org", "first.example.org")]
    assert answers == []


@pytest.mark.anyio
@pytest.mark.parametrize(
    "host", ["127.0.0.1", "[::1]", "10.0.0.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"]
)
async def test_private_networks_are_never_asked(site: str, host: str) -> None:
    url = f"http://{host}:{site.rpartition(':')[2]}/200"
    assert await follow_all([url]) == {url: link_checker.PRIVATE}
    assert _Site.seen == []


@pytest.mark.anyio
@pytest.mark.usefixtures("no_names")
async def test_offline_nothing_is_known_about_links() -> None:
    assert await follow_all(["https://a.example.org", "https://b.example.org"]) == {}


@pytest.mark.anyio
async def test_a_site_that_answers_without_end_is_not_waited_for(
    site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_checker, "TOTAL_SECONDS", 0.5)
    assert await follow_all([f"{site}/slow"], allows_private=True) == {}


@pytest.mark.anyio
async def test_links_of_published_records_are_followed_and_stored(site: str) -> None:
    add(
        sponsor(f"{site}/404"),
        sponsor(f"{site}/200"),
        sponsor(f"{site}/410", is_published=False),
        Nominee(**nominee_body(), website_url=f"{site}/404", linkedin_url="/nominees"),
    )
    await follow_due_links(allows_private=True)
    assert links() == {f"{site}/404": link_checker.NOT_FOUND, f"{site}/200": ""}
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
async def test_a_site_that_does_not_answer_is_not_dead(site: str) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/"
    assert await follow_all([url, f"{site}/200"], allows_private=True) == {f"{site}/200": ""}


@pytest.mark.anyio
async def test_a_link_that_is_gone_from_all_records_is_forgotten(site: str) -> None:
    add(linked := sponsor(f"{site}/404"))
    await follow_due_links(allows_private=True)
    assert links()
    with writing() as session:
        session.delete(session.merge(linked))
    await follow_due_links(allows_private=True)
    assert links() == {}
