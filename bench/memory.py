"""How much memory of the server an open page takes: a reader's, and one whose form is used."""

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass

import psutil
from playwright.sync_api import Browser, Page

VISITORS = 20


@dataclass(frozen=True)
class Memory:
    """The server's memory in bytes: without visitors, and what each open page adds."""

    idle: int
    per_reader: float
    per_writer: float


def measure(browser: Browser, site_url: str, pid: int) -> Memory:
    """Open the home page for several visitors at once, `pid` being the server's main process."""
    # The first visits fill caches, which is not what a visitor costs.
    _open_pages(browser, site_url, 3, pid, writing=True)
    idle = resident(pid)
    before = _of_visitors(pid)
    readers = _open_pages(browser, site_url, VISITORS, pid, writing=False) - before
    # What was given back meanwhile is not what a form costs.
    before = _of_visitors(pid)
    writers = _open_pages(browser, site_url, VISITORS, pid, writing=True) - before
    return Memory(idle, readers / VISITORS, writers / VISITORS)


def _open_pages(browser: Browser, site_url: str, count: int, pid: int, *, writing: bool) -> int:
    """Return what visitors' processes hold while `count` visitors have the home page open."""
    with ExitStack() as visitors:
        for _ in range(count):
            context = browser.new_context(base_url=site_url)
            visitors.callback(context.close)
            page = context.new_page()
            page.goto("/", wait_until="networkidle")
            if writing:
                _subscribe(page)
        return _of_visitors(pid)


def _subscribe(page: Page) -> None:
    """Send the footer's form, whose answer comes by the page's own connection."""
    form = page.get_by_test_id("footer-newsletter")
    form.get_by_role("textbox").fill("nobody@example.org")
    form.get_by_role("button").click()
    page.get_by_test_id("notice").first.wait_for()


def resident(pid: int) -> int:
    """Return the bytes of memory that a process and all its descendants hold."""
    process = psutil.Process(pid)
    return _held([process, *process.children(recursive=True)])


def _of_visitors(pid: int) -> int:
    """Return the bytes of the processes that visitors reach, which are a server's own children.

    Theirs is Node.js, which knows no visitor and whose memory goes up and down by tens of MB.
    """
    process = psutil.Process(pid)
    return _held([process, *process.children()])


def _held(processes: Iterable[psutil.Process]) -> int:
    return sum(process.memory_info().rss for process in processes)


def report(memory: Memory) -> str:
    """Return the result in words."""
    return (
        f"server, after first visits: {memory.idle / 1e6:.1f} MB\n"
        f"each of {VISITORS} open pages, read: {memory.per_reader / 1e3:.0f} KB\n"
        f"each of {VISITORS} open pages, with a form sent: {memory.per_writer / 1e3:.0f} KB"
    )
