"""Measures first visits on a phone with a slow connection: paint times and transfer size."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize

BYTES_PER_SECOND = 200_000
"""1.6 Mbit/s."""
LATENCY_MS = 150
SLOWDOWN = 4
ROUNDS = 5
PHONE = (375, 812)

_QUIET_MS = 2_500
"""The time without paints and movements after which a page counts as loaded."""

_OBSERVE = """
window.measured = {paint: 0, largest: 0, shift: 0, blocked: 0};
window.changedAt = Infinity;
const noteChange = () => { window.changedAt = performance.now(); };
addEventListener("load", noteChange);
const watch = (type, record) =>
  new PerformanceObserver((list) => {
    list.getEntries().forEach(record);
    if (document.readyState === "complete") noteChange();
  }).observe({type, buffered: true});
watch("paint", (entry) => {
  if (entry.name === "first-contentful-paint") measured.paint = entry.startTime;
});
watch("largest-contentful-paint", (entry) => { measured.largest = entry.startTime; });
watch("layout-shift", (entry) => { if (!entry.hadRecentInput) measured.shift += entry.value; });
watch("longtask", (entry) => { measured.blocked += Math.max(0, entry.duration - 50); });
"""


@dataclass(frozen=True)
class Visit:
    """A first visit: ms to the first and largest contentful paint, blocked ms, layout shift."""

    requests: int
    bytes: int
    paint: float
    largest: float
    shift: float
    blocked: float


@dataclass(frozen=True)
class Loading:
    """The medians of several first visits to a page; `server` is "site" or "nginx"."""

    path: str
    server: str
    visit: Visit


def measure(browser: Browser, server: str, site_url: str, path: str) -> Loading:
    """Measure several first visits to the page at `path`."""
    visits = [_visit(browser, f"{site_url}{path}") for _ in range(ROUNDS)]
    values = {
        name: median(getattr(each, name) for each in visits) for name in Visit.__annotations__
    }
    return Loading(path, server, Visit(**values))


def _visit(browser: Browser, url: str) -> Visit:
    with open_phone(browser, _OBSERVE) as (page, devtools):
        received: dict[str, int] = {}
        devtools.on(
            "Network.loadingFinished",
            lambda end: received.update({end["requestId"]: end["encodedDataLength"]}),
        )
        page.goto(url, wait_until="load")
        page.wait_for_function("(quiet) => performance.now() - changedAt > quiet", arg=_QUIET_MS)
        measured = page.evaluate("window.measured")
    return Visit(len(received), int(sum(received.values())), **measured)


@contextmanager
def open_phone(browser: Browser, script: str) -> Iterator[tuple[Page, CDPSession]]:
    """Open a page, with an empty cache, on a phone with a slow connection; it runs `script`."""
    size: ViewportSize = {"width": PHONE[0], "height": PHONE[1]}
    context = browser.new_context(viewport=size, device_scale_factor=2)
    page = context.new_page()
    page.add_init_script(script)
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    line = {"downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND // 2}
    devtools.send(
        "Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY_MS} | line
    )
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    yield page, devtools
    context.close()


def report(loadings: Sequence[Loading]) -> str:
    """Return a table, in KB and ms."""
    names = ("requests", "KB", "first paint", "largest", "shift", "blocked")
    lines = [f"{'page':<40}{'server':<8}" + "".join(f"{name:>13}" for name in names)]
    for each in loadings:
        visit = each.visit
        lines.append(
            f"{each.path:<40}{each.server:<8}{visit.requests:>13}{visit.bytes / 1000:>13.1f}"
            f"{visit.paint:>13.0f}{visit.largest:>13.0f}{visit.shift:>13.3f}{visit.blocked:>13.0f}"
        )
    return "\n".join(lines)
