"""Measures the server's memory: each process, per open page, and as one session goes on."""

import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass

import psutil
from playwright.sync_api import Browser, Page

from tools.site_server import ADMIN_PASSWORD, ADMIN_USERNAME

VISITORS = 20
SESSION_PAGES = 500
"""The number of pages of the portal that one session opens and closes in turn."""
WARM_PAGES = 100
"""After how many of them the States that a session may have, and caches, are there."""
MAX_GROWTH = 10e6
"""The most bytes by which the memory may grow after that."""
_SCREENS = ("nominees", "events", "photos", "videos", "blog", "sponsors", "account", "to-do")


@dataclass(frozen=True)
class Memory:
    """The server's memory in bytes: each process, the increase per open page, and of a session.

    `processes` are named, with shared pages divided among them; `owners` lists the packages that
    take the most when they are imported.
    """

    processes: list[tuple[str, int]]
    owners: str
    per_reader: float
    per_writer: float
    session: int


def measure(browser: Browser, site_url: str, pid: int) -> Memory:
    """Open the home page for several visitors at once; `pid` is the server's main process."""
    # Warm-up: the first visits fill caches.
    _open_pages(browser, site_url, 3, pid, writing=True)
    processes = processes_of(pid)
    before = _serving_memory(pid)
    readers = _open_pages(browser, site_url, VISITORS, pid, writing=False) - before
    # Measured again, because memory may have been freed since.
    before = _serving_memory(pid)
    writers = _open_pages(browser, site_url, VISITORS, pid, writing=True) - before
    session = _session_growth(browser, site_url, pid)
    return Memory(processes, _owners(), readers / VISITORS, writers / VISITORS, session)


def _session_growth(browser: Browser, site_url: str, pid: int) -> int:
    """Return by how much the memory grows from the WARM_PAGES-th page of a session to the last."""
    before = 0
    with browser.new_context(base_url=site_url) as context:
        credentials = {"username": ADMIN_USERNAME, "password": ADMIN_PASSWORD}
        context.request.post("/api/auth/login", data=credentials)
        for number in range(SESSION_PAGES):
            if number == WARM_PAGES:
                before = _serving_memory(pid)
            with context.new_page() as page:
                page.goto(f"/admin/{_SCREENS[number % len(_SCREENS)]}")
                page.get_by_role("heading", level=1).wait_for()
    return _serving_memory(pid) - before


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


def processes_of(pid: int) -> list[tuple[str, int]]:
    """Return the names and the memory of a process and all its descendants."""
    process = psutil.Process(pid)
    processes = [process, *process.children(recursive=True)]
    return [(each.name(), each.memory_full_info().pss) for each in processes]


def _owners() -> str:
    command = [sys.executable, "-m", "bench.import_memory"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _serving_memory(pid: int) -> int:
    """Return the resident memory in bytes of the worker, which serves visitors.

    Node.js serves none, and its memory fluctuates by tens of MB.
    """
    [worker] = psutil.Process(pid).children()
    return int(worker.memory_info().rss)


def report(memory: Memory) -> str:
    """Return a summary."""
    processes = ", ".join(f"{name} {size / 1e6:.0f}" for name, size in memory.processes)
    return (
        f"server, after first visits: {sum(size for _, size in memory.processes) / 1e6:.0f} MB"
        f" ({processes})\n"
        f"imports of the most memory, MB:\n{memory.owners}"
        f"each of {VISITORS} open pages, read: {memory.per_reader / 1e3:.0f} KB\n"
        f"each of {VISITORS} open pages, with a form sent: {memory.per_writer / 1e3:.0f} KB\n"
        f"a session, pages {WARM_PAGES} to {SESSION_PAGES}: {memory.session / 1e6:.1f} MB"
    )
