"""Measures how soon staff see the first row of a screen on a phone with a slow connection."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from playwright.sync_api import Browser, Page

from bench.slow_line import open_phone
from tools.site_server import ADMIN_PASSWORD, ADMIN_USERNAME

SCREENS = ("/admin/nominees", "/admin/photos", "/admin/events", "/admin/sponsors")
ROUNDS = 5

_OBSERVE = """
const look = () => {
  const row = document.querySelector("[data-testid=record]");
  if (row?.getBoundingClientRect().height) window.firstRow = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


@dataclass(frozen=True)
class FirstRow:
    """The medians, in ms, of the first visit after signing in, and of the next one."""

    path: str
    first: float
    next: float


def measure(browser: Browser, site_url: str, path: str) -> FirstRow:
    """Measure several visits to the screen at `path`, each time with an empty cache before."""
    rounds = [_visit(browser, site_url, path) for _ in range(ROUNDS)]
    return FirstRow(path, *(median(visits) for visits in zip(*rounds, strict=True)))


def _visit(browser: Browser, site_url: str, path: str) -> tuple[float, float]:
    with open_phone(browser, _OBSERVE) as (page, _devtools):
        # The form is filled in meanwhile.
        page.goto(f"{site_url}/auth", wait_until="networkidle")
        body = {"username": ADMIN_USERNAME, "password": ADMIN_PASSWORD}
        assert page.request.post(f"{site_url}/api/auth/login", data=body).ok
        return _first_row(page, f"{site_url}{path}"), _first_row(page, f"{site_url}{path}")


def _first_row(page: Page, url: str) -> float:
    page.goto(url)
    page.wait_for_function("() => window.firstRow")
    return float(page.evaluate("window.firstRow"))


def report(results: Sequence[FirstRow]) -> str:
    """Return a table, in ms."""
    lines = [f"{'screen':<24}{'after signing in':>18}{'next visit':>12}"]
    lines += [f"{each.path:<24}{each.first:>18.0f}{each.next:>12.0f}" for each in results]
    return "\n".join(lines)
