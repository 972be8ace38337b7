"""Mixed reading of many addresses, alone and while editors write: measured by wrk."""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

import httpx

from bench import programs, throughput
from bench.staff import Staff
from bench.throughput import Throughput

ADDRESSES = 200
CONNECTIONS = 64
SECONDS = 20
EDITORS = 20
WRITES_PER_SECOND = 5.0
MIN_SHARE = 0.8
"""Of the requests per second without writes, how many have to remain."""
MAX_P99_MS = 50.0
"""Within how many milliseconds 99 of 100 reads are answered while editors write."""
MAX_WRITE_P99_MS = 500.0
"""Within how many milliseconds 99 of 100 writes are answered."""

_LISTS = (
    "/api/nominees/published",
    "/api/events",
    "/api/events/upcoming",
    "/api/photos",
    "/api/videos",
    "/api/sponsors/published",
)
_NOT_RENDERED = '"renderedAt": null'
_SCRIPT = """
local paths = {%s}
local place = 0
request = function()
  place = place %% #paths + 1
  return wrk.format("GET", paths[place])
end
"""


@dataclass(frozen=True)
class Mixed:
    """Reads without and with writes, and the seconds that each write took, ascending."""

    idle: Throughput
    busy: Throughput
    writes: list[float]

    @property
    def excesses(self) -> list[str]:
        """What is slower than it may be, in words."""
        share = self.busy.per_second / self.idle.per_second
        found = {
            f"reads fall to {share:.0%} of those without writes": share < MIN_SHARE,
            f"99 of 100 reads take up to {self.busy.p99:.0f} ms": self.busy.p99 > MAX_P99_MS,
            f"99 of 100 writes take up to {self.write_ms(99):.0f} ms": (
                self.write_ms(99) > MAX_WRITE_P99_MS
            ),
        }
        return [text for text, is_excess in found.items() if is_excess]

    def write_ms(self, share: int) -> float:
        """Return the milliseconds within which `share` of 100 writes were answered."""
        return self.writes[min(len(self.writes) * share // 100, len(self.writes) - 1)] * 1000


def addresses(site_url: str) -> list[str]:
    """Return the paths that are read: all of the sitemap, lists of the API, and events as files."""
    sitemap = httpx.get(f"{site_url}/sitemap.xml").raise_for_status().text
    pages = [httpx.URL(part.partition("</loc>")[0]).path for part in sitemap.split("<loc>")[1:]]
    return [*_LISTS, *pages][:ADDRESSES]


def measure(site_url: str, folder: Path) -> Mixed | None:
    """Read with and without writes; `folder` is for wrk's script. None without wrk.

    Raises throughput.Unanswered when a read is no success, httpx.HTTPStatusError when a write is.
    """
    wrk = programs.find("wrk")
    if wrk is None:
        return None
    paths = addresses(site_url)
    _wait_until_rendered(site_url, paths)
    script = folder / "mixed.lua"
    script.write_text(_SCRIPT % ",".join(map(json.dumps, paths)))

    def read(name: str) -> Throughput:
        return throughput.measure_all(wrk, name, site_url, script, CONNECTIONS, SECONDS)

    idle = read(f"{ADDRESSES} addresses, {CONNECTIONS} connections")
    with _editors(site_url) as writes:
        busy = read(f"the same, {EDITORS} editors write {WRITES_PER_SECOND:.0f} times a second")
    return Mixed(idle, busy, sorted(writes))


def _wait_until_rendered(site_url: str, paths: list[str]) -> None:
    with httpx.Client(base_url=site_url) as client:
        for path in paths:
            while _NOT_RENDERED in client.get(path).text:
                time.sleep(0.02)


@contextmanager
def _editors(site_url: str) -> Iterator[list[float]]:
    """Write while the block runs; yields the seconds that each write took, a list that grows."""
    with Staff(site_url) as staff:
        nominees, cookies = staff.nominees(), staff.cookies
    seconds: list[float] = []
    problems: list[BaseException] = []
    is_over = Event()

    async def write(client: httpx.AsyncClient, number: int) -> None:
        nominee = nominees[number % EDITORS]
        body = {"title": f"Founder, version {number}"}
        start = time.perf_counter()
        answer = await client.patch(f"/api/nominees/{nominee}", json=body)
        seconds.append(time.perf_counter() - start)
        answer.raise_for_status()

    async def write_all() -> None:
        async with (
            httpx.AsyncClient(base_url=site_url, cookies=cookies, timeout=30) as client,
            asyncio.TaskGroup() as tasks,
        ):
            start, number = time.monotonic(), 0
            while not is_over.is_set():
                tasks.create_task(write(client, number))
                number += 1
                # By the clock, so that a slow answer does not lower the pace.
                await asyncio.sleep(start + number / WRITES_PER_SECOND - time.monotonic())

    def run() -> None:
        try:
            asyncio.run(write_all())
        except BaseException as problem:
            problems.append(problem)

    thread = Thread(target=run)
    thread.start()
    try:
        yield seconds
    finally:
        is_over.set()
        thread.join()
    for problem in problems:
        raise problem


def report(mixed: Mixed) -> str:
    """Return the result as a table, and the writes in words."""
    return (
        f"{throughput.report([mixed.idle, mixed.busy])}\n"
        f"{len(mixed.writes)} writes: median {mixed.write_ms(50):.0f} ms,"
        f" 99 % within {mixed.write_ms(99):.0f} ms, worst {mixed.writes[-1] * 1000:.0f} ms"
    )
