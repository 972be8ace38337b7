"""Tests of the frame of every public page: header, menu, footer, notices, not-found page."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import (
    assert_accessible,
    assert_fits_any_width,
    stop_clock,
    visit,
    wait_for_animations,
)

PUBLIC_PATHS = [
    "/",
    "/about",
    "/categories",
    "/nominees",
    "/timeline",
    "/privacy",
    "/no-such-page",
]
HEADER_LINKS = {
    "Home": "/",
    "About": "/about",
    "Nominees": "/nominees",
    "Videos": "/videos",
    "Events": "/events",
    "Gallery": "/gallery",
    "Partners": "/partners",
    "Contact": "/contact",
}
FOOTER_PATHS = [
    "/",
    "/about",
    "/categories",
    "/videos",
    "/timeline",
    "/gallery",
    "/partners",
    "/contact",
    "/privacy",
    "/terms",
    "/cookies",
]
PHONE = ViewportSize(width=375, height=760)


_SHOW_NOTICE = """(detail) => {
    const shown = document.querySelector("[data-testid=notice]")?.textContent ?? "";
    if (shown.includes(detail.title)) return true;
    window.dispatchEvent(new CustomEvent("awards:notify", { detail }));
    return false;
}"""


def notify(page: Page, **detail: Any) -> None:
    """Show a notice once the page listens for them."""
    page.wait_for_function(_SHOW_NOTICE, arg=detail, polling=100)


@pytest.fixture(autouse=True)
def expect_not_found_error(problems: Problems) -> None:
    problems.expect(r"404 \(Not Found\).*no-such-page")


def test_the_header_links_and_the_active_one(page: Page) -> None:
    visit(page, "/nominees")
    main = page.get_by_role("navigation", name="Main")
    for name, path in HEADER_LINKS.items():
        expect(main.get_by_role("link", name=name, exact=True)).to_have_attribute("href", path)
    expect(main.locator("[aria-current=page]")).to_have_text("Nominees")
    involved = page.get_by_role("banner").get_by_role("link", name="Get Involved")
    expect(involved).to_have_attribute("href", "/contact")
    expect(page.get_by_role("link", name="Admin Login")).to_have_count(0)


def test_the_header_is_sticky_and_changes_after_10_px(page: Page) -> None:
    visit(page, "/nominees")
    header = page.get_by_role("banner")
    page.mouse.wheel(0, 10)
    expect(header).to_have_css("box-shadow", "none")
    page.mouse.wheel(0, 1)
    expect(header).not_to_have_css("box-shadow", "none")
    expect(header).to_have_css("backdrop-filter", re.compile("blur"))
    page.mouse.wheel(0, 400)
    expect(header).to_be_in_viewport()


def test_a_phone_has_a_toggle_menu(page: Page) -> None:
    page.set_viewport_size(PHONE)
    visit(page, "/")
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    expect(page.get_by_role("banner").get_by_role("link", name="Get Involved")).to_be_visible()
    page.get_by_role("button", name="Open menu").click()
    menu = page.get_by_role("navigation", name="Menu")
    expect(menu.get_by_role("link")).to_have_text([*HEADER_LINKS, "Admin Login"])
    expect(menu.get_by_role("link", name="Admin Login")).to_have_attribute("href", "/auth")
    expect(menu.get_by_role("link", name="Home")).to_have_attribute("aria-current", "page")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(page.get_by_role("button", name="Open menu")).to_be_focused()


def test_choosing_a_link_closes_the_menu(page: Page) -> None:
    page.set_viewport_size(PHONE)
    visit(page, "/")
    page.get_by_role("button", name="Open menu").click()
    menu = page.get_by_role("navigation", name="Menu")
    # Otherwise the page would be left before the closed menu can be observed.
    page.evaluate("addEventListener('click', (event) => event.preventDefault())")
    menu.get_by_role("link", name="Nominees").click()
    expect(menu).to_be_hidden()


def test_the_menu_is_for_screens_below_768_px(page: Page) -> None:
    visit(page, "/")
    page.set_viewport_size({"width": 767, "height": 800})
    expect(page.get_by_role("button", name="Open menu")).to_be_visible()
    page.set_viewport_size({"width": 768, "height": 800})
    expect(page.get_by_role("button", name="Open menu")).to_be_hidden()
    expect(page.get_by_role("navigation", name="Main")).to_be_visible()


def test_the_footer_links_to_the_pages_then_to_the_blog(page: Page) -> None:
    visit(page, "/")
    footer = page.get_by_role("contentinfo")
    lists = {
        name: [
            link.get_attribute("href")
            for link in footer.get_by_role("navigation", name=name).get_by_role("link").all()
        ]
        for name in ("Pages", "Stories")
    }
    assert lists == {"Pages": FOOTER_PATHS, "Stories": ["/blog"]}


def test_the_footer_s_five_social_links_open_in_a_new_tab(page: Page) -> None:
    visit(page, "/")
    links = page.get_by_role("contentinfo").get_by_role("link").all()
    others = [link for link in links if not (link.get_attribute("href") or "").startswith("/")]
    assert len(others) == 5
    for link in others:
        expect(link).to_have_attribute("target", "_blank")
        expect(link).to_have_accessible_name(re.compile("WEA on .+"))


def test_the_footer_s_newsletter_subscribes(page: Page, site: Site) -> None:
    visit(page, "/nominees")
    form = page.get_by_role("form", name="Newsletter")
    email = form.get_by_label("Email address")
    expect(email).to_have_attribute("required", "")
    notice = page.get_by_test_id("notice")
    for stopped in ("", "reader"):
        email.fill(stopped)
        form.get_by_role("button", name="Subscribe").click()
        expect(email).to_be_focused()
        assert email.evaluate("input => input.validationMessage")
    expect(notice).to_have_count(0)
    email.fill("reader@example")
    form.get_by_role("button", name="Subscribe").click()
    expect(notice).to_contain_text("Invalid email")
    expect(notice).to_contain_text("Please enter a valid email address")
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
    email.fill("reader@example.org")
    form.get_by_role("button", name="Subscribe").click()
    expect(notice).to_contain_text("Subscribed to newsletter!")
    expect(notice).to_contain_text(
        "You'll receive updates about the programme's events and announcements."
    )
    expect(email).to_have_value("")
    subscribers = site.api.get("/api/admin/subscriptions").json()
    assert [subscriber["email"] for subscriber in subscribers] == ["reader@example.org"]


@pytest.mark.parametrize(
    ("path", "validated"), [("/", 1), ("/contact", 2), ("/auth", 0)], ids=["/", "/contact", "/auth"]
)
def test_forms_show_their_own_messages_but_for_two_newsletter_forms(
    page: Page, path: str, validated: int
) -> None:
    visit(page, path)
    expect(page.locator("form")).not_to_have_count(0)
    by_browser = page.locator("form:not([novalidate])")
    expect(by_browser).to_have_count(validated)
    expect(by_browser.get_by_role("button", name="Subscribe")).to_have_count(validated)


def test_one_notice_at_a_time_with_an_action_and_a_close_button(page: Page) -> None:
    visit(page, "/nominees")
    notify(page, title="First")
    notify(
        page,
        title="Second",
        description="With more to say",
        destructive=True,
        action={"label": "Undo", "event": {"name": "undo", "payload": {}}},
    )
    notice = page.get_by_test_id("notice")
    expect(notice).to_have_count(1)
    expect(notice).to_contain_text("Second")
    expect(notice).to_have_attribute("data-variant", "destructive")
    expect(notice.get_by_role("button", name="Undo")).to_be_visible()
    assert_accessible(page)
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)


def test_a_notice_is_announced(page: Page) -> None:
    visit(page, "/nominees")
    notify(page, title="Saved", description="All of it")
    area = page.get_by_test_id("notice-area")
    expect(area).to_have_attribute("aria-live", "polite")
    for text in ("Saved", "All of it"):
        expect(area.get_by_text(text)).to_be_visible()
        # Present twice on the page, it would be read twice.
        expect(page.get_by_text(text)).to_have_count(1)


def test_a_notice_stays_for_5_seconds(page: Page) -> None:
    page.clock.install()
    visit(page, "/nominees")
    stop_clock(page)
    notify(page, title="Saved")
    notice = page.get_by_test_id("notice")
    # The first notice of a page has to load its script.
    expect(notice).to_be_visible()
    page.clock.run_for(4_900)
    expect(notice).to_be_visible()
    page.clock.run_for(200)
    expect(notice).to_have_count(0)


def test_f8_focuses_the_notices_also_before_the_first_one(page: Page) -> None:
    visit(page, "/nominees")
    page.keyboard.press("F8")
    expect(page.get_by_test_id("notice-area")).to_be_focused()
    page.get_by_role("link", name="WEA home").focus()
    notify(page, title="Saved")
    expect(page.get_by_test_id("notice")).to_be_visible()
    page.keyboard.press("F8")
    expect(page.get_by_test_id("notice-area")).to_be_focused()


@pytest.mark.parametrize(("distance", "left"), [(40, 1), (60, 0)])
def test_a_notice_is_swiped_away_to_the_right_past_50_px(
    page: Page, distance: int, left: int
) -> None:
    visit(page, "/nominees")
    notify(page, title="Saved")
    notice = page.get_by_test_id("notice")
    expect(notice).to_be_visible()
    wait_for_animations(page)
    box = notice.bounding_box()
    assert box is not None
    x, y = box["x"] + 60, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + distance, y, steps=6)
    page.mouse.up()
    expect(notice).to_have_count(left)


def test_notices_are_at_most_420_px_wide_on_medium_screens(page: Page) -> None:
    visit(page, "/nominees")
    notify(page, title="Saved " * 60)
    expect(page.get_by_test_id("notice")).to_be_visible()
    box = page.get_by_test_id("notice-area").bounding_box()
    assert box is not None
    assert box["width"] <= 420


def test_unknown_urls_show_the_not_found_page(page: Page) -> None:
    response = page.goto("/no-such-page")
    assert response is not None
    assert response.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("404 Page Not Found")
    expect(page.get_by_text("Did you forget to add the page to the router?")).to_be_visible()


def test_the_skip_link_moves_to_the_content(page: Page) -> None:
    visit(page, "/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main$"))
    page.keyboard.press("Tab")
    expect(page.get_by_role("main").locator(":focus")).to_have_count(1)


@pytest.mark.parametrize("path", PUBLIC_PATHS)
def test_pages_are_accessible_and_fit_any_width(page: Page, path: str) -> None:
    visit(page, path)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    assert_fits_any_width(page)
