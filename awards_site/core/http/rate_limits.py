"""Rate limits by client IP address and for all clients together.

A limit is a FastAPI dependency. Where the total may count only some calls, its parts are called:

    @router.post("/contact", dependencies=[Depends(CONTACT)])
    await WEBSOCKETS.hit_client(client_of(scope))

Clients are counted in the process's memory, or in Redis if it is configured.
"""

import ipaddress
import math
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from fastapi import Request
from limits import RateLimitItem, parse_many
from limits.aio.storage import MemoryStorage, RedisStorage, Storage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from limits.errors import StorageError
from redis.asyncio import ConnectionPool

from awards_site.core.errors import TooManyRequests, raises
from awards_site.core.logs import get_logger
from awards_site.settings import settings

_EVERYONE = "*"
_IPV6_PREFIX = 64
"""The bits of an IPv6 address that name a network; a client chooses the others itself."""

log = get_logger(__name__)


@raises(TooManyRequests)
@dataclass(eq=False)
class RateLimit:
    """A named limit; `rate` and `total_rate` are its rates, or the names of settings with them.

    `rate` is '' if something else limits each client. All methods but `count` raise
    TooManyRequests, with the seconds to wait, over the limit.
    """

    name: str
    rate: str
    total_rate: str

    async def __call__(self, request: Request) -> None:
        """Count a request for its client and in total."""
        # Tested first and counted last: clients that are refused use up nothing.
        await self.check_total()
        await self.hit_client(client_of(request.scope))
        await self.hit_total()

    async def hit_client(self, client: str) -> None:
        await self._refuse_unless(self.rate, client, counts=True)

    async def hit_total(self) -> None:
        await self._refuse_unless(self.total_rate, _EVERYONE, counts=True)

    async def check_total(self) -> None:
        """Count nothing."""
        await self._refuse_unless(self.total_rate, _EVERYONE, counts=False)

    async def check(self, client: str) -> None:
        """Count nothing."""
        await self.check_total()
        await self._refuse_unless(self.rate, client, counts=False)

    async def count(self, client: str) -> None:
        """Count a call that was checked and has been made; never raises TooManyRequests."""
        with suppress(TooManyRequests):
            await self.hit_client(client)
        with suppress(TooManyRequests):
            await self.hit_total()

    async def _refuse_unless(self, rate_or_setting: str, client: str, *, counts: bool) -> None:
        counter = limiter()
        allows = counter.hit if counts else counter.test
        for rate in _rates(getattr(settings(), rate_or_setting, rate_or_setting)):
            try:
                if await allows(rate, self.name, client):
                    continue
                reset_time, _ = await counter.get_window_stats(rate, self.name, client)
            except StorageError:
                # The site stays open without its limits rather than closed to everybody.
                log.warning("rate limit not applied: Redis unavailable", limit=self.name)
                return
            raise _too_many_requests(math.ceil(reset_time - time.time()))


FORM_RATES = ("form_rate_limit", "form_total_rate_limit")
"""The settings of the rates of public forms; each form has its own limit."""
_SEARCH_RATES = ("1200/minute", "12000/minute")
SEARCHES = RateLimit("search", *_SEARCH_RATES)
VISITOR_SEARCHES = RateLimit("visitor-search", *_SEARCH_RATES)
"""Searches without a session, which use up nothing of those with one."""
WEBSOCKETS = RateLimit("websocket", "1200/minute", "12000/minute")
REPLIES = RateLimit("reply", "30/minute;200/day", "form_total_rate_limit")
"""Replies to contact messages, counted for each user."""
PREVIEWS = RateLimit("preview", "60/minute", "600/minute")
"""Pages that are opened by preview links, each of which is rendered."""
JURY_PAGES = RateLimit("jury", "1200/minute", "12000/minute")
"""Pages of jurors, several of whom may be in one office, and the scores that they save."""
SIGN_INS = RateLimit("sign-in", "", "600/minute")
"""Failed sign-ins of unknown browsers; `accounts/throttling.py` limits addresses and accounts."""


def client_of(scope: Mapping[str, Any]) -> str:
    """Return the client of an ASGI scope by which it is counted: its IP address or IPv6 network."""
    host, _port = scope.get("client") or ("", 0)
    return client_at(str(host))


def client_at(host: str) -> str:
    """Return the client at an IP address; see `client_of`."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), _IPV6_PREFIX), strict=False))


def _too_many_requests(seconds: int) -> TooManyRequests:
    wait = max(1, seconds)
    amount, unit = (wait, "second") if wait < 60 else (math.ceil(wait / 60), "minute")
    text = f"{amount} {unit}{'' if amount == 1 else 's'}"
    return TooManyRequests(f"Too many requests. Please try again in {text}.", retry_after=wait)


@cache
def _rates(notation: str) -> tuple[RateLimitItem, ...]:
    return tuple(parse_many(notation)) if notation else ()


@cache
def limiter() -> SlidingWindowCounterRateLimiter:
    # A sliding window of two counters takes the same memory whatever the rate. A moving window
    # stores every call, and the library's in memory takes longer the more clients there are.
    return SlidingWindowCounterRateLimiter(_storage())


def _storage() -> Storage:
    url = settings().redis_url
    if not url:
        return MemoryStorage()
    # The library itself takes only URLs with a port.
    return RedisStorage(
        "async+redis://",
        wrap_exceptions=True,
        implementation="redispy",
        connection_pool=ConnectionPool.from_url(url),  # type: ignore[arg-type]
    )
