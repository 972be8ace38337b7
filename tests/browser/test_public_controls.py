"""Public controls work before hydration, in translated pages, offline and in old browsers."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.problems import Problems
from tests.browser.public_controls import CONTROLS, Control, open_page, publish_content
from tests.browser.site import Site
from tests.browser.visits import hold_requests, visit

PATHS = list(dict.fromkeys(each.path for each in CONTROLS.values()))
IS_USABLE = """() => document.getElementById("root").dataset.hydrated === "true"
    && !document.querySelector("main .skeleton")"""
SCRIPTS = re.compile(r"/assets/.*\.js$")
TARGET = datetime(2025, 1, 1, tzinfo=UTC)
"""When the countdown ends by default."""


@pytest.fixture(scope="module", autouse=True)
def content(site: Site) -> None:
    publish_content(site)


@pytest.fixture
def slow(page: Page) -> Callable[[], None]:
    """Hold the page's scripts; calling the returned function releases them."""
    return hold_requests(page, SCRIPTS)


def open_hydrated(page: Page, control: Control) -> None:
    """Open the page of a control, and return once all controls can be used."""
    open_page(page, control)
    page.wait_for_function(IS_USABLE)


OVERLAYS = {
    name: CONTROLS[name]
    for name in ("the menu", "a video", "a video's details", "a photo", "an event")
}


@pytest.mark.parametrize("control", OVERLAYS.values(), ids=OVERLAYS)
def test_back_closes_what_lies_over_a_page_and_then_leaves_it(page: Page, control: Control) -> None:
    visit(page, "/partners")
    page.set_viewport_size({"width": control.width, "height": 800})
    visit(page, control.path)
    url = page.url
    for close in (page.go_back, lambda: page.keyboard.press("Escape")):
        control.use(page)
        expect(control.outcome(page)).to_be_visible()
        close()
        expect(control.outcome(page)).to_have_count(0)
        page.wait_for_function("!history.state?.isOverlay")
        assert page.url == url
    page.go_back()
    expect(page).to_have_url(re.compile(r"/partners$"))


def test_back_from_a_page_that_the_menu_led_to_leads_to_the_page_before(page: Page) -> None:
    open_hydrated(page, CONTROLS["the menu"])
    page.get_by_role("button", name="Open menu").click()
    page.get_by_role("navigation", name="Menu").get_by_role("link", name="Gallery").click()
    expect(page).to_have_url(re.compile(r"/gallery$"))
    page.go_back()
    expect(page).to_have_url(re.compile(r"/about$"))
    expect(page.get_by_role("navigation", name="Menu")).to_have_count(0)


def test_a_dialog_that_another_one_replaces_leaves_back_to_it(page: Page) -> None:
    visit(page, "/videos")
    page.get_by_role("button", name="Details").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Watch Video").click()
    expect(page.get_by_test_id("video-player")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/videos$"))


def test_impatient_clicks_count_as_one(page: Page, slow: Callable[[], None]) -> None:
    menu = CONTROLS["the menu"]
    open_page(page, menu)
    for _ in range(3):
        menu.use(page)
    slow()
    expect(menu.outcome(page)).to_be_visible()


def test_a_form_sent_twice_before_hydration_is_stored_once(
    page: Page, site: Site, slow: Callable[[], None]
) -> None:
    requests: list[str] = []
    page.on("request", lambda each: requests.append(each.method))
    page.goto("/contact")
    form = page.get_by_test_id("contact-form")
    for label, text in {
        "Name": "Ada Early",
        "Email": "ada@example.org",
        "Subject": "A question",
        "Message": "Was this sent once?",
    }.items():
        form.get_by_label(label, exact=True).fill(text)
    form.get_by_label("Subject").press("Enter")
    form.get_by_role("button", name="Send Message").click()
    slow()
    expect(page.get_by_test_id("notice")).to_contain_text("Message sent successfully!")
    assert requests.count("POST") == 1
    stored = site.api.get("/api/admin/contact").json()
    assert [each["message"] for each in stored if each["name"] == "Ada Early"] == [
        "Was this sent once?"
    ]


def subscribers(site: Site) -> list[str]:
    return [each["email"] for each in site.api.get("/api/admin/subscriptions").json()]


def fill_and_subscribe(page: Page, email: str) -> None:
    page.goto("/about")
    form = page.get_by_test_id("footer-newsletter")
    form.get_by_role("textbox").fill(email)
    form.get_by_role("button").click()


def test_a_form_is_posted_by_the_browser_if_the_scripts_fail(
    page: Page, site: Site, problems: Problems
) -> None:
    problems.expect("ERR_FAILED|dynamically imported module")
    page.route(SCRIPTS, lambda route: route.abort())
    fill_and_subscribe(page, "failed@example.org")
    page.wait_for_url("**/newsletter/subscribed")
    assert subscribers(site).count("failed@example.org") == 1


def test_a_form_is_posted_by_the_browser_if_the_scripts_take_over_8_s(
    page: Page, site: Site, slow: Callable[[], None]
) -> None:
    page.clock.install()
    fill_and_subscribe(page, "late@example.org")
    page.clock.fast_forward(7_900)
    assert page.url.endswith("/about")
    page.clock.fast_forward(200)
    page.wait_for_url("**/newsletter/subscribed")
    assert subscribers(site).count("late@example.org") == 1


TRANSLATE = """() => {
    const { SHOW_TEXT } = NodeFilter;
    const walker = document.createTreeWalker(document.body, SHOW_TEXT, ({ parentElement }) =>
        parentElement.closest("script, style, noscript, textarea, option")
            ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    const texts = [];
    while (walker.nextNode()) if (walker.currentNode.data.trim()) texts.push(walker.currentNode);
    for (const text of texts) {
        const [outer, inner] = ["font", "font"].map((name) => document.createElement(name));
        text.replaceWith(outer);
        outer.append(inner);
        inner.append(text.data);
    }
}"""
"""Does to the page's texts what translation by a browser does: replaces their nodes."""
READ = """() => {
    const main = document.querySelector("main");
    for (const each of main.querySelectorAll("*")) each.style.contentVisibility = "visible";
    return main.innerText;
}"""
"""Reads the page's texts, also where its layout is left until it scrolls there."""


def use_all(page: Page, controls: list[Control]) -> list[str]:
    """Use the controls of a page one after the other, and return its texts after each use."""
    texts = []
    for control in controls:
        control.use(page)
        expect(control.outcome(page)).to_be_visible()
        page.clock.run_for(61_000)
        texts.append(page.evaluate(READ))
        page.keyboard.press("Escape")
    return texts


@pytest.mark.parametrize("path", PATHS)
def test_a_translated_page_shows_what_an_untranslated_one_does(page: Page, path: str) -> None:
    page.clock.install()
    controls = [each for each in CONTROLS.values() if each.path == path]
    open_hydrated(page, controls[0])
    expected = use_all(page, controls)
    open_hydrated(page, controls[0])
    page.evaluate(TRANSLATE)
    assert use_all(page, controls) == expected


@pytest.mark.parametrize("control", CONTROLS.values(), ids=CONTROLS)
def test_a_use_offline_has_an_outcome_or_a_notice(
    page: Page, problems: Problems, control: Control
) -> None:
    problems.expect("ERR_INTERNET_DISCONNECTED|dynamically imported module")
    open_hydrated(page, control)
    page.context.set_offline(True)
    control.use(page)
    shown = control.outcome(page).or_(page.get_by_test_id("notice"))
    expect(shown.first).to_be_visible()


@pytest.mark.parametrize("name", ["a photo", "a video", "a video's details"])
def test_the_first_click_offline_says_what_cannot_be_opened_and_the_next_one_opens_it(
    page: Page, problems: Problems, name: str
) -> None:
    problems.expect("ERR_FAILED|ERR_INTERNET_DISCONNECTED|dynamically imported module")
    control = CONTROLS[name]
    page.route(SCRIPTS, lambda route: route.abort())
    open_page(page, control)
    control.use(page)
    subject = "photo" if name == "a photo" else "video"
    notice = page.get_by_role("alert").filter(has_text=f"The {subject} cannot be opened now.")
    expect(notice).to_be_visible()
    page.unroute(SCRIPTS)
    control.use(page)
    expect(control.outcome(page)).to_be_visible()
    expect(notice).to_have_count(0)


def test_the_countdown_of_a_translated_page_goes_on(page: Page) -> None:
    page.clock.install(time=TARGET - timedelta(minutes=1))
    visit(page, "/")
    page.evaluate(TRANSLATE)
    timer = page.get_by_role("timer")
    before = timer.inner_text()
    page.clock.run_for(2_000)
    expect(timer).not_to_have_text(before)
    page.clock.run_for(60_000)
    expect(timer).to_have_text("Event has begun!")


DELETE_NEWER_APIS = """
    const newer = [
        [globalThis, "requestIdleCallback scheduler navigation CloseWatcher Iterator Temporal"
            + " URLPattern ReportingObserver"],
        [URL, "parse canParse"],
        [Promise, "withResolvers try"],
        [Object, "groupBy"],
        [Map, "groupBy"],
        [Array, "fromAsync"],
        [AbortSignal, "any"],
        [RegExp, "escape"],
        [Math, "sumPrecise f16round"],
        [Error, "isError"],
        [Intl, "DurationFormat"],
        [CSS, "highlights registerProperty"],
        [Set.prototype, "union intersection difference symmetricDifference isSubsetOf isSupersetOf"
            + " isDisjointFrom"],
        [String.prototype, "isWellFormed toWellFormed"],
        [ArrayBuffer.prototype, "transfer resize"],
        [Uint8Array, "fromBase64"],
        [URLSearchParams.prototype, "size"],
        [Response, "json"],
        [Element.prototype, "checkVisibility setHTMLUnsafe getHTML"],
        [HTMLElement.prototype, "showPopover hidePopover togglePopover popover"],
        [Node.prototype, "moveBefore"],
        [Document.prototype, "startViewTransition caretPositionFromPoint"],
        [HTMLDialogElement.prototype, "requestClose"],
        [HTMLInputElement.prototype, "showPicker"],
    ];
    for (const [owner, names] of newer) for (const name of names.split(" ")) delete owner[name];
"""
"""Leaves what the oldest supported browsers have: Safari 16.4, Chrome 111 and Firefox 128."""


@pytest.mark.parametrize(
    "control", [pytest.param(each, id=name) for name, each in CONTROLS.items()]
)
def test_a_use_in_an_old_browser_takes_effect_also_before_hydration(
    page: Page, slow: Callable[[], None], control: Control
) -> None:
    page.add_init_script(DELETE_NEWER_APIS)
    open_page(page, control)
    if control.is_prerendered:
        control.use(page)
        expect(control.outcome(page)).to_have_count(0)
    slow()
    if not control.is_prerendered:
        control.use(page)
    expect(control.outcome(page)).to_be_visible()
    assert page.evaluate("typeof URL.parse") == "undefined"
    assert "/forms/" not in page.url
