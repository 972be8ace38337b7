"""How much memory of the server an open page takes."""

from contextlib import ExitStack
from dataclasses import dataclass

import psutil
from playwright.sync_api import Browser

VISITORS = 20


@dataclass(frozen=True)
class Memory:
    """The server's memory in bytes: without visitors, and what each open page adds."""

    idle: int
    per_visitor: float


def measure(browser: Browser, site_url: str, pid: int) -> Memory:
    """Open the home page for several visitors at once, `pid` being the server's main process."""
    # The first visits fill caches, which is not what a visitor costs.
    _open_pages(browser, site_url, 3, pid)
    idle = resident(pid)
    return Memory(idle, (_open_pages(browser, site_url, VISITORS, pid) - idle) / VISITORS)


def _open_pages(browser: Browser, site_url: str, count: int, pid: int) -> int:
    """Return the server's memory while `count` visitors have the home page open."""
    with ExitStack() as visitors:
        for _ in range(count):
            context = browser.new_context(base_url=site_url)
            visitors.callback(context.close)
            page = context.new_page()
            with page.expect_websocket() as connection:
                page.goto("/")
            # The first message to the page says that its State is there.
            connection.value.wait_for_event("framereceived")
            page.wait_for_load_state("networkidle")
        return resident(pid)


def resident(pid: int) -> int:
    """Return the bytes of memory that a process and all its descendants hold."""
    process = psutil.Process(pid)
    family = [process, *process.children(recursive=True)]
    return sum(member.memory_info().rss for member in family)


def report(memory: Memory) -> str:
    """Return the result in words."""
    return (
        f"server, after first visits: {memory.idle / 1e6:.1f} MB\n"
        f"each of {VISITORS} open pages: {memory.per_visitor / 1e3:.0f} KB"
    )
