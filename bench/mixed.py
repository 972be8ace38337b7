"""Measures mixed reads of many URLs with wrk, with and without concurrent writes."""

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

MAX_URLS = 200
CONNECTIONS = 64
SECONDS = 20
EDITORS = 20
WRITES_PER_SECOND = 5.0
MIN_SHARE = 0.8
"""The minimum share of the read throughput that remains during writes."""
MAX_P99_MS = 50.0
"""The maximum p99 latency of reads during writes."""
MAX_WRITE_P99_MS = 500.0
"""The maximum p99 latency of writes."""

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
local index = 0
request = function()
  index = index %% #paths + 1
  return wrk.format("GET", paths[index])
end
"""


@dataclass(frozen=True)
class Mixed:
    """Reads without and with writes, and the durations of the writes in seconds, ascending."""

    idle: Throughput
    busy: Throughput
    writes: list[float]

    @property
    def violations(self) -> list[str]:
        """Descriptions of the exceeded limits."""
        share = self.busy.per_second / self.idle.per_second
        checks = {
            f"reads fall to {share:.0%} of those without writes": share < MIN_SHARE,
            f"99 of 100 reads take up to {self.busy.p99:.0f} ms": self.busy.p99 > MAX_P99_MS,
            f"99 of 100 writes take up to {self.write_ms(99):.0f} ms": (
                self.write_ms(99) > MAX_WRITE_P99_MS
            ),
        }
        return [text for text, is_violated in checks.items() if is_violated]

    def write_ms(self, percent: int) -> float:
        """Return a percentile of the writes' durations in ms."""
        return self.writes[min(len(self.writes) * percent // 100, len(self.writes) - 1)] * 1000


def paths_to_read(site_url: str) -> list[str]:
    """Return the paths to read: lists of the API, and the pages in the sitemap."""
    sitemap = httpx.get(f"{site_url}/sitemap.xml").raise_for_status().text
    pages = [httpx.URL(part.partition("</loc>")[0]).path for part in sitemap.split("<loc>")[1:]]
    return [*_LISTS, *pages][:MAX_URLS]


def measure(site_url: str, folder: Path) -> Mixed | None:
    """Measure reads with and without writes; `folder` is for wrk's script. None without wrk.

    Raises throughput.RequestsFailed if a read fails, and httpx.HTTPStatusError if a write fails.
    """
    wrk = programs.find("wrk")
    if wrk is None:
        return None
    paths = paths_to_read(site_url)
    _wait_until_rendered(site_url, paths)
    script = folder / "mixed.lua"
    script.write_text(_SCRIPT % ",".join(map(json.dumps, paths)))

    def read(name: str) -> Throughput:
        return throughput.measure_all(wrk, name, site_url, script, CONNECTIONS, SECONDS)

    idle = read(f"{MAX_URLS} URLs, {CONNECTIONS} connections")
    with _editors(site_url) as writes:
        busy = read(f"with {EDITORS} editors, {WRITES_PER_SECOND:.0f} writes per second")
    return Mixed(idle, busy, sorted(writes))


def _wait_until_rendered(site_url: str, paths: list[str]) -> None:
    with httpx.Client(base_url=site_url) as client:
        for path in paths:
            while _NOT_RENDERED in client.get(path).text:
                time.sleep(0.02)


@contextmanager
def _editors(site_url: str) -> Iterator[list[float]]:
    """Write while the block runs; yields a growing list of the writes' durations in seconds."""
    with Staff(site_url) as staff:
        nominees, cookies = staff.nominees(), staff.cookies
    seconds: list[float] = []
    errors: list[BaseException] = []
    stop = Event()

    async def write(client: httpx.AsyncClient, number: int) -> None:
        nominee = nominees[number % EDITORS]
        body = {"title": f"Founder, version {number}"}
        start = time.perf_counter()
        response = await client.patch(f"/api/nominees/{nominee}", json=body)
        seconds.append(time.perf_counter() - start)
        response.raise_for_status()

    async def write_all() -> None:
        async with (
            httpx.AsyncClient(base_url=site_url, cookies=cookies, timeout=30) as client,
            asyncio.TaskGroup() as tasks,
        ):
            start, number = time.monotonic(), 0
            while not stop.is_set():
                tasks.create_task(write(client, number))
                number += 1
                # A fixed schedule: slow responses do not lower the rate.
                await asyncio.sleep(start + number / WRITES_PER_SECOND - time.monotonic())

    def run() -> None:
        try:
            asyncio.run(write_all())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run)
    thread.start()
    try:
        yield seconds
    finally:
        stop.set()
        thread.join()
    for error in errors:
        raise error


def report(mixed: Mixed) -> str:
    """Return a table of reads and a summary of writes."""
    return (
        f"{throughput.report([mixed.idle, mixed.busy])}\n"
        f"{len(mixed.writes)} writes: median {mixed.write_ms(50):.0f} ms,"
        f" 99 % within {mixed.write_ms(99):.0f} ms, worst {mixed.writes[-1] * 1000:.0f} ms"
    )
