"""How pages come to a phone on a slow line: what is painted when, and for how many bytes."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from playwright.sync_api import Browser

BYTES_PER_SECOND = 200_000
"""1.6 Mbit/s."""
LATENCY_MS = 150
SLOWDOWN = 4
ROUNDS = 5
PHONE = (375, 812)

_QUIET_MS = 2_500
"""How long after the load event a page is watched: for what it does when idle."""

_OBSERVE = """
window.measured = {paint: 0, largest: 0, shift: 0, blocked: 0};
const watch = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({type, buffered: true});
watch("paint", (entry) => {
  if (entry.name === "first-contentful-paint") measured.paint = entry.startTime;
});
watch("largest-contentful-paint", (entry) => { measured.largest = entry.startTime; });
watch("layout-shift", (entry) => { if (!entry.hadRecentInput) measured.shift += entry.value; });
watch("longtask", (entry) => { measured.blocked += Math.max(0, entry.duration - 50); });
"""


@dataclass(frozen=True)
class Visit:
    """A page's first visit: ms to the first and largest paint, ms of blocking, layout shift."""

    requests: int
    bytes: int
    paint: float
    largest: float
    shift: float
    blocked: float


@dataclass(frozen=True)
class Loading:
    """The medians of several first visits to a page; `server` is who served it."""

    path: str
    server: str
    visit: Visit


def measure(browser: Browser, server: str, site_url: str, path: str) -> Loading:
    """Visit the page at `path` several times, each as if for the first time."""
    visits = [_visit(browser, f"{site_url}{path}") for _ in range(ROUNDS)]
    values = {
        name: median(getattr(each, name) for each in visits) for name in Visit.__annotations__
    }
    return Loading(path, server, Visit(**values))


def _visit(browser: Browser, url: str) -> Visit:
    size = {"width": PHONE[0], "height": PHONE[1]}
    context = browser.new_context(viewport=size, device_scale_factor=2)  # type: ignore[arg-type]
    page = context.new_page()
    page.add_init_script(_OBSERVE)
    tools = context.new_cdp_session(page)
    received: dict[str, int] = {}
    tools.on(
        "Network.loadingFinished",
        lambda end: received.update({end["requestId"]: end["encodedDataLength"]}),
    )
    tools.send("Network.enable")
    line = {"downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND // 2}
    tools.send("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY_MS} | line)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page.goto(url, wait_until="load")
    page.wait_for_timeout(_QUIET_MS)
    measured = page.evaluate("window.measured")
    context.close()
    return Visit(len(received), int(sum(received.values())), **measured)


def report(loadings: Sequence[Loading]) -> str:
    """Return a table, in KB and ms."""
    names = ("requests", "KB", "first paint", "largest", "shift", "blocked")
    lines = [f"{'page':<40}{'server':<8}" + "".join(f"{name:>13}" for name in names)]
    for each in loadings:
        seen = each.visit
        lines.append(
            f"{each.path:<40}{each.server:<8}{seen.requests:>13}{seen.bytes / 1000:>13.1f}"
            f"{seen.paint:>13.0f}{seen.largest:>13.0f}{seen.shift:>13.3f}{seen.blocked:>13.0f}"
        )
    return "\n".join(lines)
