"""Measures mixed reads of many URLs with wrk, with and without concurrent writes."""

import json
import time
from dataclasses import dataclass
from pathlib import Path

import httpx

from bench import editors, programs, throughput
from bench.throughput import Throughput

MAX_URLS = 200
CONNECTIONS = 64
SECONDS = 20
EDITORS = 20
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
        write_ms = editors.percentile_ms(self.writes, 99)
        checks = {
            f"reads fall to {share:.0%} of those without writes": share < MIN_SHARE,
            f"99 of 100 reads take up to {self.busy.p99:.0f} ms": self.busy.p99 > MAX_P99_MS,
            f"99 of 100 writes take up to {write_ms:.0f} ms": write_ms > MAX_WRITE_P99_MS,
        }
        return [text for text, is_violated in checks.items() if is_violated]


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
    script = write_script(site_url, folder)

    def read(name: str) -> Throughput:
        return throughput.measure_all(wrk, name, site_url, script, CONNECTIONS, SECONDS)

    idle = read(f"{MAX_URLS} URLs, {CONNECTIONS} connections")
    with editors.editors(site_url, EDITORS) as writes:
        busy = read(f"with {EDITORS} editors, {editors.WRITES_PER_SECOND:.0f} writes per second")
    return Mixed(idle, busy, sorted(writes))


def write_script(site_url: str, folder: Path, pause: str = "") -> Path:
    """Return wrk's script that reads MAX_URLS in turn, once they are rendered.

    `pause` is Lua code for the time between two requests of a connection.
    """
    paths = paths_to_read(site_url)
    _wait_until_rendered(site_url, paths)
    script = folder / "mixed.lua"
    script.write_text(_SCRIPT % ",".join(map(json.dumps, paths)) + pause)
    return script


def _wait_until_rendered(site_url: str, paths: list[str]) -> None:
    with httpx.Client(base_url=site_url) as client:
        for path in paths:
            while _NOT_RENDERED in client.get(path).text:
                time.sleep(0.02)


def report(mixed: Mixed) -> str:
    """Return a table of reads and a summary of writes."""
    reads = throughput.report([mixed.idle, mixed.busy])
    return f"{reads}\n{editors.report(mixed.writes)}"
