"""Runs the benchmarks on a site with the demo edition: `make bench`, or `python -m bench NAME...`.

Fails if a limit is exceeded: the home page's transfer size, the delay until published content is
visible, or the latency of reads and writes.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil
from playwright.sync_api import Browser, sync_playwright

from bench import (
    first_row,
    freshness,
    growth,
    interactions,
    mixed,
    page_weight,
    slow_line,
    throughput,
)
from bench.staff import NOMINEES, Staff
from tools.chromium import launch
from tools.site_server import RunningSite, build, running_site

PUBLISHED = "/api/nominees/published"
_PAGES = ("/", "/nominees", "/gallery")
"""The paths of pages that are measured on a slow connection."""
_SLOW_LINE = (
    f"{slow_line.BYTES_PER_SECOND * 8 / 1e6} Mbit/s, {slow_line.LATENCY_MS} ms,"
    f" processor {slow_line.SLOWDOWN} times slower"
)


@dataclass(frozen=True)
class Target:
    """The running site."""

    site: RunningSite
    browser: Browser
    nominee: str
    """The path of a nominee's page."""
    folder: Path
    """A folder for temporary files of the benchmarks."""

    @property
    def pages(self) -> tuple[str, ...]:
        """The paths of the pages that are measured on a slow connection."""
        return (*_PAGES, self.nominee)


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all; return the exit status."""
    unknown = set(names) - set(BENCHMARKS)
    if unknown:
        available = ", ".join(BENCHMARKS)
        print(f"Unknown benchmark: {', '.join(unknown)}; available: {available}", file=sys.stderr)
        return 2
    build()
    with tempfile.TemporaryDirectory() as folder, _running_target(Path(folder)) as target:
        return max(BENCHMARKS[name](target) for name in names or BENCHMARKS)


@contextmanager
def _running_target(folder: Path) -> Iterator[Target]:
    data_dir = folder / "data"
    with running_site(data_dir, AWARDS_DEMO="1"):
        pass  # The first start migrates the database and loads the demo edition.
    start = time.perf_counter()
    with running_site(data_dir, AWARDS_DEMO="1") as site:
        print(f"Start-up: {time.perf_counter() - start:.1f} s", flush=True)
        [first, *_] = httpx.get(f"{site.url}{PUBLISHED}").raise_for_status().json()
        nominee = httpx.get(f"{site.url}/nominees/{first['id']}", follow_redirects=True)
        with sync_playwright() as playwright, launch(playwright) as browser:
            yield Target(site, browser, nominee.url.path, folder)


def _loading(target: Target) -> int:
    loadings = [slow_line.measure(target.browser, target.site.url, path) for path in target.pages]
    _print_table(f"First visit, {_SLOW_LINE} (ms)", slow_line.report(loadings))
    return 0


def _first_row(target: Target) -> int:
    with Staff(target.site.url) as staff:
        staff.fill()
    results = [
        first_row.measure(target.browser, target.site.url, path) for path in first_row.SCREENS
    ]
    _print_table(f"First row of a screen, {_SLOW_LINE} (ms)", first_row.report(results))
    return 0


def _throughput(target: Target) -> int:
    site = target.site
    with Staff(site.url) as staff:
        staff.fill()
    urls = {
        "Home": "/",
        "a nominee's page": target.nominee,
        "upcoming events": "/api/events/upcoming",
        f"{NOMINEES} nominees": PUBLISHED,
    }
    results = [throughput.measure(name, f"{site.url}{path}") for name, path in urls.items()]
    _print_table(
        f"Requests, gzip, {throughput.CONNECTIONS} connections",
        throughput.report([each for each in results if each]),
    )
    return 0


def _mixed(target: Target) -> int:
    with Staff(target.site.url) as staff:
        staff.fill()
    mixed_reads = mixed.measure(target.site.url, target.folder)
    if mixed_reads is None:
        return 0
    _print_table("Mixed reading while editors write, gzip", mixed.report(mixed_reads))
    return _report_violations(mixed_reads.violations)


def _freshness(target: Target) -> int:
    with Staff(target.site.url) as staff:
        seconds = freshness.measure(target.site.url, staff)
    _print_table("From publishing to visible in the HTML", freshness.report(seconds))
    is_late = freshness.p95(seconds) > freshness.MAX_P95_SECONDS
    return _report_violations([f"p95 exceeds {freshness.MAX_P95_SECONDS:.0f} s"] if is_late else [])


def _growth(target: Target) -> int:
    url = os.environ.get("AWARDS_BENCH_DATABASE_URL", "")
    results = [growth.measure(size, target.folder / f"growth-{size}", url) for size in growth.SIZES]
    _print_table("Growth", growth.report(results))
    return _report_violations([violation for each in results for violation in each.violations])


def _memory(target: Target) -> int:
    """Print the resident memory of all processes of the server after some first visits."""
    for path in target.pages:
        httpx.get(f"{target.site.url}{path}").raise_for_status()
    process = psutil.Process(target.site.process.pid)
    processes = [process, *process.children(recursive=True)]
    resident = sum(each.memory_info().rss for each in processes)
    _print_table("Memory", f"server, after first visits: {resident / 1e6:.1f} MB")
    return 0


def _interactions(target: Target) -> int:
    results = interactions.measure(target.browser, target.site.url)
    _print_table(
        f"Interaction to next paint, processor {interactions.SLOWDOWN} times slower",
        interactions.report(results),
    )
    return 0


def _weight(target: Target) -> int:
    paths = (*page_weight.PAGES, target.nominee)
    results = [page_weight.measure(target.browser, target.site.url, path) for path in paths]
    weights = [weight for weight in results if weight is not None]
    _print_table("First load, KB over the wire (gzip)", page_weight.report(weights))
    home = [weight for weight in weights if weight.path == page_weight.HOME]
    return _report_violations([each for weight in home for each in page_weight.violations(weight)])


BENCHMARKS: Mapping[str, Callable[[Target], int]] = {
    "loading": _loading,
    "first-row": _first_row,
    "throughput": _throughput,
    "mixed": _mixed,
    "freshness": _freshness,
    "memory": _memory,
    "growth": _growth,
    "interactions": _interactions,
    "weight": _weight,
}
"""The benchmarks by name; each prints a table and returns an exit status."""


def _print_table(title: str, table: str) -> None:
    print(f"\n{title}\n{table}", flush=True)


def _report_violations(violations: Sequence[str]) -> int:
    """Print which limits are exceeded, and return the exit status."""
    for violation in violations:
        print(f"FAILED {violation}", file=sys.stderr)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
