"""Measures a site of its own with demo content: `make bench`, or the named parts of it.

Fails when the home page costs more JavaScript or CSS than it may, or when what is published takes
too long to be visible.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from playwright.sync_api import Browser, sync_playwright

from bench import (
    freshness,
    interactions,
    memory,
    mixed,
    nginx,
    page_weight,
    plain_api,
    slow_line,
    throughput,
)
from bench.staff import Staff
from tests.browser.chromium import launch
from tests.site_server import ROOT, RunningSite, build, clean_environment, running_site

PUBLISHED = "/api/nominees/published"


@dataclass(frozen=True)
class Subject:
    """What is measured: the site, and the same pages as plain files served by nginx, if it is."""

    site: RunningSite
    browser: Browser
    files_url: str | None
    nominee: str
    """The path of a nominee's page."""
    folder: Path
    """A folder for what a measurement writes."""

    @property
    def pages(self) -> tuple[str, ...]:
        """The paths of the pages that are measured on a slow line."""
        return ("/", "/nominees", "/gallery", self.nominee)


def main(names: list[str]) -> int:
    """Print the named measurements, or all; return the exit status."""
    unknown = set(names) - set(PARTS)
    if unknown:
        print(f"No such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    build()
    with tempfile.TemporaryDirectory() as folder, _subject(Path(folder)) as subject:
        return max(PARTS[name](subject) for name in names or PARTS)


@contextmanager
def _subject(folder: Path) -> Iterator[Subject]:
    data_dir, files = folder / "data", folder / "files"
    with running_site(data_dir, AWARDS_DEMO="1"):
        pass  # The first start migrates the database and loads the demo edition.
    start = time.perf_counter()
    with running_site(data_dir, AWARDS_DEMO="1") as site:
        print(f"Start-up: {time.perf_counter() - start:.1f} s", flush=True)
        [first, *_] = httpx.get(f"{site.url}{PUBLISHED}").raise_for_status().json()
        asked = httpx.get(f"{site.url}/nominees/{first['id']}", follow_redirects=True)
        _export(data_dir, files)
        with (
            nginx.serving(files, folder) as files_url,
            sync_playwright() as playwright,
            launch(playwright) as browser,
        ):
            yield Subject(site, browser, files_url, asked.url.path, folder)


def _export(data_dir: Path, files: Path) -> None:
    command = [sys.executable, "-m", "awards_site", "export", str(files)]
    environment = clean_environment() | {"AWARDS_DATA_DIR": str(data_dir)}
    subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)


def _loading(subject: Subject) -> int:
    servers = {"site": subject.site.url, "nginx": subject.files_url}
    loadings = [
        slow_line.measure(subject.browser, server, url, path)
        for path in subject.pages
        for server, url in servers.items()
        if url
    ]
    _tell(
        f"First visit, {slow_line.BYTES_PER_SECOND * 8 / 1e6} Mbit/s, {slow_line.LATENCY_MS} ms,"
        f" processor {slow_line.SLOWDOWN} times slower (ms)",
        slow_line.report(loadings),
    )
    return 0


def _throughput(subject: Subject) -> int:
    site = subject.site
    addresses = {
        "Home, this site": f"{site.url}/",
        "Home, nginx": f"{subject.files_url}/" if subject.files_url else None,
        "the nominee's page, this site": f"{site.url}{subject.nominee}",
        "upcoming events, this site": f"{site.url}/api/events/upcoming",
    }
    results = [throughput.measure(name, url) for name, url in addresses.items() if url]
    with Staff(site.url) as staff:
        staff.fill()
    size = f"{len(httpx.get(f'{site.url}{PUBLISHED}').json())} nominees"
    results.append(throughput.measure(f"{size}, this site", f"{site.url}{PUBLISHED}"))
    with plain_api.serving(site.data_dir) as url:
        results.append(throughput.measure(f"{size}, plain FastAPI and SQLModel", url))
    if subject.files_url:
        url = f"{subject.files_url}/nominees"
        results.append(throughput.measure("the nominees' page, nginx", url))
    _tell(
        f"Requests, gzip, {throughput.CONNECTIONS} connections",
        throughput.report([each for each in results if each]),
    )
    return 0


def _mixed(subject: Subject) -> int:
    with Staff(subject.site.url) as staff:
        staff.fill()
    mixed_reads = mixed.measure(subject.site.url, subject.folder)
    if mixed_reads is None:
        return 0
    _tell("Mixed reading while editors write, gzip", mixed.report(mixed_reads))
    for excess in mixed_reads.excesses:
        print(f"FAILED {excess}", file=sys.stderr)
    return 1 if mixed_reads.excesses else 0


def _freshness(subject: Subject) -> int:
    with Staff(subject.site.url) as staff:
        seconds = freshness.measure(subject.site.url, staff)
    _tell("From publishing to visible in the HTML", freshness.report(seconds))
    if freshness.ninety_fifth(seconds) <= freshness.LIMIT_SECONDS:
        return 0
    print(f"FAILED 95 % within at most {freshness.LIMIT_SECONDS:.0f} s", file=sys.stderr)
    return 1


def _memory(subject: Subject) -> int:
    site = subject.site
    _tell("Memory", memory.report(memory.measure(subject.browser, site.url, site.process.pid)))
    return 0


def _interactions(subject: Subject) -> int:
    answered = interactions.measure(subject.browser, subject.site.url)
    _tell(
        f"Interaction to next paint, processor {interactions.SLOWDOWN} times slower",
        interactions.report(answered),
    )
    return 0


def _weight(subject: Subject) -> int:
    paths = (*page_weight.PAGES, subject.nominee)
    weighed = [page_weight.weigh(subject.browser, subject.site.url, path) for path in paths]
    weights = [weight for weight in weighed if weight is not None]
    _tell("First load, KB over the wire (gzip)", page_weight.report(weights))
    excesses = [
        excess
        for weight in weights
        if weight.path == page_weight.HOME
        for excess in page_weight.over_the_limit(weight)
    ]
    for excess in excesses:
        print(f"FAILED {excess}", file=sys.stderr)
    return 1 if excesses else 0


PARTS: Mapping[str, Callable[[Subject], int]] = {
    "loading": _loading,
    "throughput": _throughput,
    "mixed": _mixed,
    "freshness": _freshness,
    "memory": _memory,
    "interactions": _interactions,
    "weight": _weight,
}
"""The measurements by their names; each prints its table and returns an exit status."""


def _tell(title: str, table: str) -> None:
    print(f"\n{title}\n{table}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
