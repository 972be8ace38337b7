"""Runs the benchmarks on a site with the demo edition: `make bench`, or `python -m bench NAME...`.

Fails if a limit is exceeded: the home page's transfer size, the delay until published content is
visible, or the latency of reads and writes.
"""

import asyncio
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from playwright.sync_api import Browser, sync_playwright
from reflex_base.constants import Dirs

from awards_site.pages.public_pages import PUBLIC_PAGES
from bench import (
    crowd,
    first_row,
    freshness,
    growth,
    interactions,
    long_tasks,
    memory,
    mixed,
    nginx,
    night,
    page_weight,
    plain_api,
    slow_line,
    throughput,
)
from bench.staff import Staff
from tools.chromium import launch
from tools.site_server import ROOT, RunningSite, build, running_site

PUBLISHED = "/api/nominees/published"
_PAGES = ("/", "/nominees", "/gallery")
"""The paths of pages that are measured on a slow connection."""
_IMAGES = re.compile(r"/uploads/[\w./-]+\.\w+")
_SLOW_LINE = (
    f"{slow_line.BYTES_PER_SECOND * 8 / 1e6} Mbit/s, {slow_line.LATENCY_MS} ms,"
    f" processor {slow_line.SLOWDOWN} times slower"
)


@dataclass(frozen=True)
class Target:
    """The running site, and the URL of the same pages served by nginx, if it is installed."""

    site: RunningSite
    browser: Browser
    files_url: str | None
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
    data_dir, files = folder / "data", folder / "files"
    with running_site(data_dir, AWARDS_DEMO="1"):
        pass  # The first start migrates the database and loads the demo edition.
    start = time.perf_counter()
    with running_site(data_dir, AWARDS_DEMO="1") as site:
        print(f"Start-up: {time.perf_counter() - start:.1f} s", flush=True)
        [first, *_] = httpx.get(f"{site.url}{PUBLISHED}").raise_for_status().json()
        nominee = httpx.get(f"{site.url}/nominees/{first['id']}", follow_redirects=True)
        _save_pages(site.url, (*_PAGES, nominee.url.path), files)
        with (
            nginx.serving(files, folder) as files_url,
            sync_playwright() as playwright,
            launch(playwright) as browser,
        ):
            yield Target(site, browser, files_url, nominee.url.path, folder)


def _save_pages(site_url: str, paths: Iterable[str], folder: Path) -> None:
    """Save pages of the site with the images that they name, and the files of the build."""
    built = ROOT / Dirs.WEB / Dirs.STATIC
    shutil.copytree(built, folder, ignore=shutil.ignore_patterns("*.html", "*.br", "*.gz"))
    with httpx.Client(base_url=site_url) as client:
        files = {f"{path}/index.html": client.get(path).raise_for_status().text for path in paths}
        for page in files.values():
            for url in set(_IMAGES.findall(page)):
                _write(folder, url, client.get(url).raise_for_status().content)
    for path, page in files.items():
        _write(folder, path, page.encode())


def _write(folder: Path, path: str, content: bytes) -> None:
    file = folder / path.lstrip("/")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def _loading(target: Target) -> int:
    servers = {"site": target.site.url, "nginx": target.files_url}
    loadings = [
        slow_line.measure(target.browser, server, url, path)
        for path in target.pages
        for server, url in servers.items()
        if url
    ]
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
    urls = {
        "Home, this site": f"{site.url}/",
        "Home, nginx": f"{target.files_url}/" if target.files_url else None,
        "the nominee's page, this site": f"{site.url}{target.nominee}",
        "upcoming events, this site": f"{site.url}/api/events/upcoming",
    }
    results = [throughput.measure(name, url) for name, url in urls.items() if url]
    with Staff(site.url) as staff:
        staff.fill()
    size = f"{len(httpx.get(f'{site.url}{PUBLISHED}').json())} nominees"
    results.append(throughput.measure(f"{size}, this site", f"{site.url}{PUBLISHED}"))
    with plain_api.serving(site.data_dir) as url:
        results.append(throughput.measure(f"{size}, plain FastAPI and SQLModel", url))
    if target.files_url:
        url = f"{target.files_url}/nominees"
        results.append(throughput.measure("the nominees' page, nginx", url))
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


def _crowd(target: Target) -> int:
    with Staff(target.site.url) as staff:
        staff.fill()
    full_house = crowd.measure(target.site.url, target.folder)
    if full_house is None:
        return 0
    _print_table("A full house", crowd.report(full_house))
    return _report_violations(full_house.violations)


def _night(target: Target) -> int:
    with Staff(target.site.url) as staff, ThreadPoolExecutor(1) as pool:
        staff.fill()
        pages = night.measure(target.site.url, target.site.process.pid, staff.cookies)
        # The browser's event loop runs in this thread.
        _print_table("The night of the gala", pool.submit(asyncio.run, pages).result())
    return 0


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
    measured = memory.measure(target.browser, target.site.url, target.site.process.pid)
    _print_table("Memory", memory.report(measured))
    grows = measured.session > memory.MAX_GROWTH
    return _report_violations(["a session's pages stay in memory"] if grows else [])


def _interactions(target: Target) -> int:
    results = interactions.measure(target.browser, target.site.url)
    _print_table(
        f"Interaction to next paint, processor {interactions.SLOWDOWN} times slower",
        interactions.report(results),
    )
    return 0


def _long_tasks(target: Target) -> int:
    pages = [each.route for each in PUBLIC_PAGES if each.records is None]
    results = [long_tasks.measure(target.browser, target.site.url, path) for path in pages]
    _print_table(
        f"Long tasks, processor {slow_line.SLOWDOWN} times slower (ms)", long_tasks.report(results)
    )
    return _report_violations(long_tasks.violations(results))


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
    "crowd": _crowd,
    "night": _night,
    "freshness": _freshness,
    "memory": _memory,
    "growth": _growth,
    "interactions": _interactions,
    "long-tasks": _long_tasks,
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
