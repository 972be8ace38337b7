"""Measures how long a page's scripts keep a slow processor from responding: tasks of over 50 ms."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from bench.slow_line import PHONE, SLOWDOWN

LONG_MS = 50
MAX_MULTIPLE = 3
"""The maximum sum of long tasks, as a multiple of the same page without scripts."""
ROUNDS = 3
"""The maximum number of visits, because other programs share the processor."""

_SCRIPTS = re.compile(r"/assets/.*\.js$")
_SETTLED_MS = 500
_TASK = "RunTask"
_CATEGORIES = ["disabled-by-default-devtools.timeline"]
_TELL_HYDRATION = 'addEventListener("awards:hydrated", () => console.log("hydrated"))'


@dataclass(frozen=True)
class LongTasks:
    """The long tasks of a page in ms of processor time, with its scripts and without."""

    path: str
    with_scripts: Sequence[float]
    without: Sequence[float]

    @property
    def multiple(self) -> float:
        """The sum as a multiple of that without scripts, or of two tasks if there is less."""
        return sum(self.with_scripts) / max(sum(self.without), 2 * LONG_MS)

    @property
    def blocked_ms(self) -> float:
        return sum(each - LONG_MS for each in self.with_scripts)


def measure(browser: Browser, site_url: str, path: str) -> LongTasks:
    """Return those of the first visit to a page that is within the limit, or of the best one."""
    url = f"{site_url}{path}"
    visits: list[LongTasks] = []
    for _ in range(ROUNDS):
        without = _visit(browser, url, scripts=False)
        visits.append(LongTasks(path, _visit(browser, url), without))
        if visits[-1].multiple <= MAX_MULTIPLE:
            break
    return min(visits, key=lambda visit: visit.multiple)


def _visit(browser: Browser, url: str, *, scripts: bool = True) -> list[float]:
    with browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}) as context:
        page = context.new_page()
        page.add_init_script(_TELL_HYDRATION)
        if not scripts:
            page.route(_SCRIPTS, lambda route: route.abort())
        devtools = context.new_cdp_session(page)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        trace: list[dict[str, Any]] = []
        devtools.on("Tracing.dataCollected", lambda data: trace.extend(data["value"]))
        categories = {"includedCategories": _CATEGORIES}
        devtools.send("Tracing.start", {"traceConfig": categories})
        _open(page, url, scripts=scripts)
        _end(page, devtools)
    return _long_tasks(trace)


def _open(page: Page, url: str, *, scripts: bool) -> None:
    if scripts:
        with page.expect_console_message(lambda message: message.text == "hydrated"):
            page.goto(url)
    else:
        page.goto(url)
    page.wait_for_timeout(_SETTLED_MS)


def _end(page: Page, devtools: CDPSession) -> None:
    ended: list[object] = []
    devtools.on("Tracing.tracingComplete", lambda event: ended.append(event))
    devtools.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(10)


def _long_tasks(trace: Iterable[dict[str, Any]]) -> list[float]:
    """Return the long tasks of the busiest thread; a task within another one counts once."""
    threads: dict[tuple[int, int], dict[int, float]] = defaultdict(dict)
    for event in trace:
        if event["name"] == _TASK and "tdur" in event:
            tasks = threads[event["pid"], event["tid"]]
            tasks[event["ts"]] = max(tasks.get(event["ts"], 0), event["tdur"] / 1000)
    busiest = max(threads.values(), key=lambda tasks: sum(tasks.values()))
    return [task for task in busiest.values() if task > LONG_MS]


def violations(results: Iterable[LongTasks]) -> list[str]:
    """Return descriptions of the pages whose scripts exceed the limit."""
    return [
        f"{each.path}: {each.multiple:.1f} times the long tasks of the page without scripts,"
        f" at most {MAX_MULTIPLE}: {each.with_scripts} ms, without {each.without} ms"
        for each in results
        if each.multiple > MAX_MULTIPLE
    ]


def report(results: Iterable[LongTasks]) -> str:
    """Return a table in ms."""
    lines = [f"{'page':<14}{'long tasks':>12}{'without':>12}{'multiple':>12}{'blocked':>12}"]
    lines += [
        f"{each.path:<14}{sum(each.with_scripts):>12.0f}{sum(each.without):>12.0f}"
        f"{each.multiple:>12.1f}{each.blocked_ms:>12.0f}"
        for each in results
    ]
    return "\n".join(lines)
