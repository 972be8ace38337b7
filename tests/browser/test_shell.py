"""Tests of the frame of every public page: header, menu, footer, notices, not-found page."""

import re
from typing import Any

import httpx
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.site import Site
from tests.browser.visits import (
    assert_accessible,
    stop_clock,
    visit,
    wait_for_animations,
)

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


def test_the_header_has_links_and_changes_after_10_px(page: Page) -> None:
    visit(page, "/nominees")
    main = page.get_by_role("navigation", name="Main")
    for name, path in HEADER_LINKS.items():
        expect(main.get_by_role("link", name=name, exact=True)).to_have_attribute("href", path)
    expect(main.locator("[aria-current=page]")).to_have_text("Nominees")
    header = page.get_by_role("banner")
    expect(header.get_by_role("link", name="Get Involved")).to_have_attribute("href", "/contact")
    expect(page.get_by_role("link", name="Admin Login")).to_have_count(0)
    page.mouse.wheel(0, 10)
    expect(header).to_have_css("box-shadow", "none")
    page.mouse.wheel(0, 1)
    expect(header).not_to_have_css("box-shadow", "none")
    expect(header).to_have_css("backdrop-filter", re.compile("blur"))
    page.mouse.wheel(0, 400)
    expect(header).to_be_in_viewport()


def test_screens_below_768_px_have_a_toggle_menu(page: Page) -> None:
    visit(page, "/")
    opener = page.get_by_role("button", name="Open menu")
    expect(opener).to_be_hidden()
    page.set_viewport_size({"width": 768, "height": 800})
    expect(opener).to_be_hidden()
    expect(page.get_by_role("navigation", name="Main")).to_be_visible()
    page.set_viewport_size({"width": 767, "height": 800})
    expect(opener).to_be_visible()
    page.set_viewport_size(PHONE)
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    expect(page.get_by_role("banner").get_by_role("link", name="Get Involved")).to_be_visible()
    opener.click()
    menu = page.get_by_role("navigation", name="Menu")
    expect(menu.get_by_role("link")).to_have_text([*HEADER_LINKS, "Admin Login"])
    expect(menu.get_by_role("link", name="Admin Login")).to_have_attribute("href", "/auth")
    expect(menu.get_by_role("link", name="Home")).to_have_attribute("aria-current", "page")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    # Otherwise the page would be left before the closed menu can be observed.
    page.evaluate("addEventListener('click', (event) => event.preventDefault())")
    menu.get_by_role("link", name="Nominees").click()
    expect(menu).to_be_hidden()


def test_the_footer_links_to_the_pages_and_to_five_social_networks(page: Page) -> None:
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
    others = footer.locator("a:not([href^='/'])").all()
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


def test_newsletter_forms_work_without_scripts_and_two_show_the_browser_s_messages(
    site: Site,
) -> None:
    for path, newsletters, validated in (("/", 2, 1), ("/contact", 2, 2), ("/auth", 0, 0)):
        forms = re.findall("<form[^>]*>", site.read_rendered(path))
        assert forms, path
        posted = [each for each in forms if 'action="/forms/newsletter" method="post"' in each]
        assert len(posted) == newsletters, forms
        assert sum("novalidate" not in each.lower() for each in forms) == validated, forms


def test_one_notice_at_a_time_is_announced_with_its_buttons(page: Page) -> None:
    visit(page, "/nominees")
    notify(page, title="First " * 60)
    area = page.get_by_test_id("notice-area")
    expect(area).to_have_attribute("aria-live", "polite")
    box = area.bounding_box()
    assert box is not None
    assert box["width"] <= 420
    notify(
        page,
        title="Second",
        description="With more to say",
        destructive=True,
        action={"label": "Undo", "event": {"name": "undo", "payload": {}}},
    )
    notice = page.get_by_test_id("notice")
    expect(notice).to_have_count(1)
    expect(notice).to_have_attribute("data-variant", "destructive")
    for text in ("Second", "With more to say"):
        expect(area.get_by_text(text)).to_be_visible()
        # Present twice on the page, it would be read twice.
        expect(page.get_by_text(text)).to_have_count(1)
    expect(notice.get_by_role("button", name="Undo")).to_be_visible()
    assert_accessible(page)
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)


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


def test_a_notice_is_swiped_away_to_the_right_past_50_px(page: Page) -> None:
    visit(page, "/nominees")
    notify(page, title="Saved")
    notice = page.get_by_test_id("notice")
    for distance, left in ((40, 1), (60, 0)):
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


def test_unknown_urls_show_the_not_found_page(site: Site) -> None:
    response = httpx.get(f"{site.url}/no-such-page")
    assert response.status_code == 404
    assert "404 Page Not Found</h1>" in response.text
    assert "Did you forget to add the page to the router?" in response.text


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
