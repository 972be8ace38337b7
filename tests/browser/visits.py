"""Steps that many browser tests share: opening a page, signing in, checking accessibility."""

import time
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Locator, Page, expect
from reflex_base.constants.state import FIELD_MARKER

from tests.browser.site import Account
from tests.npm_packages import npm_package

GRAVE = ("serious", "critical")

_IS_ALIVE = """() => document.getElementById("page-data")
    ? document.getElementById("root").dataset.hydrated === "true"
    : [...document.querySelectorAll("main, [role=main], body > *")].some(
        (element) => Object.keys(element).some((key) => key.startsWith("__reactProps"))
    )
"""
"""A public page marks its root once its effects have run; React marks what it has attached to."""

_FIND_VIOLATIONS = """async () => {
    const added = axe.getRules(["experimental", "wcag22aa"]);
    const rules = Object.fromEntries(added.map(({ ruleId }) => [ruleId, { enabled: true }]));
    return (await axe.run({ resultTypes: ["violations"], rules })).violations;
}"""
"""Runs axe-core with the rules that it leaves out by itself, unless they are deprecated."""

_ENTRANCES_ARE_OVER = """() => Promise.allSettled(
    document.getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished)
)"""


_NOTE_LOADING = """
    window.WebSocket = class extends window.WebSocket {
        constructor(...parameters) {
            super(...parameters);
            this.addEventListener("message", ({ data }) => {
                window.hasLoaded ||= String(data).includes('"is_hydratedFIELD_MARKER":true');
            });
        }
    };
""".replace("FIELD_MARKER", FIELD_MARKER)
"""Notes when Reflex tells that the handlers of a page's loading have run."""
_HAS_LOADED = "() => window.hasLoaded === true"
_IS_PUBLIC = "document.getElementById('page-data') !== null"
_IS_FILLED = "() => !document.querySelector('main .skeleton, main [data-testid=spinner]')"

_WAIT_SECONDS = 30
_POLL_SECONDS = 0.02


def wait_until(page: Page, condition: Callable[[], bool]) -> None:
    """Return once a condition holds that neither Playwright nor the page can wait for."""
    end = time.monotonic() + _WAIT_SECONDS
    while not condition():
        assert time.monotonic() < end, f"It has not come about in {_WAIT_SECONDS} s"
        time.sleep(_POLL_SECONDS)
        # Events of the browser are handled while Playwright waits for a response.
        page.evaluate("null")


def visit(page: Page, path: str) -> None:
    """Open `path` and return once the page reacts to clicks."""
    page.goto(path)
    page.wait_for_function(_IS_ALIVE)


def visit_and_load(page: Page, path: str) -> None:
    """Open `path` and return once what the server has for it is there.

    A public page has brought it along or fetches it; the portal gets it by websocket.
    """
    page.add_init_script(_NOTE_LOADING)
    visit(page, path)
    page.wait_for_function(_IS_FILLED if page.evaluate(_IS_PUBLIC) else _HAS_LOADED)


def reload_after(page: Page, interruption: Callable[[], None]) -> None:
    """Return once an open screen of the portal is loaded again after an interruption."""
    page.evaluate("window.hasLoaded = false")
    interruption()
    page.wait_for_function(_HAS_LOADED)


def stop_clock(page: Page) -> None:
    """Let time pass on an open page only as the test says; its clock must have been installed."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)


def wait_for_animations(page: Page) -> None:
    """Return once what moves and fades on the page has come to rest."""
    page.evaluate(_ENTRANCES_ARE_OVER)


WIDTHS = (320, 375, 768, 1280)
"""The widths, in px, at which every page has to look right."""

STEADY = 0.02
"""The most cumulative layout shift that a page may have."""

_NOTE_SHIFTS = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            if (!entry.hadRecentInput) window.shifted += entry.value;
        }
    }).observe({ type: "layout-shift", buffered: true });
"""


def note_layout_shifts(page: Page) -> Callable[[], float]:
    """Return what tells the cumulative layout shift of the pages opened from now on."""
    page.add_init_script(_NOTE_SHIFTS)
    return lambda: float(page.evaluate("window.shifted"))


def assert_no_sideways_scroll(page: Page) -> None:
    """Fail when the page is wider than the window."""
    overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert overflow <= 0, f"{page.url} is {overflow} px too wide"


def assert_fits_any_width(page: Page) -> None:
    """Fail when an open page scrolls sideways or is not accessible at one of WIDTHS."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert_no_sideways_scroll(page)
        assert_accessible(page)


def assert_steady_at_any_width(page: Page, path: str, shown: Locator) -> None:
    """Fail when a page moves while it loads, or else at one of WIDTHS as assert_fits_any_width.

    It has loaded once `shown` is visible.
    """
    shifted = note_layout_shifts(page)
    for width in reversed(WIDTHS):
        page.set_viewport_size({"width": width, "height": 800})
        visit(page, path)
        expect(shown).to_be_visible()
        assert shifted() <= STEADY
    assert_fits_any_width(page)


def expect_at_the_top(page: Page, anchor: str, offset: int = 80) -> None:
    """Wait until the anchor's section begins `offset` px below the top of the window."""
    page.wait_for_function(
        """([anchor, offset]) => {
            const { top } = document.getElementById(anchor).getBoundingClientRect();
            return Math.abs(top - offset) < 2;
        }""",
        arg=[anchor, offset],
    )


def assert_reached_by_anchor(page: Page, path: str, anchors: list[str]) -> None:
    """Fail unless the page at `path` loads with each of its sections 80 px below the top."""
    for anchor in anchors:
        page.goto("about:blank")
        visit(page, f"{path}#{anchor}")
        expect_at_the_top(page, anchor)


def sign_in_as(context: BrowserContext, account: Account) -> None:
    """Sign in through the API; a page that is open already must be reloaded."""
    response = context.request.post(
        "/api/auth/login",
        data={"username": account.username, "password": account.password},
    )
    assert response.ok, f"Signing in as {account.username}: {response.status} {response.text()}"


def assert_accessible(page: Page) -> None:
    """Fail when axe-core finds anything serious or critical on the page as it is shown now."""
    # Half faded-in text has no contrast yet.
    wait_for_animations(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate((npm_package("axe-core") / "axe.min.js").read_text())
    grave = [
        f"{violation['impact']}: {violation['help']} ({violation['id']})\n"
        + "\n".join(
            f"    {node['html']}\n    {node['failureSummary']}" for node in violation["nodes"]
        )
        for violation in page.evaluate(_FIND_VIOLATIONS)
        if violation["impact"] in GRAVE
    ]
    assert not grave, f"{page.url} is not accessible:\n" + "\n".join(grave)


def press_escape_at_focus(page: Page, test_id: str) -> None:
    """Press Escape in the instant in which something in the part with this test id is focused."""
    page.evaluate(
        """(testId) => document.addEventListener("focusin", ({ target }) => {
            const key = { key: "Escape", bubbles: true, cancelable: true };
            if (target.closest(`[data-testid="${testId}"]`))
                target.dispatchEvent(new KeyboardEvent("keydown", key));
        })""",
        test_id,
    )
