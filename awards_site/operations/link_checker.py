"""Follows links to other sites and tells which are dead, without reaching into private networks."""

import asyncio
import ipaddress
import socket
from collections.abc import Mapping
from datetime import timedelta
from http import HTTPStatus

import httpx
from sqlalchemy import delete, or_
from sqlmodel import Session, col, select

from awards_site.core import clock
from awards_site.core.database.sessions import in_transaction, reading, writing
from awards_site.core.logs import get_logger
from awards_site.operations.checklist import CHECKLISTS
from awards_site.operations.links import FollowedLink, own_path
from awards_site.settings import settings

TIMEOUT_SECONDS = 10.0
"""The maximum time for a connection, and for each part of a response."""
TOTAL_SECONDS = 60.0
"""The maximum time for a link, redirects included."""
MAX_REDIRECTS = 5
MAX_LINKS = 200
"""The maximum number of links that are followed at a time."""
CONCURRENT = 4
"""The number of links that are followed in parallel."""

NOT_FOUND = "not found (404)"
GONE = "gone (410)"
NO_HOST = "its host does not exist"
PRIVATE = "it leads to a private network"
ENDLESS = "it redirects endlessly"

_GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
_SPECIAL = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "3fff::/20")))
"""Not global unicast either; older versions of `ipaddress` do not know them."""
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""IPv4 addresses in networks without IPv4; 64:ff9b:1::/48 is for use inside a network only."""

_DEAD = {HTTPStatus.NOT_FOUND: NOT_FOUND, HTTPStatus.GONE: GONE}
_NO_NAME = {socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)}


class _Dead(Exception):
    """The link is dead for the given reason."""


class PublicTransport(httpx.AsyncHTTPTransport):
    """Connects to addresses of the public internet only, unless `allows_private`.

    It connects to the address that it has checked, so that a second DNS answer cannot lead
    elsewhere.
    """

    def __init__(self, *, allows_private: bool = False) -> None:
        super().__init__()
        self._allows_private = allows_private

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Implement httpx.AsyncHTTPTransport. Raises `_Dead` for a host that must not be asked."""
        host = request.url.host
        address = await self._resolve(host, request.url.port or 443)
        sent = httpx.Request(
            request.method,
            request.url.copy_with(host=address),
            headers=request.headers,
            extensions={**request.extensions, "sni_hostname": host},
        )
        return await super().handle_async_request(sent)

    async def _resolve(self, host: str, port: int) -> str:
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except socket.gaierror as error:
            if error.errno in _NO_NAME:
                raise _Dead(NO_HOST) from error
            raise httpx.ConnectError(str(error)) from error
        addresses = [str(address[0]) for *_, address in found]
        if not self._allows_private and not all(map(_is_public, addresses)):
            raise _Dead(PRIVATE)
        return addresses[0]


def _is_public(address: str) -> bool:
    """Return whether an address is a global unicast one, and so is the IPv4 address in it."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        if embedded := _embedded_ipv4(parsed):
            return _is_public(str(embedded))
        if parsed not in _GLOBAL_UNICAST:
            return False
    is_special = parsed.is_multicast or any(parsed in network for network in _SPECIAL)
    return parsed.is_global and not is_special


def _embedded_ipv4(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address that packets to an IPv6 address are delivered to, or None.

    Teredo addresses (2001::/32) are no global ones.
    """
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


async def follow_all(urls: list[str], *, allows_private: bool = False) -> dict[str, str]:
    """Follow links, and return why each is dead, or '' if it is not, by URL.

    It omits links of unknown state: sites that do not answer, and, while no site answers, hosts
    that do not exist, because this machine is then offline.
    """
    slots = asyncio.Semaphore(CONCURRENT)
    headers = {"User-Agent": f"Mozilla/5.0 (compatible; link check of {settings().public_url})"}
    async with httpx.AsyncClient(
        transport=PublicTransport(allows_private=allows_private),
        headers=headers,
        timeout=TIMEOUT_SECONDS,
        follow_redirects=True,
        max_redirects=MAX_REDIRECTS,
    ) as client:

        async def follow(url: str) -> str | None:
            async with slots:
                return await _follow(client, url)

        problems = await asyncio.gather(*map(follow, urls))
    found = {url: text for url, text in zip(urls, problems, strict=True) if text is not None}
    is_online = any(text != NO_HOST for text in found.values())
    return found if is_online else {}


async def _follow(client: httpx.AsyncClient, url: str) -> str | None:
    try:
        # The body is not read.
        async with asyncio.timeout(TOTAL_SECONDS), client.stream("GET", url) as response:
            return _DEAD.get(HTTPStatus(response.status_code), "")
    except _Dead as error:
        return str(error)
    except httpx.TooManyRedirects:
        return ENDLESS
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, TimeoutError):
        return None


FIRST_DELAY_SECONDS = 60.0
"""The wait after the start, when other tasks are more urgent."""
INTERVAL_SECONDS = 3600.0

log = get_logger(__name__)


async def run_link_checker() -> None:
    """Follow the links that are due, every hour until cancelled; a lifespan task."""
    if not settings().link_check_days:
        return
    await asyncio.sleep(FIRST_DELAY_SECONDS)
    while True:
        try:
            await follow_due_links()
        except Exception:
            log.exception("link check failed", retry_seconds=INTERVAL_SECONDS)
        await asyncio.sleep(INTERVAL_SECONDS)


async def follow_due_links(*, allows_private: bool = False) -> None:
    """Follow the links that are due, and store which are dead."""
    urls = await asyncio.to_thread(_claim)
    if not urls:
        return
    problems = await follow_all(urls, allows_private=allows_private)
    await asyncio.to_thread(in_transaction, _store_problems, problems)
    dead = sum(map(bool, problems.values()))
    log.info("links followed", links=len(urls), dead=dead, unknown=len(urls) - len(problems))


def _claim() -> list[str]:
    with reading() as session:
        urls = _find_links(session)
    with writing() as session:
        return _claim_links(session, urls)


def _find_links(session: Session) -> set[str]:
    """Return the links to other sites in published and scheduled records."""
    return {
        url
        for entity in CHECKLISTS.values()
        for url in entity.checklist.published_links(session, entity.table)
        if url.startswith(("http://", "https://")) and own_path(url) is None
    }


def _claim_links(session: Session, urls: set[str]) -> list[str]:
    """Return the links that are due, MAX_LINKS at most, and forget those that are not in `urls`.

    Other processes do not get the same ones.
    """
    known = {each.url: each for each in session.exec(select(FollowedLink))}
    session.exec(delete(FollowedLink).where(col(FollowedLink.url).in_(known.keys() - urls)))
    session.add_all(FollowedLink(url=url) for url in urls - known.keys())
    session.flush()
    now = clock.now()
    last = now - timedelta(days=settings().link_check_days)
    followed_at = col(FollowedLink.followed_at)
    statement = select(FollowedLink).where(or_(followed_at.is_(None), followed_at <= last))
    ordered = statement.order_by(followed_at.asc().nulls_first(), col(FollowedLink.id))
    due = session.exec(ordered.limit(MAX_LINKS)).all()
    for link in due:
        link.followed_at = now
    return [link.url for link in due]


def _store_problems(session: Session, problems: Mapping[str, str]) -> None:
    """Store why links are dead, or '', by URL."""
    statement = select(FollowedLink).where(col(FollowedLink.url).in_(problems))
    for link in session.exec(statement):
        link.problem = problems[link.url]
