"""Measures Interaction to Next Paint (INP) on a throttled CPU."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median

from playwright.sync_api import Browser, Page

from bench.pages import open_page

MAX_MEDIAN_MS = 100
SLOWDOWN = 4
"""The CPU throttling rate."""
ROUNDS = 5
"""The number of visits to each page; the first use of a component takes longest."""

DESK, PHONE = (1280, 800), (375, 812)

_QUIET_MS = 500
"""The time without changes after which an interaction counts as finished."""
_OBSERVE = """
window.interactions = [];
window.startedAt = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    if (entry.interactionId && entry.startTime > window.startedAt)
      window.interactions.push(entry.duration);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
window.changedAt = 0;
new MutationObserver(() => { window.changedAt = performance.now(); })
  .observe(document, { attributes: true, childList: true, characterData: true, subtree: true });
"""
_IS_QUIET = "(quiet) => performance.now() - Math.max(startedAt, changedAt) > quiet"

Act = Callable[[Page], None]


def _press(role: str, name: str) -> Act:
    return lambda page: page.get_by_role(role, name=name, exact=True).first.click()  # type: ignore[arg-type]


def _press_test_id(test_id: str) -> Act:
    return lambda page: page.get_by_test_id(test_id).first.click()


def _press_key(key: str) -> Act:
    return lambda page: page.keyboard.press(key)


def _choose(label: str) -> Act:
    def act(page: Page) -> None:
        page.get_by_label(label, exact=True).focus()
        page.keyboard.press("ArrowDown")

    return act


PAGES: list[tuple[str, tuple[int, int], Mapping[str, Act]]] = [
    ("/", PHONE, {"menu": _press_test_id("menu-toggle")}),
    ("/", PHONE, {"next testimonial": _press("button", "Next testimonials")}),
    ("/nominees", DESK, {"year": _choose("Year"), "category": _choose("Category")}),
    (
        "/videos",
        DESK,
        {
            "filter": _press("button", "Interview"),
            "all": _press("button", "All"),
            "page 2": _press("button", "2"),
            "details": lambda page: page.get_by_role("button", name="Details of").first.click(),
            "hand over": _press("button", "Watch Video"),
            "close": _press_key("Escape"),
        },
    ),
    ("/videos", DESK, {"play": lambda page: page.get_by_role("button", name="Play").first.click()}),
    (
        "/gallery",
        DESK,
        {
            "category": _press("tab", "Winners"),
            "photo": _press_test_id("photo"),
            "next photo": _press_key("ArrowRight"),
            "close": _press_key("Escape"),
        },
    ),
    (
        "/events",
        DESK,
        {
            "next month": _press("button", "Next month"),
            "day": lambda page: page.get_by_role("gridcell").nth(12).click(),
            "arrow": _press_key("ArrowRight"),
            "list": _press("tab", "List View"),
            "event": lambda page: page.get_by_test_id("event").first.get_by_role("button").click(),
            "close": _press_key("Escape"),
        },
    ),
    ("/contact", PHONE, {"question": lambda page: page.locator("summary").first.click()}),
    ("/contact", PHONE, {"empty form": _press("button", "Send Message")}),
]
"""Path, viewport and interactions of each visit; interactions run in order."""


@dataclass(frozen=True)
class Interaction:
    """The durations of an interaction in ms, ascending; the browser rounds them to 8 ms."""

    path: str
    name: str
    durations: list[float]


def measure(browser: Browser, site_url: str) -> list[Interaction]:
    """Measure all interactions."""
    durations: dict[tuple[str, str], list[float]] = defaultdict(list)
    for _ in range(ROUNDS):
        for path, size, acts in PAGES:
            for name, duration in _visit(browser, site_url, path, size, acts):
                durations[path, name].append(duration)
    return [Interaction(path, name, sorted(each)) for (path, name), each in durations.items()]


def _visit(
    browser: Browser, site_url: str, path: str, size: tuple[int, int], acts: Mapping[str, Act]
) -> list[tuple[str, float]]:
    """Open a page and return the names and durations in ms of its interactions."""
    context = browser.new_context(base_url=site_url, viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    page.add_init_script(_OBSERVE)
    open_page(page, path)
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    durations = []
    for name, act in acts.items():
        # Entries that started before this interaction do not count.
        page.evaluate("window.interactions = []; window.startedAt = performance.now()")
        act(page)
        page.wait_for_function(_IS_QUIET, arg=_QUIET_MS)
        # The browser reports no interaction below 16 ms.
        durations.append((name, max(page.evaluate("window.interactions"), default=0.0)))
    context.close()
    return durations


def report(interactions: list[Interaction]) -> str:
    """Return a table of medians and worst cases; medians over the limit are marked."""
    lines = [f"{'page':<14}{'interaction':<20}{'median ms':>10}{'worst ms':>10}"]
    lines += [
        f"{each.path:<14}{each.name:<20}{median(each.durations):>10.0f}{each.durations[-1]:>10.0f}"
        + (f"  over {MAX_MEDIAN_MS}" if median(each.durations) > MAX_MEDIAN_MS else "")
        for each in interactions
    ]
    return "\n".join(lines)
