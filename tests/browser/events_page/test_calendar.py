"""The events page has a calendar: month grid, selected day, URL, time zones."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.content import publish_event
from tests.browser.events_page.steps import NOW, day, panel
from tests.browser.problems import Problems
from tests.browser.site import Site, serve
from tests.browser.visits import assert_stable_at_any_width, visit


def expect_query(page: Page, query: str) -> None:
    expect(page).to_have_url(re.compile(rf"/events/?{re.escape(query)}$"))


def test_the_page_has_a_title_and_a_back_link(page: Page, events: Site) -> None:
    visit(page, "/events")
    expect(page.get_by_role("heading", level=1, name="Event Calendar")).to_be_visible()
    page.get_by_role("link", name="Back to Home").click()
    expect(page).to_have_url(f"{events.url}/")


def test_today_is_selected_and_outlined(page: Page, events: Site) -> None:
    visit(page, "/events")
    expect(page.get_by_role("tab", name="Calendar View")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("grid", name="November 2031")).to_be_visible()
    today = page.get_by_role("gridcell", name="Thursday, November 20, 2031, today")
    expect(today).to_have_attribute("aria-selected", "true")
    expect(today.get_by_role("button")).to_have_attribute("aria-current", "date")
    outline = today.get_by_role("button").evaluate("day => getComputedStyle(day).boxShadow")
    other = day(page, "Friday, November 21, 2031").evaluate(
        "day => getComputedStyle(day).boxShadow"
    )
    assert outline != other
    expect(panel(page).get_by_role("heading", level=2)).to_have_text("Thursday, November 20, 2031")
    expect(panel(page).get_by_role("heading", level=3)).to_have_text(
        ["Pricing Workshop", "Jury Webinar"]
    )


def test_selection_is_single(page: Page, events: Site) -> None:
    visit(page, "/events")
    day(page, "Friday, November 21, 2031").click()
    selected = page.locator("[role=gridcell][aria-selected=true]")
    expect(selected).to_have_count(1)
    expect(selected).to_have_text("21")
    expect(panel(page).get_by_text("No events scheduled for this day.")).to_be_visible()
    day(page, "Friday, November 21, 2031").click()
    expect(selected).to_have_text("21")


def test_days_with_events_are_highlighted(page: Page, events: Site) -> None:
    visit(page, "/events")
    expect(day(page, "Thursday, November 20, 2031")).to_have_accessible_name(
        "Thursday, November 20, 2031, today, 2 events, selected"
    )
    marked = page.get_by_role("grid").locator("[data-marked]")
    expect(marked).to_have_text(["18", "20", "27", "28", "29", "30", "1", "2"])
    page.get_by_role("button", name="Next month").click()
    expect(marked).to_have_text(["30", "1", "2"])
    day(page, "Monday, December 1, 2031").click()
    expect(panel(page).get_by_role("heading", level=3)).to_have_text(["Exhibition"])


def test_changing_months_makes_no_request(page: Page, problems: Problems, events: Site) -> None:
    problems.expect("ERR_INTERNET_DISCONNECTED")
    visit(page, "/events")
    expect(page.get_by_role("grid")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("button", name="Previous month").click()
    expect(page.get_by_role("grid", name="October 2031")).to_be_visible()
    for month in ("November 2031", "December 2031", "January 2032", "February 2032"):
        page.get_by_role("button", name="Next month").click()
        expect(page.get_by_role("grid", name=month)).to_be_visible()
    day(page, "Tuesday, February 3, 2032").click()
    expect(panel(page).get_by_role("heading", level=3)).to_have_text(["Later 03"])


def test_the_keyboard_moves_through_the_grid(page: Page, events: Site) -> None:
    visit(page, "/events")
    grid = page.get_by_role("grid")
    expect(grid.locator("button[tabindex='0']")).to_have_count(1)
    page.get_by_role("button", name="Next month").focus()
    page.keyboard.press("Tab")
    for key, focused in (
        ("ArrowRight", "Friday, November 21, 2031"),
        ("ArrowLeft", "Thursday, November 20, 2031"),
        ("ArrowDown", "Thursday, November 27, 2031"),
        ("ArrowUp", "Thursday, November 20, 2031"),
        ("Home", "Sunday, November 16, 2031"),
        ("End", "Saturday, November 22, 2031"),
        ("PageDown", "Monday, December 22, 2031"),
        ("PageUp", "Saturday, November 22, 2031"),
        ("ArrowDown", "Saturday, November 29, 2031"),
        ("ArrowDown", "Saturday, December 6, 2031"),
    ):
        page.keyboard.press(key)
        expect(day(page, focused)).to_be_focused()
    expect(page.get_by_role("grid", name="December 2031")).to_be_visible()
    page.keyboard.press("Enter")
    expect(panel(page).get_by_role("heading", level=2)).to_have_text("Saturday, December 6, 2031")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    expect(panel(page).get_by_role("heading", level=2)).to_have_text("Friday, December 5, 2031")
    expect(day(page, "Friday, December 5, 2031")).to_be_focused()


def test_the_url_holds_view_month_and_day(page: Page, events: Site) -> None:
    visit(page, "/events")
    day(page, "Tuesday, November 18, 2031").click()
    expect_query(page, "?month=2031-11&day=2031-11-18")
    page.get_by_role("button", name="Next month").click()
    expect_query(page, "?month=2031-12&day=2031-11-18")
    page.get_by_role("tab", name="List View").click()
    expect(page.get_by_role("heading", name="Upcoming Events")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("grid", name="December 2031")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("grid", name="November 2031")).to_be_visible()
    page.go_back()
    expect_query(page, "")
    expect(panel(page).get_by_role("heading", level=2)).to_have_text("Thursday, November 20, 2031")


def test_a_url_can_be_shared(page: Page, events: Site) -> None:
    visit(page, "/events?month=2032-02&day=2032-02-09")
    expect(page.get_by_role("grid", name="February 2032")).to_be_visible()
    expect(panel(page).get_by_role("heading", level=3)).to_have_text(["Later 09"])
    visit(page, "/events?day=2031-11-18")
    expect(page.get_by_role("grid", name="November 2031")).to_be_visible()
    expect(panel(page).get_by_role("heading", level=3)).to_have_text(["Breakfast"])
    visit(page, "/events?view=list")
    expect(page.get_by_role("tab", name="List View")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("heading", name="Upcoming Events")).to_be_visible()


@pytest.mark.parametrize("query", ["?month=2031-13&day=2031-02-31", "?month=soon&day=x&view=wall"])
def test_invalid_dates_in_the_url_show_today(page: Page, events: Site, query: str) -> None:
    visit(page, f"/events{query}")
    expect(page.get_by_role("grid", name="November 2031")).to_be_visible()
    expect(panel(page).get_by_role("heading", level=2)).to_have_text("Thursday, November 20, 2031")


def test_arrow_keys_move_between_tabs(page: Page, events: Site) -> None:
    visit(page, "/events")
    calendar = page.get_by_role("tab", name="Calendar View")
    listed = page.get_by_role("tab", name="List View")
    calendar.focus()
    for key, tab in (
        ("ArrowRight", listed),
        ("ArrowRight", calendar),
        ("ArrowLeft", listed),
        ("Home", calendar),
        ("End", listed),
    ):
        page.keyboard.press(key)
        expect(tab).to_be_focused()
        expect(tab).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel", name="List View")).to_be_visible()


def test_the_browser_clock_decides_what_is_past(page: Page, events: Site) -> None:
    page.clock.set_fixed_time("2031-11-20T16:30:00Z")
    visit(page, "/events")
    kind = panel(page).get_by_test_id("event").first.get_by_test_id("event-type")
    expect(kind).to_have_text("workshop")
    page.clock.set_fixed_time("2031-11-20T16:30:01Z")
    visit(page, "/events")
    expect(kind).to_have_text("Past")


@pytest.mark.parametrize("path", ["/events", "/events?view=list"])
def test_the_page_is_accessible_and_stable_at_any_width(
    page: Page, events: Site, path: str
) -> None:
    assert_stable_at_any_width(page, path, page.get_by_test_id("event").first)


def test_the_browser_time_zone_has_no_effect(
    browser: Browser, events: Site, problems: Problems
) -> None:
    context = browser.new_context(base_url=events.url, timezone_id="Pacific/Auckland")
    page = context.new_page()
    problems.watch(page)
    page.clock.set_fixed_time(NOW)
    visit(page, "/events")
    expect(panel(page).get_by_role("heading", level=2)).to_have_text("Thursday, November 20, 2031")
    expect(page.get_by_test_id("event").first).to_contain_text(
        "November 20, 2031 · 2:00 PM - 4:30 PM"
    )
    context.close()
    assert not problems.unexpected()


def test_times_and_days_are_in_the_programme_time_zone(
    browser: Browser, built: None, tmp_path: Path
) -> None:
    with serve(tmp_path, AWARDS_TIMEZONE="America/New_York") as site:
        publish_event(site, "Late Supper", "2031-11-21T01:00:00Z", "2031-11-21T03:30:00Z")
        context = browser.new_context(base_url=site.url, timezone_id="Asia/Tokyo")
        page = context.new_page()
        page.clock.set_fixed_time("2031-11-21T02:00:00Z")
        visit(page, "/events")
        expect(day(page, "Thursday, November 20, 2031")).to_have_attribute("aria-current", "date")
        expect(panel(page).get_by_test_id("event")).to_contain_text(
            "November 20, 2031 · 8:00 PM - 10:30 PM"
        )
        expect(page.get_by_text("Times are in the time zone America/New_York.")).to_be_visible()
        context.close()


def test_loading_the_month_grid_can_be_retried(
    page: Page, problems: Problems, events: Site
) -> None:
    problems.expect("ERR_FAILED")
    page.route("**/*month_grid*", lambda route: route.abort())
    visit(page, "/events?month=2031-12")
    alert = page.get_by_role("alert").filter(has_text="Failed to load the calendar.")
    expect(alert).to_be_visible()
    # The rest of the page is shown, and the selection is kept.
    expect(panel(page)).to_contain_text("Pricing Workshop")
    page.unroute("**/*month_grid*")
    alert.get_by_role("button", name="Try Again").click()
    expect(page.get_by_role("grid", name="December 2031")).to_be_visible()
