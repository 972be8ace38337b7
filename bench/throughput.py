"""How many requests of the API are answered in a second, and how long they take."""

import asyncio
import time
from dataclasses import dataclass
from itertools import repeat

import httpx

PATHS = ("/api/nominees/published", "/api/events/upcoming")

CONNECTIONS = 16
SECONDS = 5.0
WARM_UP_REQUESTS = 50


@dataclass(frozen=True)
class Throughput:
    """What one path achieved; durations in seconds, in ascending order."""

    path: str
    per_second: float
    durations: list[float]

    def percentile(self, share: float) -> float:
        """Return the milliseconds within which `share` of the requests were answered."""
        place = min(int(len(self.durations) * share), len(self.durations) - 1)
        return self.durations[place] * 1000


def measure(site_url: str, path: str) -> Throughput:
    """Ask for `path` on all connections at once, for a bounded time.

    Raises httpx.HTTPStatusError when an answer is no success.
    """
    return asyncio.run(_measure(site_url, path))


async def _measure(site_url: str, path: str) -> Throughput:
    limits = httpx.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS)
    async with httpx.AsyncClient(base_url=site_url, limits=limits, timeout=30) as client:
        for _ in range(WARM_UP_REQUESTS):
            (await client.get(path)).raise_for_status()
        durations: list[float] = []
        start = time.perf_counter()
        askers = [_ask(client, path, start + SECONDS, durations) for _ in range(CONNECTIONS)]
        await asyncio.gather(*askers)
        elapsed = time.perf_counter() - start
    return Throughput(path, len(durations) / elapsed, sorted(durations))


async def _ask(client: httpx.AsyncClient, path: str, end: float, durations: list[float]) -> None:
    for _ in repeat(None):
        start = time.perf_counter()
        if start >= end:
            return
        (await client.get(path)).raise_for_status()
        durations.append(time.perf_counter() - start)


def report(results: list[Throughput]) -> str:
    """Return a table of results."""
    lines = [f"{'path':<28}{'requests/s':>12}{'p50 ms':>10}{'p99 ms':>10}"]
    lines += [
        f"{result.path:<28}{result.per_second:>12.0f}"
        f"{result.percentile(0.5):>10.1f}{result.percentile(0.99):>10.1f}"
        for result in results
    ]
    return "\n".join(lines)
