"""Helpers of browser tests: opening pages and forms, notices, signing in, accessibility."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Locator, Page, Route, expect
from reflex_base.constants.state import FIELD_MARKER

from tests.browser.site import Account
from tests.npm_packages import npm_package

REPORTED_IMPACTS = ("serious", "critical")

_IS_INTERACTIVE = """() => document.getElementById("page-data")
    ? document.getElementById("root").dataset.hydrated === "true"
    : [...document.querySelectorAll("main, [role=main], body > *")].some(
        (element) => Object.keys(element).some((key) => key.startsWith("__reactProps"))
    )
"""
"""A public page marks its root when hydrated; React marks the elements that it attaches to."""

_FIND_VIOLATIONS = """async () => {
    const added = axe.getRules(["experimental", "wcag22aa"]);
    const rules = Object.fromEntries(added.map(({ ruleId }) => [ruleId, { enabled: true }]));
    return (await axe.run({ resultTypes: ["violations"], rules })).violations;
}"""
"""Runs axe-core with its experimental and WCAG 2.2 AA rules as well."""

_ANIMATIONS_HAVE_FINISHED = """async () => {
    await Promise.allSettled(
        document.getAnimations()
            .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
            .map((animation) => animation.finished)
    );
    // Smooth scrolling is no animation of the document.
    for (let still = 0, last = NaN; still < 3; ) {
        await new Promise(requestAnimationFrame);
        still = scrollY === last ? still + 1 : 0;
        last = scrollY;
    }
}"""


_RECORD_LOADING = """
    window.WebSocket = class extends window.WebSocket {
        constructor(...parameters) {
            super(...parameters);
            this.addEventListener("message", ({ data }) => {
                window.hasLoaded ||= String(data).includes('"is_hydratedFIELD_MARKER":true');
            });
        }
    };
""".replace("FIELD_MARKER", FIELD_MARKER)
"""Records when Reflex reports that the `on_load` handlers of the page have run."""
_HAS_LOADED = "() => window.hasLoaded === true"
_IS_PUBLIC = "document.getElementById('page-data') !== null"
_IS_FILLED = "() => !document.querySelector('main .skeleton, main [data-testid=spinner]')"

_WAIT_SECONDS = 30
_POLL_SECONDS = 0.02


def wait_until(page: Page, condition: Callable[[], bool]) -> None:
    """Wait until a condition holds that Playwright itself cannot wait for."""
    end = time.monotonic() + _WAIT_SECONDS
    while not condition():
        assert time.monotonic() < end, f"The condition did not hold within {_WAIT_SECONDS} s"
        time.sleep(_POLL_SECONDS)
        # Playwright handles browser events while it waits for a response.
        page.evaluate("null")


def hold_requests(page: Page, url: str | re.Pattern[str]) -> Callable[[], None]:
    """Hold requests for `url`; the returned function waits for one and lets all of them go on.

    What a page shows while it waits can be seen before the request is.
    """
    held: list[Route] = []
    is_released = False

    def hold(route: Route) -> None:
        if is_released:
            route.continue_()
        else:
            held.append(route)

    def release() -> None:
        nonlocal is_released
        wait_until(page, lambda: bool(held))
        is_released = True
        # The route stays: without any, the browser sends what is held by itself.
        for route in held:
            route.continue_()

    page.route(url, hold)

    return release


def visit(page: Page, path: str) -> None:
    """Open `path` and return once the page reacts to clicks."""
    page.goto(path)
    page.wait_for_function(_IS_INTERACTIVE)


def visit_and_load(page: Page, path: str) -> None:
    """Open `path` and return once its data is shown.

    A public page embeds or fetches its data; the portal receives it by websocket.
    """
    page.add_init_script(_RECORD_LOADING)
    visit(page, path)
    page.wait_for_function(_IS_FILLED if page.evaluate(_IS_PUBLIC) else _HAS_LOADED)


def reload_after(page: Page, interruption: Callable[[], None]) -> None:
    """Interrupt an open screen of the portal and return once it is loaded again."""
    page.evaluate("window.hasLoaded = false")
    interruption()
    page.wait_for_function(_HAS_LOADED)


def expect_notice(page: Page, title: str, description: str = "") -> None:
    """Assert that the notice with this title and description is shown."""
    notice = page.get_by_test_id("notice")
    for text in filter(None, (title, description)):
        expect(notice.get_by_text(text, exact=True)).to_be_visible()


def open_form(page: Page, button: str, title: str) -> Locator:
    """Press a button of the screen and return the dialog that it opens."""
    page.get_by_role("button", name=button, exact=True).click()
    form = page.get_by_role("dialog", name=title)
    expect(form).to_be_visible()
    return form


def form_field(form: Locator, label: str) -> Locator:
    """Return the field with this label, optional or not."""
    return form.get_by_label(re.compile(rf"^{re.escape(label)}( \(optional\))?$"))


def stop_clock(page: Page) -> None:
    """Stop the clock of an open page until the test moves it; the clock must be installed."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)


def wait_for_animations(page: Page) -> None:
    """Return once the animations on the page have finished."""
    page.evaluate(_ANIMATIONS_HAVE_FINISHED)


WIDTHS = (320, 375, 768, 1280)
"""The widths, in px, at which every page is tested."""

PHONE = 375
"""The width of a phone, in px."""

MAX_LAYOUT_SHIFT = 0.02
"""The maximum cumulative layout shift of a page."""

_RECORD_SHIFTS = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            if (!entry.hadRecentInput) window.shifted += entry.value;
        }
    }).observe({ type: "layout-shift", buffered: true });
"""


def record_layout_shifts(page: Page) -> Callable[[], float]:
    """Return a function that returns the cumulative layout shift of pages opened from now on."""
    page.add_init_script(_RECORD_SHIFTS)
    return lambda: float(page.evaluate("window.shifted"))


def assert_no_horizontal_scroll(page: Page) -> None:
    """Assert that the page does not scroll horizontally."""
    overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert overflow <= 0, f"{page.url} is {overflow} px too wide"


def assert_fits_any_width(page: Page) -> None:
    """Assert that an open page does not scroll horizontally at WIDTHS, and is accessible.

    axe-core runs once, at the smallest width, where everything is closest together.
    """
    for width in reversed(WIDTHS):
        page.set_viewport_size({"width": width, "height": 800})
        assert_no_horizontal_scroll(page)
    assert_accessible(page)


def sign_in_as(context: BrowserContext, account: Account) -> None:
    """Sign in through the API; a page that is open already must be reloaded."""
    response = context.request.post(
        "/api/auth/login",
        data={"username": account.username, "password": account.password},
    )
    assert response.ok, f"Signing in as {account.username}: {response.status} {response.text()}"


def assert_accessible(page: Page) -> None:
    """Assert that axe-core finds nothing serious or critical on the page."""
    # Half faded-in text has no contrast yet, nor has a list that is being read.
    expect(page.locator("#records-list[aria-busy=true]")).to_have_count(0)
    # It fades once more when the page's websocket opens late.
    page.evaluate("document.getElementById('records-list')?.style.setProperty('opacity', '1')")
    wait_for_animations(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate((npm_package("axe-core") / "axe.min.js").read_text())
    reported = [
        f"{violation['impact']}: {violation['help']} ({violation['id']})\n"
        + "\n".join(
            f"    {node['html']}\n    {node['failureSummary']}" for node in violation["nodes"]
        )
        for violation in page.evaluate(_FIND_VIOLATIONS)
        if violation["impact"] in REPORTED_IMPACTS
    ]
    assert not reported, f"{page.url} is not accessible:\n" + "\n".join(reported)


def press_escape_on_focus(page: Page, test_id: str) -> None:
    """Press Escape as soon as an element within the one with this test id is focused."""
    page.evaluate(
        """(testId) => document.addEventListener("focusin", ({ target }) => {
            const key = { key: "Escape", bubbles: true, cancelable: true };
            if (target.closest(`[data-testid="${testId}"]`))
                target.dispatchEvent(new KeyboardEvent("keydown", key));
        })""",
        test_id,
    )
