"""Steps that many browser tests share: opening a page, signing in, checking accessibility."""

from collections.abc import Callable

from playwright.sync_api import Page

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


_HAS_LOADED = '"is_hydrated_rx_state_":true'
"""What Reflex sends once the handlers of a page's loading have run."""
_IS_PUBLIC = "document.getElementById('page-data') !== null"
_IS_FILLED = "() => !document.querySelector('main .skeleton, main [data-testid=spinner]')"

_VARIANTS = 600
_BETWEEN_LOOKS = 50
"""Milliseconds: frames of a websocket arrive while Playwright waits for something else."""


def visit(page: Page, path: str) -> None:
    """Open `path` and return once the page reacts to clicks."""
    page.goto(path)
    page.wait_for_function(_IS_ALIVE)


def visit_and_load(page: Page, path: str) -> None:
    """Open `path` and return once what the server has for it is there.

    A public page has brought it along or fetches it; the portal gets it by websocket.
    """
    frames: list[str] = []

    def note(frame: str | bytes) -> None:
        frames.append(str(frame))

    page.on("websocket", lambda socket: socket.on("framereceived", note))
    visit(page, path)
    if page.evaluate(_IS_PUBLIC):
        page.wait_for_function(_IS_FILLED)
        return
    for _ in range(_VARIANTS):
        if any(_HAS_LOADED in frame for frame in frames):
            return
        page.wait_for_timeout(_BETWEEN_LOOKS)
    raise AssertionError(f"{path} has loaded nothing from the server")


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


def sign_in_as(page: Page, account: Account) -> None:
    """Sign the page's browser in through the API; a page that is open already must be reloaded."""
    answer = page.context.request.post(
        "/api/auth/login",
        data={"username": account.username, "password": account.password},
    )
    assert answer.ok, f"Signing in as {account.username}: {answer.status} {answer.text()}"


def assert_accessible(page: Page) -> None:
    """Fail when axe-core finds anything serious or critical on the page as it is shown now."""
    # Half faded-in text has no contrast yet.
    page.evaluate(_ENTRANCES_ARE_OVER)
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
