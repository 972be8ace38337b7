"""Measures the server's memory per open page, with and without a submitted form."""

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass

import psutil
from playwright.sync_api import Browser, Page

VISITORS = 20


@dataclass(frozen=True)
class Memory:
    """The server's memory in bytes: idle, and the increase per open page."""

    idle: int
    per_reader: float
    per_writer: float


def measure(browser: Browser, site_url: str, pid: int) -> Memory:
    """Open the home page for several visitors at once; `pid` is the server's main process."""
    # Warm-up: the first visits fill caches.
    _open_pages(browser, site_url, 3, pid, writing=True)
    idle = resident(pid)
    before = _serving_memory(pid)
    readers = _open_pages(browser, site_url, VISITORS, pid, writing=False) - before
    # Measured again, because memory may have been freed since.
    before = _serving_memory(pid)
    writers = _open_pages(browser, site_url, VISITORS, pid, writing=True) - before
    return Memory(idle, readers / VISITORS, writers / VISITORS)


def _open_pages(browser: Browser, site_url: str, count: int, pid: int, *, writing: bool) -> int:
    """Return the memory in bytes while `count` visitors have the home page open."""
    with ExitStack() as visitors:
        for _ in range(count):
            context = browser.new_context(base_url=site_url)
            visitors.callback(context.close)
            page = context.new_page()
            page.goto("/", wait_until="networkidle")
            if writing:
                _subscribe(page)
        return _serving_memory(pid)


def _subscribe(page: Page) -> None:
    """Submit the footer's newsletter form."""
    form = page.get_by_test_id("footer-newsletter")
    form.get_by_role("textbox").fill("nobody@example.org")
    form.get_by_role("button").click()
    page.get_by_test_id("notice").first.wait_for()


def resident(pid: int) -> int:
    """Return the resident memory in bytes of a process and all its descendants."""
    process = psutil.Process(pid)
    return _rss([process, *process.children(recursive=True)])


def _serving_memory(pid: int) -> int:
    """Return the resident memory in bytes of the processes that serve visitors.

    Grandchildren are left out: Node.js serves no visitors, and its memory fluctuates by tens of MB.
    """
    process = psutil.Process(pid)
    return _rss([process, *process.children()])


def _rss(processes: Iterable[psutil.Process]) -> int:
    return sum(process.memory_info().rss for process in processes)


def report(memory: Memory) -> str:
    """Return a summary."""
    return (
        f"server, after first visits: {memory.idle / 1e6:.1f} MB\n"
        f"each of {VISITORS} open pages, read: {memory.per_reader / 1e3:.0f} KB\n"
        f"each of {VISITORS} open pages, with a form sent: {memory.per_writer / 1e3:.0f} KB"
    )
